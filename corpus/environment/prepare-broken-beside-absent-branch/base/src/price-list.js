import { writeFileSync } from 'node:fs'
import { articles, label } from './cart.js'

const lines = Object.entries(articles).map(([name, cents]) => `${name} ${label(cents)}\n`)
writeFileSync('price-list.txt', lines.join(''))
