export * from './basket.js'
