// Prices in cents.
function total(prices, discount = 0) {
  const subtotal = prices.reduce((sum, price) => sum + price, 0)
  return subtotal - Math.floor((subtotal * discount) / 100)
}

function label(cents) {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
}

module.exports = { total, label }
