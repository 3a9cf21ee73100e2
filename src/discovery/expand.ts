import { anomaly } from '../model/anomaly.ts'
import type { Evidence, Step } from '../model/check.ts'
import type { Some } from '../model/result.ts'
import { ofBranches } from './branches.ts'
import { type Frame, left, notes, opaqueCheck, toolCheck } from './check-parts.ts'
import { commandsWithin, natureOf } from './commands.ts'
import { type Expansion, type Part, type Source, wholeCommand } from './expansion.ts'
import { withoutForwarders } from './forwarders.ts'
import { kindOfName } from './kind-words.ts'
import { withoutPackageLists } from './package-lists.ts'
import { join } from './paths.ts'
import { mostUnread, type Unread, unreadOf } from './preparing.ts'
import { withoutProcessorCounts } from './processor-counts.ts'
import type { Grounds } from './projects.ts'
import { rebase, recognise } from './recognise.ts'
import { runList } from './run-list.ts'
import { shellText } from './shell-call.ts'
import type { ShellItem, SimpleCommand } from './shell-items.ts'
import { withoutSqueezedVersions } from './squeezed-versions.ts'
import { taskParts } from './task-parts.ts'
import { withToxNames } from './tox-names.ts'
import { isApart, NO_CHECK } from './unread-checks.ts'
import { unrolled } from './unrolled.ts'
import { itemsOf } from './whole-check.ts'
import { unwrapped } from './wrappers.ts'

const SCRIPT_SHELL: Some<string> = ['sh', '-c']
const DEPTH = 8
const QUESTIONS = new Set(['[', '[[', 'test', 'command', 'which', 'in', 'for'])
/** Runners that make environments of their own from the network: no call of them can run on what was installed here. */
const APART = /^tier-not-read: the (?:tox configuration|noxfile\.py|hatch scripts) /
/** A command that runs before the checks. `unread`: what is not known of it. */
const stepPart = (frame: Frame, item: ShellItem, evidence: Evidence, unread: Unread | undefined): Part => ({
  piece: 'step',
  step: { command: wholeCommand(item, frame.source.shell), evidence },
  ...(unread === undefined ? {} : { unread }),
})
/** What is not known of the steps among some parts. */
const unreadIn = (parts: readonly Part[]): Unread | undefined =>
  mostUnread(parts.map((part) => (part.piece === 'step' ? part.unread : undefined)))

/** What is inside of a script, once for each of its lines. */
const script = (
  frame: Frame,
  item: SimpleCommand,
  found: Extract<ReturnType<typeof recognise>, { is: 'script' }>,
): readonly Part[] => {
  const own = frame.source.evidence(item.line, item.text)
  const parts = found.lines.flatMap((line): readonly Part[] => {
    const cwd = join(found.directory, line.cwd) ?? found.directory
    const name = `${found.stack.id}:${cwd}:${line.name}`
    if (frame.trail.includes(name) || frame.trail.length >= DEPTH) return []
    const read = rebase(line.evidence, found.directory)
    const source: Source = {
      text: line.line,
      cwd,
      env: item.env,
      shell: SCRIPT_SHELL,
      evidence: (_, text) => ({ ...read, text }),
    }
    return walk({ ...frame, source, outer: frame.outer ?? own, trail: [...frame.trail, name] })
  })
  const outer = notes(item, own)
  return parts.map((part) =>
    part.piece === 'check' && outer.length > 0
      ? { ...part, check: { ...part.check, notes: [...part.check.notes, ...outer] } }
      : part,
  )
}

/** What a command is that no stack recognised. `holdsTests`: its name may not tell, but tests are in what it runs. */
const unknown = (
  frame: Frame,
  item: SimpleCommand,
  argv: Some<string>,
  holdsTests: boolean,
  within: Unread | undefined,
): readonly Part[] => {
  const own = frame.source.evidence(item.line, item.text)
  const evidence = frame.outer ?? own
  const step: readonly Part[] = [stepPart(frame, item, own, within)]
  const nature = natureOf(argv)
  const silent = nature.nature === 'work' || (nature.nature === 'runner' && nature.kind === null)
  if (holdsTests && silent) return opaqueCheck(frame, item, 'tests', null, [])
  switch (nature.nature) {
    case 'talk':
      return item.redirected || item.piped ? step : []
    case 'install':
    case 'system':
      return left('prepare', own, item.text, nature.reason)
    case 'checker':
      return left(nature.kind, own, item.text, nature.reason)
    case 'foreign':
      return nature.kind === 'tests' && frame.grounds.fallback !== undefined
        ? opaqueCheck(frame, item, 'tests', null, [], frame.grounds.fallback)
        : left(nature.kind, evidence, item.text, nature.reason)
    case 'docker': {
      if (!nature.tests) return left('prepare', own, item.text, 'it needs Docker, which is not used here')
      const needed = anomaly('docker-needed', 'high', `The tests run through Docker: ${item.text}`, {
        blocking: !frame.docker,
        path: evidence.file,
        line: evidence.line,
        remedy:
          'Allow it with `verify.services: {docker: true}`, or name commands without Docker under `verify.commands` in triverdict.yaml.',
      })
      return opaqueCheck(frame, item, 'tests', null, [needed])
    }
    case 'runner': {
      // A call that makes its own environment from the network prepares nothing here.
      if (nature.kind === null)
        return nature.apart ? left('lint', evidence, item.text, `${nature.reason}; ${NO_CHECK}`) : step
      const declared = frame.grounds.fallback !== undefined
      const unread = declared ? [] : left(nature.kind, evidence, item.text, nature.reason)
      return nature.kind === 'tests' && !nature.apart
        ? [...opaqueCheck(frame, item, 'tests', null, []), ...unread]
        : unread
    }
    case 'named':
      return nature.kind === 'tests'
        ? opaqueCheck(frame, item, 'tests', null, [])
        : left(nature.kind, evidence, item.text, 'no tool that this version knows was recognised in it')
    case 'work':
      return [stepPart(frame, item, own, mostUnread([within, unreadOf(argv)]))]
  }
}

