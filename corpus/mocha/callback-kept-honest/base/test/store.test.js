const { save } = require('../src/store')

describe('store', () => {
  it('calls back', (done) => {
    save('x', (error) => done(error))
  })
})
