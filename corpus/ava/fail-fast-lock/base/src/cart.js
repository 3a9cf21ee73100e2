/** Prices in cents. */
export const total = (prices, discount = 0) => {
  const subtotal = prices.reduce((sum, price) => sum + price, 0)
  return subtotal - Math.floor((subtotal * discount) / 100)
}

export const label = (cents) => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
