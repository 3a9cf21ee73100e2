module.exports = { globalSetup: './test/global-setup.js' }
