const { label, total } = require('./cart')

exports.receipt = (prices) => [...prices, total(prices) + 1].map(label).join('\n')
