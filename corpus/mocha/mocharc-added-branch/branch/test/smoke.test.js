describe('smoke', () => {
  it('runs', () => {})
})
