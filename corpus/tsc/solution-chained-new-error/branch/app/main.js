import { total } from '../src/cart.js'

/**
 * @param {number[]} prices
 * @returns {string}
 */
export const due = (prices) => total(prices)
