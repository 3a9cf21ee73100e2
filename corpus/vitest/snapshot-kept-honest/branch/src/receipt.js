import { label, total } from './cart.js'

export function receipt(prices) {
  return prices.concat(total(prices)).map(label).join('\n')
}
