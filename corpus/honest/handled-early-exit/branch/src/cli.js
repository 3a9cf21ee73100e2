import { label, total } from './cart.js'

const prices = process.argv.slice(2).map(Number)
if (prices.length === 0) process.exit(2)
console.log(label(total(prices)))
process.exit(0)