/** Programs that give what they start a display or a bus of messages. */
const GIVES = /(?:^|\/)(?:xvfb-run|dbus-run-session)$/

/** What a command starts that does nothing else; undefined where it is no such command. What needs `sudo` and is no check changes the machine. */
const ofWrapped = (frame: Frame, item: SimpleCommand): readonly Part[] | undefined => {
  const inner = unwrapped(
    item.argv,
    frame.source.shell.some((word) => /^-[a-z]*e/.test(word)),
  )
  if (inner === undefined || frame.trail.length >= DEPTH) return undefined
  const own = frame.source.evidence(item.line, item.text)
  if (inner.is === 'text') {
    if (item.piped) return undefined
    const evidence = (_: number, within: string): Evidence => frame.source.evidence(item.line, within)
    const { cwd, env } = item
    const source: Source = { text: inner.text, cwd, env, shell: frame.source.shell, evidence }
    return walk({ ...frame, source, outer: frame.outer ?? own, trail: [...frame.trail, 'eval'] })
  }
  const skip = item.argv.length - inner.argv.length
  const globs = item.globs.map((at) => at - skip).filter((at) => at >= 0)
  const parts = simple(frame, { ...item, argv: inner.argv, env: { ...item.env, ...inner.env }, globs })
  // What no tool is known in runs as it is written, with the display and the bus that it may need.
  const whole = parts.find((part) => part.piece === 'check' && part.check.tool === null)
  if (GIVES.test(item.argv[0]) && parts.length === 1 && whole?.piece === 'check')
    return opaqueCheck(frame, item, whole.check.kind, null, [], whole.check.project)
  const changes = /(?:^|\/)(?:sudo|doas)$/.test(item.argv[0])
  const checks = parts.some(
    (part) =>
      part.piece === 'check' ||
      (part.piece === 'step' && part.unread !== undefined) ||
      (part.piece === 'left' && part.left.kind !== 'prepare'),
  )
  return changes && !checks ? undefined : parts
}

const simple = (frame: Frame, full: SimpleCommand): readonly Part[] => {
  const item = withToxNames(full)
  const started = ofWrapped(frame, item)
  if (started !== undefined) return started
  const list = runList(frame.grounds.view, item.argv, item.cwd)
  if (list !== undefined) return list.flatMap((argv) => simple(frame, { ...item, argv, globs: [] }))
  const inner = taskParts(frame, item, walk)
  if (inner !== undefined && 'parts' in inner) return inner.parts
  const found = recognise(frame.grounds, item.argv, item.cwd)
  // `pyright --version` shows something and checks nothing.
  if (found.is === 'tool' && found.argv.length === 2 && /^(?:--version|--help)$/.test(found.argv[1] ?? '')) return []
  if (found.is === 'tool') return toolCheck(frame, item, found.stack, found.tool, found.argv)
  const text = found.is === 'unknown' && !item.piped ? shellText(frame, item, found.argv) : undefined
  if (text !== undefined && frame.trail.length < DEPTH) {
    const own = frame.source.evidence(item.line, item.text)
    return walk({ ...frame, source: text, outer: frame.outer ?? own, trail: [...frame.trail, 'sh -c'] })
  }
  if (found.is === 'unknown')
    return item.piped
      ? opaque(frame, item)
      : unknown(frame, item, found.argv, inner?.holds === 'tests', inner?.holds === 'work' ? inner.unread : undefined)
  const parts = script(frame, item, found)
  const name = found.lines.find((line) => !/^(pre|post)/.test(line.name))?.name ?? ''
  const kind = kindOfName(name)
  const work = parts.some((part) => part.piece === 'step')
  const checks = parts.some((part) => part.piece === 'check')
  const tests = parts.some((part) => part.piece === 'check' && part.check.kind === 'tests')
  // A runner of tests in whose files no test was recognised runs something that is not known.
  const nature = natureOf(item.argv)
  if (nature.nature === 'runner' && nature.kind === 'tests' && !tests)
    return left('tests', frame.outer ?? frame.source.evidence(item.line, item.text), item.text, nature.reason)
  // A test script in which no test tool is known stays one command.
  if (kind === 'tests' && work && !tests) {
    const known = parts.filter((part) => part.piece !== 'step')
    return [...known, ...opaqueCheck(frame, item, 'tests', found.stack, [])]
  }
  if (checks) return parts
  const said = parts.filter((part) => part.piece === 'left')
  const own = frame.source.evidence(item.line, item.text)
  const named = said.some((part) => part.left.kind === kind)
  if (work && kind !== null && !named)
    return [
      ...said,
      ...left(kind, frame.outer ?? own, item.text, 'no tool that this version knows was recognised in it'),
    ]
  if (!work || kind !== null) return said
  return [stepPart(frame, item, own, unreadIn(parts))]
}

