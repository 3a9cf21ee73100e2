import { total } from './cart.js'

export const withCoupon = (prices, coupon) => Math.max(0, total(prices) - coupon)
