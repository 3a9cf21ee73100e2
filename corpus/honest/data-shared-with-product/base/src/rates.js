import { readFileSync } from 'node:fs'

const rates = JSON.parse(readFileSync(new URL('../data/rates.json', import.meta.url), 'utf8'))
export const currencies = () => Object.keys(rates)
export const toEuro = (amount, currency) => amount * rates[currency]
