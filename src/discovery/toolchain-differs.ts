import { parse } from 'smol-toml'
import { type Anomaly, anomaly } from '../model/anomaly.ts'
import type { RepoView } from '../model/repo-view.ts'
import { join } from './paths.ts'
import type { Project } from './projects.ts'
import { rebase } from './recognise.ts'
import type { Toolchain } from './workflow-matrix.ts'

type Program = keyof Toolchain & string
type Version = readonly [number, number, number]

const titles: Readonly<Record<Program, string>> = { node: 'Node.js', python: 'Python', go: 'Go', rust: 'Rust' }

const isProgram = (id: string): id is Program => id in titles

const versionOf = (text: string): Version | undefined => {
  const [, major, minor, patch] = /^[v=\s]*(\d+)(?:\.(\d+))?(?:\.(\d+))?/.exec(text) ?? []
  return major === undefined ? undefined : [Number(major), Number(minor ?? 0), Number(patch ?? 0)]
}

const compare = (a: Version, b: Version): number => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]

/** How many numbers of a version count: nobody pins a patch because another would not do. */
const weight: Readonly<Record<Program, number>> = { node: 1, python: 2, go: 2, rust: 2 }

/** One condition of a range; undefined when it is none that is known. */
const holds = (condition: string, here: Version, program: Program): boolean | undefined => {
  const [, sign = '', text = ''] = /^\s*(>=|<=|>|<|\^|~=|~>?|===?|!=)?\s*(.+?)\s*$/.exec(condition) ?? []
  if (/^[*xX]$/.test(text)) return true
  const wanted = versionOf(text)
  if (wanted === undefined || /[a-z]/i.test(text.replace(/^v/, '').replace(/\.[xX](?=\.|$)/g, ''))) return undefined
  const order = compare(here, wanted)
  const given = (text.match(/\d+/g) ?? []).length
  switch (sign) {
    case '>=':
      return order >= 0
    case '>':
      return order > 0
    case '<':
      return order < 0
    case '<=':
      // `<=20` and `<=3.12` mean all of that line.
      return order <= 0 || wanted.slice(0, given).every((part, at) => part === here[at])
    case '!=':
      return true
    case '^':
      return here[0] === wanted[0] && order >= 0
    case '~=':
      return order >= 0 && wanted.slice(0, Math.max(1, given - 1)).every((part, at) => part === here[at])
    case '~':
    case '~>':
      return order >= 0 && here[0] === wanted[0] && (given < 2 || here[1] === wanted[1])
    default:
      return wanted.slice(0, Math.min(given, weight[program])).every((part, at) => part === here[at])
  }
}

/** True when a version that is here is one that was asked for (`20`, `3.11.x`, `>=18 <23`, `>=3.9,<3.13`); undefined for words such as `lts/*`. */
export const covers = (wanted: string, here: string, program: Program): boolean | undefined => {
  const version = versionOf(here)
  if (version === undefined) return undefined
  if (/^(?:pypy|graalpy)/i.test(wanted.trim())) return false
  const answers = wanted.split(/\|\||\n/).map((range) => {
    const [, low, high] = /^\s*(\S+)\s+-\s+(\S+)\s*$/.exec(range) ?? []
    const conditions =
      low === undefined ? range.replaceAll(/([<>=^~!])\s+/g, '$1').split(/[\s,]+/) : [`>=${low}`, `<=${high}`]
    const each = conditions.filter(Boolean).map((condition) => holds(condition, version, program))
    return each.includes(undefined) || each.length === 0 ? undefined : each.every(Boolean)
  })
  return answers.includes(true) ? true : answers.includes(undefined) ? undefined : false
}

/** True where one of the versions that are asked for is of the line of the one that is here: only a patch differs. */
const isSameLine = (wanted: string, here: string): boolean => {
  const own = versionOf(here)
  return (wanted.match(/\d+(?:\.\d+)*/g) ?? []).some((each) => {
    const [major, minor] = versionOf(each) ?? []
    return major === own?.[0] && minor === own?.[1]
  })
}

/**
 * The anomaly of one pin that this machine's version is not covered by; none when it is, or when nobody can tell. A matrix of CI asks for
 * many at once (`listed`); a file of the project asks for the one that it is made with.
 */
