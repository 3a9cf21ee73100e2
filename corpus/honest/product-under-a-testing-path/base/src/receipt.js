import { now } from './testing/clock.js'

export const receipt = (total) => ({ total, at: now() })
