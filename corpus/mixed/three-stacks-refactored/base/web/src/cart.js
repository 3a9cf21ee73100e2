// Prices in cents.
export function total(prices, discount = 0) {
  const subtotal = prices.reduce((sum, price) => sum + price, 0)
  return subtotal - Math.floor((subtotal * discount) / 100)
}
