module.exports = { setupFilesAfterEnv: ['./test/setup.js'] }
