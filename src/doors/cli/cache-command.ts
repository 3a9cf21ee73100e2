import { collect } from '../../io/dependency-cache.ts'
import { homeOf } from '../../io/home.ts'
import { findPlaces } from '../../io/places.ts'
import { sentence } from './output.ts'

/** `triverdict cache gc`: removes dependency installs that were not used lately, until at most `maxBytes` are left. */
export const cacheGcCommand = async (options: { readonly maxBytes: string }): Promise<void> => {
  const bytes = Number(options.maxBytes)
  // An empty text is the number 0, which would remove everything.
  if (options.maxBytes.trim() === '' || !Number.isInteger(bytes) || bytes < 0) {
    process.stderr.write(`triverdict: --max-bytes takes a whole number of bytes, not "${options.maxBytes}"\n`)
    return
  }
  const places = findPlaces(process.env, homeOf(process.env), 'any')
  const collected = places.ok ? await collect(places.value.cache, bytes) : places
  if (!collected.ok) {
    process.stderr.write(`triverdict: ${sentence(collected.trouble)}\n`)
    return
  }
  process.stdout.write(`${collected.value.removed.length} entries removed, ${collected.value.bytes} bytes left\n`)
  process.exitCode = 0
}
