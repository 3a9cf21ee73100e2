module.exports = { testEnvironment: 'node' }
