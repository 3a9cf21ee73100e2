// Prices in cents.
export function total(prices, discount = 0) {
  let subtotal = 0
  for (const price of prices) subtotal += price
  return subtotal - Math.floor((subtotal * discount) / 100)
}
