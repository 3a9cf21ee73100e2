import { readFileSync } from 'node:fs'
import path from 'node:path'
export const gen = (name) =>
  readFileSync(path.join(import.meta.dirname, '..', 'templates', 'component.test.js'), 'utf8').replaceAll('%NAME%', name)
