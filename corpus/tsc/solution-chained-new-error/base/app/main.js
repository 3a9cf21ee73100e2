import { total } from '../src/cart.js'

/**
 * @param {number[]} prices
 * @returns {number}
 */
export const due = (prices) => total(prices)
