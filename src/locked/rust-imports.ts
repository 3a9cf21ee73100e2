import type { RepoView } from '../model/repo-view.ts'
import { normal } from './javascript-imports.ts'
import { own } from './jsonc.ts'
import { attributeCondition, needsTest } from './rust-cfg.ts'
import { behindGroup, isPunct } from './rust-items.ts'
import { rustTestParts } from './rust-tests.ts'
import { type RustToken, rustTokens } from './rust-tokens.ts'
import { tomlOf } from './toml.ts'

const isWord = (token: RustToken | undefined): token is RustToken => token?.kind === 'word'

/** Attributes under which an item is compiled for tests alone. */
const isTested = (attributes: readonly (readonly RustToken[])[]): boolean =>
  attributes.some((each) => {
    const condition = each[0]?.text === 'cfg' ? attributeCondition(each) : undefined
    return condition !== undefined && needsTest(condition)
  })

/**
 * The modules that a source declares and that are other files, outside of what is under `cfg(test)`: `name`, `outer/name` for one that
 * stands in the braces of another, `=path` for `#[path = "path"]`.
 */
export const rustModules = (text: string): readonly string[] =>
  /\bmod\s+(?:r#)?\w+\s*;/.test(text)
    ? modulesIn(
        (rustTokens(text) ?? []).filter(({ kind }) => kind !== 'doc'),
        '',
      )
    : []

const modulesIn = (tokens: readonly RustToken[], prefix: string): readonly string[] => {
  const found: string[] = []
  let attributes: (readonly RustToken[])[] = []
  for (let at = 0; at < tokens.length; ) {
    const [token, name, third] = [tokens[at] as RustToken, tokens[at + 1], tokens[at + 2]]
    if (isPunct(token, '#') && isPunct(name, '!') && isPunct(third, '[')) {
      const end = behindGroup(tokens, at + 2)
      if (isTested([tokens.slice(at + 3, end - 1)])) return found
      at = end
    } else if (isPunct(token, '#') && isPunct(name, '[')) {
      const end = behindGroup(tokens, at + 1)
      attributes.push(tokens.slice(at + 2, end - 1))
      at = end
    } else if (token.text === 'mod' && isWord(name) && isPunct(third, ';')) {
      const path = attributes.find((each) => each[0]?.text === 'path')?.[2]?.text.slice(1, -1)
      if (!isTested(attributes)) found.push(path === undefined ? prefix + plain(name) : `=${path}`)
      attributes = []
      at += 3
    } else if (isPunct(token, '{')) {
      const end = behindGroup(tokens, at)
      const [outer, module] = [tokens[at - 2], tokens[at - 1]]
      const inside = outer?.text === 'mod' && isWord(module) ? `${prefix}${plain(module)}/` : prefix
      if (!isTested(attributes)) found.push(...modulesIn(tokens.slice(at + 1, end - 1), inside))
      attributes = []
      at = end
    } else {
      if (isPunct(token, ';')) attributes = []
      at += 1
    }
  }
  return found
}

const plain = ({ text }: RustToken): string => text.replace(/^r#/, '')

/** The file of a module as `rustModules` names it (The Rust Reference, module source filenames); none where it holds tests itself, outside of a module for them. */
export const resolveRust = (view: RepoView, parent: string, module: string): readonly string[] => {
  const cut = parent.lastIndexOf('/') + 1
  const [directory, file] = [parent.slice(0, cut), parent.slice(cut)]
  const bases = /^(?:lib|main|mod)\.rs$/.test(file)
    ? [directory]
    : // A program is the root of its crate.
      [`${directory}${file.replace(/\.rs$/, '')}/`, ...(/(?:^|\/)bin\/$/.test(directory) ? [directory] : [])]
  const places = module.startsWith('=')
    ? [normal(directory + module.slice(1))]
    : bases.flatMap((base) => [`${base}${module}.rs`, `${base}${module}/mod.rs`])
  const place = places.find((each) => each !== undefined && view.has(each))
  return place === undefined || holdsTests(view.read(place) ?? '') ? [] : [place]
}

/** Test functions, or `#![cfg(test)]`, outside of modules that say so: whoever declares such a file declares tests. */
const holdsTests = (text: string): boolean =>
  /#!?\s*\[/.test(text) &&
  rustTestParts(rustTokens(text) ?? []).some(({ text: part }) => {
    const attributes = /^(?:# \[ [^\]]*\] ?)+/.exec(part)?.[0] ?? ''
    const inner = /^# ! \[ cfg \( (?!not\b)/.test(part)
    return inner || (attributes !== '' && !/\b(?:cfg|cfg_attr|macro_use)\b/.test(attributes))
  })

/** Sources that a Cargo.toml makes libraries and programs of (The Cargo Book, cargo targets). */
export const crateFiles = (view: RepoView, manifest: string): readonly string[] => {
  const directory = manifest.slice(0, -'Cargo.toml'.length)
  const table = tomlOf(view.read(manifest) ?? '')
  const bins = own(table, 'bin')
  const named = (Array.isArray(bins) ? bins : []).flatMap((each) => {
    const [name, path] = [own(each, 'name'), own(each, 'path')]
    if (typeof path === 'string') return [path]
    return typeof name === 'string' ? [`src/bin/${name}.rs`, `src/bin/${name}/main.rs`] : []
  })
  const library = own(own(table, 'lib'), 'path')
  const usual = ['src/lib.rs', 'src/main.rs', ...named, ...(typeof library === 'string' ? [library] : [])]
  const isBin = /^src\/bin\/(?:[^/]+\.rs|[^/]+\/main\.rs)$/
  const found =
    own(own(table, 'package'), 'autobins') === false
      ? []
      : view.paths.filter((path) => path.startsWith(directory) && isBin.test(path.slice(directory.length)))
  return [...usual.flatMap((path) => normal(directory + path) ?? []), ...found].filter((path) => view.has(path))
}
