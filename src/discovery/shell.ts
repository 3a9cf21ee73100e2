import type { OpaqueText, ShellItem, ShellPlace } from './shell-items.ts'
import {
  assignment,
  follow,
  QUIET,
  STATEFUL,
  type State,
  TOOL_PATH,
  VENV,
  VENV_BY_NAME,
  wordValue,
  wordValues,
} from './shell-state.ts'
import { isOperator, plain, type Statement, splitAt, statements, type Tokens } from './shell-statements.ts'
import { type Token, tokens } from './shell-words.ts'

const KEYWORD = /^(if|for|while|until|case|select|function|\[\[|!|coproc|time|\{|\})$/
const QUESTIONS = new Set(['[', '[[', 'test', '!', 'if', 'command', 'which', 'type', 'hash', 'grep', 'cmp', 'diff'])

/** Variables that say where installed tools are: ours are found without them. */
const OWN_PATHS = new Set(['PATH', 'GOBIN'])

const hasExpression = (part: Tokens): boolean =>
  part.some((token) => token.kind === 'word' && token.parts.some((p) => p.kind === 'expression'))

/** Takes one shell text apart. Never throws; what cannot be followed becomes opaque, from that statement to the end where the state of the shell is lost. */
export const parseShell = (text: string, place: ShellPlace): readonly ShellItem[] => {
  let group = -1
  const lineAt = (offset: number): number => text.slice(0, offset).split('\n').length - 1

  const opaque = (start: number, end: number, state: State, reason: string, expression: boolean): OpaqueText => ({
    form: 'opaque',
    text: text.slice(start, end).trim(),
    line: lineAt(start),
    group,
    cwd: state.cwd,
    env: { ...state.env },
    variables: { ...state.variables },
    swallowed: false,
    reason,
    expression,
  })

  const span = (part: Tokens): readonly [number, number] => [part[0]?.start ?? 0, part.at(-1)?.end ?? 0]

  /** One command without pipes. Undefined when nothing is left to run (`cd`, an assignment). */
  const simple = (part: Tokens, whole: Tokens, state: State, piped: boolean): ShellItem | undefined => {
    const [start, end] = span(whole)
    const words = part.filter((token) => token.kind === 'word')
    const redirected = part.some((token) => token.kind === 'redirect')
    const give = (reason: string): OpaqueText => opaque(start, end, state, reason, hasExpression(whole))
    if (part.some((token) => token.kind === 'operator')) {
      state.ended = 'defines a function'
      return give('it defines a function')
    }
    const own: Record<string, string> = {}
    let at = 0
    for (; at < words.length; at++) {
      const set = assignment(words[at])
      if (set === null) break
      const value = wordValue(set.parts, state)
      const token = words[at] as Token
      if (value === null && OWN_PATHS.has(set.name) && TOOL_PATH.test(text.slice(token.start, token.end))) continue
      if (value === null) {
        if (at === words.length - 1 || words.slice(at).every((word) => assignment(word) !== null)) {
          state.ended = `gives ${set.name} a value that only a running shell knows`
          return undefined
        }
        return give(`the value of ${set.name} is known only to a running shell`)
      }
      own[set.name] = value.value
    }
    const rest = words.slice(at)
    if (rest.length === 0) {
      Object.assign(state.variables, own)
      for (const name of Object.keys(own)) if (name in state.env) state.env[name] = own[name] ?? ''
      return undefined
    }
    if (plain(rest[0]) === 'export') {
      for (const token of rest.slice(1)) {
        const set = assignment(token)
        const name = set?.name ?? plain(token)
        const value = set === null ? { value: state.variables[name ?? ''] } : wordValue(set.parts, state)
        if (OWN_PATHS.has(name ?? '') && TOOL_PATH.test(text.slice(token.start, token.end))) continue
        if (name === undefined || value?.value === undefined) {
          state.ended = 'exports a value that only a running shell knows'
          return undefined
        }
        state.variables[name] = value.value
        state.env[name] = value.value
      }
      return undefined
    }
    const values = rest.flatMap((token) => (token.kind === 'word' ? wordValues(token.parts, state) : [null]))
    const known = values.filter((value) => value !== null)
    const first = values[0]
    if (first && ['source', '.', 'eval', 'alias', 'trap'].includes(first.value) && known.length < values.length) {
      const written = text.slice(start, end).replace(/["']+$/, '')
      if (VENV.test(written) || VENV_BY_NAME.test(written)) return undefined
      state.ended = `\`${first.value}\` changes the state of the shell`
      return undefined
    }
    if (first?.value === 'cd' && known.length < values.length) {
      state.ended = 'changes to a directory that is not known'
      return undefined
    }
    const [head, ...tail] = known
    if (known.length < values.length || head === undefined) return give('a word in it is known only to a running shell')
    const written = known.map((value) => value.value)
    // What is read into the shell is looked into where nothing follows that could see what it changed.
    const last = text.slice(end).trim() === ''
    const read = ['.', 'source'].includes(head.value) && last && !VENV.test(written[1] ?? '')
    const evaluated = head.value === 'eval' && (last || !STATEFUL.test(written.slice(1).join(' ')))
    if (!piped && !read && !evaluated && follow(written, state)) return undefined
    return {
      form: 'simple',
      argv: [head.value, ...tail.map((value) => value.value)],
      globs: known.flatMap((value, index) => (value.glob ? [index] : [])),
      text: text.slice(start, end).trim(),
      line: lineAt(start),
      group,
      cwd: state.cwd,
      env: { ...state.env, ...own },
      variables: { ...state.variables },
      swallowed: false,
      redirected,
      piped,
      masked: piped && !state.pipefail,
    }
  }

  /** A pipeline, a group, or a compound command. */
  const pipeline = (part: Tokens, state: State): readonly ShellItem[] => {
    const [start, end] = span(part)
    const { pieces } = splitAt(part, '|', '|&')
    const head = pieces[0] ?? []
    const piped = pieces.length > 1
    const first = head[0]
    const give = (reason: string): readonly ShellItem[] => {
      if (STATEFUL.test(text.slice(start, end))) state.ended = reason
      return [opaque(start, end, state, reason, hasExpression(part))]
    }
    if (first === undefined) return []
    // `time` says how long it took, and changes nothing.
    if (plain(first) === 'time' && part.length > 1) return pipeline(part.slice(plain(part[1]) === '-p' ? 2 : 1), state)
    const round = isOperator(first, '(')
    if (round || plain(first) === '{') {
      const closers = round ? (token: Token) => isOperator(token, ')') : (token: Token) => plain(token) === '}'
      const close = head.findLastIndex(closers)
      if (round && isOperator(head[1], '(') && head[1]?.start === first.end) return give('it is arithmetic')
      if (head.slice(close + 1).some((token) => token.kind !== 'redirect')) return give('it is a compound command')
      const inner = round ? { ...state, env: { ...state.env }, variables: { ...state.variables } } : state
      const body = head.slice(1, close)
      const items = list(body, inner)
      if (body.every((token) => isOperator(token, '\n'))) state.ended = 'cannot be read'
      if (round && inner.ended !== 'no' && inner.ended !== 'exit') state.ended = inner.ended
      return items.map((item) => (piped && item.form === 'simple' ? { ...item, piped, masked: !state.pipefail } : item))
    }
    const word = pieces
      .map((piece) => plain(piece.find((token) => token.kind === 'word')))
      .find((name) => KEYWORD.test(name ?? ''))
    if (word !== undefined) return give(`\`${word}\` is not taken apart`)
    const item = simple(head, part, state, piped)
    return item === undefined ? [] : [item]
  }

  /** What `|| right` does to the exit code of what stands before it. */
  const rescue = (right: Tokens): 'swallows' | 'fails' | 'other' => {
    const words = right.filter((token) => token.kind === 'word').map((token) => plain(token) ?? '')
    const name = words.find((word) => word !== '{')
    const last = /\b(exit\s+[1-9]\d*|exit|false)\s*;?\s*[)}]?\s*$/.exec(text.slice(...span(right)))?.[1]
    if (last !== undefined) return 'fails'
    if (name === 'exit' || (name !== undefined && QUIET.has(name))) return 'swallows'
    return isOperator(right[0], '(') && QUIET.has(words[0] ?? '') ? 'swallows' : 'other'
  }

  const statement = (one: Statement, state: State): readonly ShellItem[] => {
    const { pieces, by } = splitAt(one.tokens, '&&', '||')
    const before = { ...state, env: { ...state.env }, variables: { ...state.variables } }
    const give = (reason: string): readonly ShellItem[] => {
      if (STATEFUL.test(text.slice(one.start, one.tokens.at(-1)?.end))) state.ended = reason
      return [opaque(one.start, one.end, before, reason, hasExpression(one.tokens))]
    }
    const empty = pieces.some((piece) => splitAt(piece, '|', '|&').pieces.some((part) => part.length === 0))
    if (empty || splitAt(one.tokens, ';;').by.length > 0) {
      state.ended = 'cannot be read'
      return []
    }
    if (one.tokens.some((token) => token.kind === 'redirect' && token.heredoc)) return give('it reads a here-document')
    // What follows a question runs or does not: taken apart it would always run.
    if (pieces.slice(0, -1).some((piece) => QUESTIONS.has(plain(piece[0]) ?? '')))
      return give('it depends on a condition')
    let items: readonly ShellItem[] = []
    for (const [index, piece] of pieces.entries()) {
      if (by[index - 1] === '||') {
        const effect = rescue(piece)
        if (effect === 'other') return give('it has an alternative (`||`)')
        if (effect === 'swallows') items = items.map((item) => ({ ...item, swallowed: true }))
      } else {
        items = [...items, ...pipeline(piece, state)]
        if (state.ended !== 'no') break
      }
    }
    return items
  }

  function list(all: Tokens, state: State): readonly ShellItem[] {
    const items: ShellItem[] = []
    const parts = statements(all)
    for (const [index, one] of parts.entries()) {
      if (state === outer) group++
      const rest = (reason: string, at: State): void => {
        items.push(
          opaque(
            one.start,
            all.at(-1)?.end ?? one.end,
            at,
            reason,
            hasExpression(all.slice(all.indexOf(one.tokens[0] ?? (all[0] as Token)))),
          ),
        )
      }
      const before: State = { ...state, env: { ...state.env }, variables: { ...state.variables } }
      if (one.broken) {
        rest('it cannot be read', before)
        state.ended = 'cannot be read'
        break
      }
      if (one.background) {
        rest('it starts something in the background', before)
        state.ended = 'starts something in the background'
        break
      }
      const found = statement(one, state)
      if (state.ended === 'exit') {
        items.push(...found)
        break
      }
      if (state.ended !== 'no') {
        rest(`it ${state.ended}`, before)
        break
      }
      items.push(
        ...found.map((item) => (!state.errexit && index < parts.length - 1 ? { ...item, swallowed: true } : item)),
      )
    }
    return items
  }

  const outer: State = {
    cwd: place.cwd,
    env: { ...place.env },
    variables: { ...place.env },
    errexit: place.errexit,
    pipefail: place.pipefail,
    ended: 'no',
  }
  return list(tokens(text), outer)
}
