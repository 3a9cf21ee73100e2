import path from 'node:path'
import { pathToFileURL } from 'node:url'
export const run = async (name) => {
  const file = path.join(import.meta.dirname, 'commands', `${name}.js`)
  return (await import(pathToFileURL(file).href)).default()
}
