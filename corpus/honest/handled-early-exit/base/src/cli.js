import { label, total } from './cart.js'

console.log(label(total(process.argv.slice(2).map(Number))))
process.exit(0)
