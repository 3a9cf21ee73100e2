import { expect } from 'vitest'

export const same = (left, right) => expect(left).toBe(right)
