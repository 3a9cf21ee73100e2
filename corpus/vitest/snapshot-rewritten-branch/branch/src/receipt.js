import { label, total } from './cart.js'

export function receipt(prices) {
  return [...prices, total(prices) + 1].map(label).join('\n')
}
