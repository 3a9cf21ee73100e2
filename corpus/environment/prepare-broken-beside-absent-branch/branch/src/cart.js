// Prices in cents.
const sum = (numbers) => {
  let result = 0
  for (const number of numbers) result += number
  return result
}

export const total = (prices, discount = 0) => Math.ceil((sum(prices) * (100 - discount)) / 100)

export const label = (cents) => (cents / 100).toFixed(2)

export const articles = null
