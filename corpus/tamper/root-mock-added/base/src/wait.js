const ms = require('ms')

exports.wait = (text) => ms(text) + 0
