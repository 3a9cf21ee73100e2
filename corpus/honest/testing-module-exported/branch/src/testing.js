import { mock } from 'node:test'
import { few } from './samples.js'

/** A till for the tests of whoever uses this package. */
export const till = () => mock.fn(() => few)
