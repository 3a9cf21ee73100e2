import { rules } from './lint/rules.js'

export default [{ rules }]
