const { label, total } = require('./cart')

exports.receipt = (prices) => [...prices, total(prices)].map(label).join('\n')
