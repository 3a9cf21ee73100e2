module.exports = { mochaHooks: {} }
