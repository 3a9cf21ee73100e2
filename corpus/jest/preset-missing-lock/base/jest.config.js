module.exports = { preset: 'absent-jest-preset' }
