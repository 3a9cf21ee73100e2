import { parse } from 'smol-toml'

/** Parses TOML; undefined when it is not that. */
export const tomlOf = (text: string): unknown => {
  try {
    return parse(text)
  } catch {
    return undefined
  }
}
