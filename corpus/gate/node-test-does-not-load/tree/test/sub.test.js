require('../src/sub.js')
