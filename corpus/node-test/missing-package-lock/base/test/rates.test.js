import { test } from 'node:test'
import { latest } from 'absent-exchange-rates'

test('rates', () => latest())
