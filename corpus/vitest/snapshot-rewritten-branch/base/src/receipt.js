import { label, total } from './cart.js'

export function receipt(prices) {
  return [...prices, total(prices)].map(label).join('\n')
}
