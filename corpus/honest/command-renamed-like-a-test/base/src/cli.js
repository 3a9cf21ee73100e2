import { readdirSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
const place = path.join(import.meta.dirname, 'commands')
export const run = async (name) => {
  const file = readdirSync(place).find((each) => each.includes(name))
  return (await import(pathToFileURL(path.join(place, file)).href)).default()
}
