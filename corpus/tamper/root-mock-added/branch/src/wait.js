const ms = require('ms')

exports.wait = (text) => ms(text, 'days') + 1
