import { beforeEach } from 'vitest'

beforeEach(() => {})