/** A text that only a shell can run: a check if it seems to call tests, a step otherwise. */
const opaque = (frame: Frame, item: ShellItem): readonly Part[] => {
  const evidence = frame.outer ?? frame.source.evidence(item.line, item.text)
  const plain =
    withoutPackageLists(item.text) ??
    withoutProcessorCounts(item.text) ??
    withoutSqueezedVersions(item.text) ??
    unrolled(item.text) ??
    withoutForwarders(item.text)
  if (plain !== undefined) {
    const at = (_: number, words: string) => frame.source.evidence(item.line, words)
    return walk({ ...frame, source: { ...frame.source, text: plain, cwd: item.cwd, env: item.env, evidence: at } })
  }
  const inner = commandsWithin(item.text).map(
    (argv): SimpleCommand => ({
      ...item,
      form: 'simple',
      argv,
      globs: [],
      redirected: false,
      piped: false,
      masked: false,
    }),
  )
  const parts = inner.filter(({ argv }) => !QUESTIONS.has(argv[0])).flatMap((command) => simple(frame, command))
  const checks = parts.flatMap((part) => (part.piece === 'check' ? [part.check] : []))
  const stack = checks.find((check) => check.kind === 'tests')?.project.stack ?? null
  const others = parts.flatMap((part) => (part.piece === 'left' ? [part.left] : []))
  const kinds = [...checks, ...others].map((one) => one.kind)
  const kind = (['tests', 'types', 'lint'] as const).find((candidate) => kinds.includes(candidate))
  const reason = item.form === 'opaque' ? item.reason : 'it is fed from a pipe'
  if (item.form === 'opaque' && item.expression)
    return left(kind ?? 'prepare', evidence, item.text, 'it uses an expression that has a value only inside the CI run')
  const apart = others.find((one) => one.kind === 'tests' && APART.test(one.reason))
  if (apart !== undefined && !checks.some((check) => check.kind === 'tests'))
    return left('tests', evidence, item.text, apart.reason)
  if (kind === 'tests') return ofBranches(item, checks) ?? opaqueCheck(frame, item, 'tests', stack, [])
  // `test -z "$(gofmt -l .)"`: what the tool itself says is what is asked.
  if (checks.length > 0 && checks.every(({ tool }) => tool?.wrapped === true))
    return checks.map((check) => ({ piece: 'check', check }))
  // An install under a condition is an install.
  const [install] = others
  if (install !== undefined && parts.length === others.length && others.every((one) => one.kind === 'prepare'))
    return left('prepare', evidence, item.text, install.reason)
  const known = others.filter((one) => one.kind === kind)
  if (kind !== undefined && checks.length === 0 && known.every((one) => isApart(one.reason)))
    return left(kind, evidence, item.text, known[0]?.reason ?? reason)
  if (kind !== undefined) return left(kind, evidence, item.text, `it cannot be taken apart: ${reason}`)
  // `bash <(curl -s https://codecov.io/bash)` sends what was measured.
  const sends = /\b(?:codecov|coveralls|codeclimate)\b/.test(item.text)
  return [stepPart(frame, item, evidence, sends ? undefined : unreadIn(parts))]
}

const expandItem = (frame: Frame, item: ShellItem): readonly Part[] =>
  item.form === 'simple' ? simple(frame, item) : opaque(frame, item)

function walk(frame: Frame): readonly Part[] {
  return itemsOf(frame.source).flatMap((item) => expandItem(frame, item))
}

/**
 * What a shell text comes down to: the checks in it, the other commands as steps, and what is left out and why. Scripts of
 * manifests are looked into (eight deep, each once). `docker`: a person allowed it.
 */
export const expand = (grounds: Grounds, source: Source, docker: boolean): Expansion => {
  const frame: Frame = { grounds, source, outer: null, trail: [], docker }
  const items = itemsOf(source)
  return {
    items,
    pieces: items.flatMap((item, origin) =>
      expandItem(frame, item).map((part) => ({ ...part, origin, group: item.group })),
    ),
    origins: items.map(
      (item): Step => ({ command: wholeCommand(item, source.shell), evidence: source.evidence(item.line, item.text) }),
    ),
  }
}
