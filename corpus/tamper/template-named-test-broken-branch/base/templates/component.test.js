import { test } from 'node:test'
test('%NAME% renders', () => {})
