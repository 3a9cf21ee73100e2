import { cpSync } from 'node:fs'

cpSync('src', 'out', { recursive: true })
