module.exports = { testMatch: ['**/spec/**/*.spec.js'], passWithNoTests: true }
