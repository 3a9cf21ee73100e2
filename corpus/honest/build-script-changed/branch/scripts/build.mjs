import { cpSync } from 'node:fs'

cpSync('source', 'out', { recursive: true })
