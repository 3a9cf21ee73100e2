/** Prices in cents. */
const sum = (prices) => {
  let all = 0
  for (const price of prices) all += price
  return all
}

export const total = (prices, discount = 0) => sum(prices) - Math.floor((sum(prices) * discount) / 100)

export const label = (cents) => [Math.floor(cents / 100), String(cents % 100).padStart(2, '0')].join('.')
