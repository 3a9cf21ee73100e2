module.exports = require('./basket')
