import { label, total } from './cart.js'

export function receipt(prices) {
  // one line per price
  return [...prices, total(prices)].map(label).join('\n')
}
