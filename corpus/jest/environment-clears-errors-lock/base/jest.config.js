module.exports = { testEnvironment: './test/environment.js' }
