import { parse as parseToml } from 'smol-toml'
import { own } from './jsonc.ts'
import { isPublic, lockfileFormats, type Pin } from './lockfile-formats.ts'

/** A pin, and the files of it that are named with an address of their own. */
interface Content extends Pin {
  readonly files: readonly { readonly hash: string; readonly address: string }[]
}

const filesOf = (path: string, text: string): ReadonlyMap<string, Content['files']> => {
  const found = new Map<string, Content['files']>()
  if (!/(?:uv|poetry|pdm)\.lock$/.test(path)) return found
  const packages = own(parseToml(text), 'package')
  for (const each of Array.isArray(packages) ? packages : []) {
    const files = [own(each, 'sdist'), own(each, 'wheels'), own(each, 'files')].flat().flatMap((file) => {
      const address = own(file, 'url') ?? own(file, 'path')
      return typeof address === 'string' ? [{ hash: String(own(file, 'hash')), address }] : []
    })
    const key = `${own(each, 'name')} ${own(each, 'version')}`
    found.set(key, [...(found.get(key) ?? []), ...files])
  }
  return found
}

const contentsOf = (path: string, text: string): ReadonlyMap<string, readonly Content[]> => {
  const format = lockfileFormats.find(([pattern]) => pattern.test(path))?.[1]
  const files = filesOf(path, text)
  const found = new Map<string, Content[]>()
  for (const [name, , pin] of format?.rows(text) ?? []) {
    if (pin === undefined) continue
    const all = found.get(name) ?? []
    all.push({ ...pin, files: files.get(`${name} ${pin.version}`) ?? [] })
    found.set(name, all)
  }
  return found
}

const kindOf = (hash: string): string => /^[a-z0-9]+(?=[-:])/.exec(hash)?.[0] ?? ''
/** The host of an address, or the whole text of what is none. */
const originOf = (address: string): string => /^\w+:\/\/[^/]+/.exec(address)?.[0] ?? address

/**
 * Names of which a lockfile has other content under the version that it had (no hash in common, or none any more), or content from a
 * place that neither is public nor served anything before. Empty where one of the texts cannot be read.
 */
export const otherContents = (path: string, before: string, after: string): readonly string[] => {
  try {
    const [old, now] = [contentsOf(path, before), contentsOf(path, after)]
    const places = [...old.values()]
      .flat()
      .flatMap(({ place, files }) => [place, ...files.map(({ address }) => address)])
    const known = new Set(places.flatMap((place) => (place === null ? [] : originOf(place))))
    const isKnown = (place: string | null): boolean => place === null || isPublic(place) || known.has(originOf(place))
    // Later versions of yarn have checksums of archives of their own, and take packages from the registry alone.
    const isOwnChecksum = /(?:^|\/)yarn\.lock$/.test(path) && /^__metadata:/m.test(after)
    const isOther = (was: readonly Content[], is: Content): boolean => {
      const same = was.filter(({ version }) => version === is.version)
      const hashes = new Set(same.flatMap((each) => each.hashes))
      if (is.files.some(({ hash, address }) => !hashes.has(hash) && !isKnown(address))) return true
      const held = is.hashes.filter((hash) => hashes.has(hash))
      if (held.length > 0 && held.length === is.hashes.length) return false
      if (!isKnown(is.place)) return true
      if (held.length > 0) return false
      if (hashes.size === 0) return false
      const kinds = new Set([...hashes].map(kindOf))
      // Another kind of hash is no other content, where a place that is known serves it.
      return is.hashes.length === 0 ? !isOwnChecksum : is.hashes.some((hash) => kinds.has(kindOf(hash)))
    }
    return [...now].flatMap(([name, all]) => {
      const was = old.get(name)
      return was !== undefined && all.some((is) => isOther(was, is)) ? [name] : []
    })
  } catch {
    return []
  }
}
