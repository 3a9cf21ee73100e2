/** @param {number[]} prices */
export const total = (prices) => prices.reduce((sum, price) => sum + price, 0)

/** @type {number} */
export const currency = 'EUR'