const toolchainDiffers = (
  program: Program,
  wanted: string,
  toolchain: Toolchain,
  where: { readonly path: string; readonly line: number | null },
  by: 'file' | 'listed',
): readonly Anomaly[] => {
  const here = toolchain[program]
  if (here === undefined || covers(wanted, here, program) !== false) return []
  const asked = wanted.trim().replaceAll(/\s+/g, ' ')
  const severity = by === 'file' && !isSameLine(wanted, here) ? 'medium' : 'info'
  return [
    anomaly('toolchain-differs', severity, `${titles[program]} ${asked} is asked for, and ${here} is here`, {
      ...where,
      evidence: asked,
      remedy: 'Where it matters, run triverdict with that version in front of PATH.',
    }),
  ]
}

/** What pins each toolchain in files, nearest first; the first file that says something has the word. */
const pins: Readonly<
  Record<Program, readonly (readonly [file: string, read: (text: string) => string | undefined])[]>
> = {
  node: [
    ['.nvmrc', (text) => text.trim()],
    ['.node-version', (text) => text.trim()],
    ['.tool-versions', (text) => /^node(?:js)?\s+(\S+)/m.exec(text)?.[1]],
    ['package.json', (text) => /"engines"\s*:\s*\{[^}]*"node"\s*:\s*"([^"]+)"/.exec(text)?.[1]],
  ],
  python: [
    ['.python-version', (text) => text.trim()],
    ['.tool-versions', (text) => /^python\s+(\S+)/m.exec(text)?.[1]],
    ['pyproject.toml', (text) => requiresPython(text)],
    ['setup.cfg', (text) => /^\s*python_requires\s*=\s*(.+)$/m.exec(text)?.[1]],
  ],
  // The version in go.mod is the least, and Go itself refuses where it is not here.
  go: [['.tool-versions', (text) => /^golang\s+(\S+)/m.exec(text)?.[1]]],
  // The stack reads rust-toolchain files itself.
  rust: [],
}

const requiresPython = (text: string): string | undefined => {
  try {
    const { project } = parse(text) as { project?: { 'requires-python'?: unknown } }
    const wanted = project?.['requires-python']
    return typeof wanted === 'string' ? wanted : undefined
  } catch {
    return undefined
  }
}

/** Pins of the project's files, and of those at the root, that this machine's version is not covered by. */
export const pinnedOtherwise = (view: RepoView, project: Project, toolchain: Toolchain): readonly Anomaly[] => {
  const { stack, directory } = project
  const own = stack.pinned?.(project.view)
  if (own !== undefined) {
    const { file, line } = rebase(own.evidence, directory)
    return file === null ? [] : toolchainDiffers(own.toolchain, own.version, toolchain, { path: file, line }, 'file')
  }
  if (!isProgram(stack.id)) return []
  const program = stack.id
  return pins[program].flatMap(([name, read]) => {
    const path = [join(directory, name), name].find((each) => each !== null && view.has(each))
    const text = path === undefined || path === null ? undefined : view.read(path)
    const wanted = text === undefined ? undefined : read(text)
    if (path === undefined || path === null || text === undefined || !wanted) return []
    const line = text.slice(0, text.indexOf(wanted)).split('\n').length
    return toolchainDiffers(program, wanted, toolchain, { path, line }, 'file')
  })
}

/** Actions that set a toolchain up, with the input that names its version. */
const setups: readonly (readonly [action: RegExp, input: string, program: Program])[] = [
  [/^actions\/setup-node(?:@|$)/, 'node-version', 'node'],
  [/^actions\/setup-python(?:@|$)/, 'python-version', 'python'],
  [/^actions\/setup-go(?:@|$)/, 'go-version', 'go'],
  [/^astral-sh\/setup-uv(?:@|$)/, 'python-version', 'python'],
]

/** What a step of a workflow sets up otherwise than it is here. `read` puts values in place of expressions; undefined when one is not known. */
export const setUpOtherwise = (
  uses: string,
  given: Readonly<Record<string, string>>,
  read: (text: string) => string | undefined,
  toolchain: Toolchain,
  where: { readonly path: string; readonly line: number },
): readonly Anomaly[] =>
  setups.flatMap(([action, input, program]) => {
    const wanted = action.test(uses) ? read(given[input] ?? '') : undefined
    return wanted === undefined || wanted.trim() === ''
      ? []
      : toolchainDiffers(program, wanted, toolchain, where, 'listed')
  })
