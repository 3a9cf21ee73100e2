import { sumOf } from './src/cart.js'

console.log(sumOf(process.argv.slice(2).map(Number)))
