export * from './cart.js'
