import { total } from './src/cart.js'

console.log(total(process.argv.slice(2).map(Number)))
