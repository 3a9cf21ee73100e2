import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { parse } from 'sh-syntax'
import { describe, expect, test } from 'vitest'
import { parseShell } from './shell.ts'
import type { ShellItem, ShellPlace } from './shell-items.ts'

const place: ShellPlace = { cwd: '.', env: {}, errexit: true, pipefail: false }

const show = (item: ShellItem): string => {
  const marks = [item.swallowed ? 'swallowed' : '', item.form === 'simple' && item.masked ? 'masked' : ''].filter(
    Boolean,
  )
  const env = Object.entries(item.env).map(([name, value]) => `${name}=${value}`)
  const call = item.form === 'simple' ? JSON.stringify(item.argv) : `opaque ${JSON.stringify(item.text)}`
  return [...env, call, item.cwd === '.' ? '' : `@${item.cwd}`, item.line === 0 ? '' : `line ${item.line}`, ...marks]
    .filter(Boolean)
    .join(' ')
}

const check = (text: string, expected: readonly string[], more: Partial<ShellPlace> = {}): void =>
  expect(parseShell(text, { ...place, ...more }).map(show), text).toEqual(expected)

describe('taking a shell text apart', () => {
  test('lists and directories', () => {
    check('npm ci && npm test', ['["npm","ci"]', '["npm","test"]'])
    check('a; b\n\n# no\nc', ['["a"]', '["b"]', '["c"] line 3'])
    check('cd web && npx jest', ['["npx","jest"] @web'])
    check('cd web\ncd ../api\npytest', ['["pytest"] @api line 2'])
    check('(cd web && a) && b', ['["a"] @web', '["b"]'])
    check('{ cd web; a; }; b', ['["a"] @web', '["b"] @web'])
    check('a &&\n\n  b', ['["a"]', '["b"] line 2'])
    check('a \\\n  --x', ['["a","--x"]'])
    check('cd ../.. && a', ['opaque "cd ../.. && a"'])
    check('cd $DIR\npytest', ['opaque "cd $DIR\\npytest"'])
    check('', [])
  })
  test('words', () => {
    check(`a 'b c' "d e" f\\ g "h\\"i" ''`, ['["a","b c","d e","f g","h\\"i",""]'])
    check('a "x\\ny" x\\ny', ['["a","x\\\\ny","xny"]'])
    check('A=1 B="2 3" c', ['A=1 B=2 3 ["c"]'])
    // biome-ignore lint/suspicious/noTemplateCurlyInString: shell text
    check('A=b\nc $A "${A}x" \'$A\'', ['["c","b","bx","$A"] line 1'])
    check('export A=b\nc', ['A=b ["c"] line 1'])
    check('F="a b"; E=""\nc $F $E "$F"', ['["c","a","b","a b"] line 1'])
    check('PATH=$HOME/go/bin:$PATH a', ['["a"]'])
    check('export GOBIN=$HOME/go/bin\na', ['["a"] line 1'])
    // biome-ignore lint/suspicious/noTemplateCurlyInString: shell text
    check('P=""\n${P}c "$P"', ['["c",""] line 1'])
    check('F="a *"\nc $F', ['opaque "c $F" line 1'])
    check('a $HOME', ['opaque "a $HOME"'])
    check('a ~/x', ['opaque "a ~/x"'])
    check('a {b,c}', ['opaque "a {b,c}"'])
    check('a {} {b}', ['["a","{}","{b}"]'])
    check('a `b`', ['opaque "a `b`"'])
    check('a <(b)', ['opaque "a <(b)"'])
    check('a $TZ "$GITHUB_WORKSPACE/x"', ['TZ=UTC ["a","UTC","../x"] @web'], { cwd: 'web', env: { TZ: 'UTC' } })
    check('export PATH="$PWD/node_modules/.bin:$PATH"\na', ['["a"] line 1'])
    expect(parseShell('a src/*.ts "b/*.ts"', place)[0]).toMatchObject({ globs: [1], argv: ['a', 'src/*.ts', 'b/*.ts'] })
  })
  test('exit codes that are thrown away', () => {
    check('a || true', ['["a"] swallowed'])
    check('a && b || echo no', ['["a"] swallowed', '["b"] swallowed'])
    check('a || exit 1', ['["a"]'])
    check('a || (echo no; exit 1)', ['["a"]'])
    check('a || { echo no && exit 0; }', ['["a"] swallowed'])
    check('a || b', ['opaque "a || b"'])
    check('a | tee log', ['["a"] masked'])
    check('set -o pipefail; a | tee log', ['["a"]'])
    check('a | tee log', ['["a"]'], { pipefail: true })
    check('set +e\na\nb', ['["a"] line 1 swallowed', '["b"] line 2'])
    check('a; b', ['["a"] swallowed', '["b"]'], { errexit: false })
    check('set -euo pipefail; a | b; c', ['["a"]', '["c"]'], { errexit: false })
    check('time -p a b; time (cd x && c)', ['["a","b"]', '["c"] @x'])
    check('set -eou pipefail; a | b; c', ['["a"]', '["c"]'], { errexit: false })
  })
  test('a condition around a variable of one command leaves what follows readable', () => {
    const parsed = (text: string) =>
      parseShell(text, place).map((item) => (item.form === 'simple' ? item.argv[0] : '?'))
    expect(parsed('test -d x && A=b git fetch origin\nc')).toEqual(['?', 'c'])
    for (const set of ['A=b', 'A=b;', 'A=$(y z)', 'A=`y`', 'export A=b', '{ A=b; }'])
      expect(parsed(`test -d x && ${set}\nc`)).toEqual(['?'])
  })
  test('what stays whole', () => {
    check('if [ -f x ]; then\n  a\nfi\nb', ['opaque "if [ -f x ]; then\\n  a\\nfi"', '["b"] line 3'])
    check('for x in a b; do c $x; done && d', ['opaque "for x in a b; do c $x; done"', '["d"]'])
    check('case $x in a) b;; (c) d;; esac; e', ['opaque "case $x in a) b;; (c) d;; esac"', '["e"]'])
    check('[ -f x ] && a', ['opaque "[ -f x ] && a"'])
    check('! a', ['opaque "! a"'])
    check('f() { a; }\nf', ['opaque "f() { a; }\\nf"'])
    check('a &\nb', ['opaque "a &\\nb"'])
    check('source x.sh\na', ['opaque "source x.sh\\na"'])
    check('source $VENV\na', ['["a"] line 1'])
    check('. venv/bin/activate\na', ['["a"] line 1'])
    check('V=$(date)\na $V', ['opaque "V=$(date)\\na $V"'])
    check('a\nif x; then exit 0; fi\nb', ['["a"]', 'opaque "if x; then exit 0; fi\\nb" line 1'])
    check("a\necho 'open", ['["a"]', `opaque "echo 'open" line 1`])
    check('a\n(b', ['["a"]', 'opaque "(b" line 1'])
    check('cat <<EOF > f\nx $y\nEOF\na', ['opaque "cat <<EOF > f\\nx $y\\nEOF"', '["a"] line 3'])
    check('exit 0\na', [])
  })
})

/** The same words as bash hears them. */
const bashWords = (lines: readonly string[]): readonly (readonly string[])[] => {
  const script = `p() { for word in "$@"; do printf '%s\\0' "$word"; done; printf '\\1'; }\n${lines.map((line) => `p ${line}`).join('\n')}\n`
  const out = execFileSync('bash', ['--norc', '-fc', script], { encoding: 'utf8', cwd: '/' })
  return out
    .split('\u0001')
    .slice(0, -1)
    .map((part) => part.split('\0').slice(0, -1))
}

const piece = fc.oneof(
  fc.stringMatching(/^[\w@%+=:,./-]{1,6}$/),
  fc.stringMatching(/^[\w $"#*;|&(){}<>\\~!-]{0,8}$/).map((text) => `'${text}'`),
  fc.stringMatching(/^[\w #*;|&(){}<>~' -]{0,8}$/).map((text) => `"${text}"`),
  fc.constantFrom('\\ ', '\\"', '\\$', '"\\$"', '"\\n"', '"a\\"b"', '\\\\', "''", '""', '#', 'a#b', '$', '"$"'),
)
const word = fc.array(piece, { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join(''))

describe('against other readers', () => {
  test('quotes are removed as bash removes them', () => {
    const lines = fc.sample(
      fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' ')),
      { numRuns: 400, seed: 7 },
    )
    const read = lines.map((line) => parseShell(`p ${line}`, place))
    const simple = lines.flatMap((line, index) => {
      const [item, second] = read[index] ?? []
      return item?.form === 'simple' && second === undefined && item.argv[0] === 'p'
        ? [{ line, argv: item.argv.slice(1) }]
        : []
    })
    expect(simple.length).toBeGreaterThan(250)
    const heard = bashWords(simple.map(({ line }) => line))
    for (const [index, { line, argv }] of simple.entries()) expect(argv, line).toEqual(heard[index])
  })
  test('what is taken apart is a text that a full parser accepts', async () => {
    const fragment = fc.constantFrom(
      'a',
      'b "c"',
      '&&',
      '||',
      ';',
      '|',
      '\n',
      '(',
      ')',
      '{',
      '}',
      'if x',
      'then',
      'fi',
      'for i in 1 2',
      'do',
      'done',
      '! ',
      '> f',
      '2>&1',
      '&',
      "'",
      '# c',
      '$x',
      'cd d',
      'case a in',
      'a)',
      ';;',
      'esac',
      '<<E',
      'E',
    )
    const texts = fc.sample(
      fc.array(fragment, { maxLength: 9 }).map((parts) => parts.join(' ')),
      { numRuns: 700, seed: 11 },
    )
    let apart = 0
    for (const text of texts) {
      const items = parseShell(text, place)
      if (items.length === 0 || items.some((item) => item.form === 'opaque')) continue
      apart++
      await expect(parse(text), text).resolves.toBeDefined()
    }
    expect(apart).toBeGreaterThan(20)
  })
  test('what is taken apart is what bash runs, in the same order and places', () => {
    const { list } = fc.letrec<{ list: string; one: string; command: string }>((tie) => ({
      command: fc.oneof(
        {
          weight: 6,
          arbitrary: fc.constantFrom(
            'p 1',
            'p "2 3"',
            'A=4 p 4',
            'cd d',
            'X=1',
            'p "$X"',
            'export Y=2',
            'p 5 > /dev/null 2>&1',
            'set -e',
            'exit 0',
          ),
        },
        { weight: 1, arbitrary: tie('list').map((inner) => `(${inner})`) },
        { weight: 1, arbitrary: tie('list').map((inner) => `{ ${inner}; }`) },
      ),
      one: fc
        .tuple(
          fc.array(tie('command'), { minLength: 1, maxLength: 3 }),
          fc.constantFrom('', '', '', ' || true', ' || exit 1'),
        )
        .map(([parts, end]) => parts.join(' && ') + end),
      list: fc
        .array(tie('one'), { minLength: 1, maxLength: 3 })
        .chain((parts) => fc.constantFrom(';', '\n', ' # z\n').map((by) => parts.join(by))),
    }))
    const texts = fc.sample(list, { numRuns: 180, seed: 3 })
    const root = mkdtempSync(join(tmpdir(), 'shell-'))
    mkdirSync(join(root, 'd/d/d/d/d/d/d/d/d/d'), { recursive: true })
    const apart = texts.flatMap((text) => {
      const items = parseShell(text, place)
      if (items.length < 2 || items.some((item) => item.form === 'opaque' || item.piped)) return []
      const ran = items.map((item) => (item.form === 'simple' ? `${item.cwd}:${item.argv.slice(1).join('|')}` : ''))
      return [{ text, ran }]
    })
    expect(apart.length).toBeGreaterThan(40)
    const record = `p() { local at="\${PWD#"$ROOT"}"; at="\${at#/}"; local IFS='|'; printf '%s:%s\\n' "\${at:-.}" "$*" >> "$ROOT/ran"; }`
    for (const { text, ran } of apart) {
      rmSync(join(root, 'ran'), { force: true })
      execFileSync('bash', ['-e', '-c', `${record}\n${text}`], {
        cwd: root,
        env: { ...process.env, ROOT: root },
        stdio: 'pipe',
      })
      expect(ran, text).toEqual(readFileSync(join(root, 'ran'), 'utf8').trimEnd().split('\n'))
    }
    rmSync(root, { recursive: true })
  })
  test('it never throws', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 80, unit: 'binary' }), (text) => Array.isArray(parseShell(text, place))),
      { numRuns: 500 },
    )
    const nasty = fc.string({
      unit: fc.constantFrom(...'ab \n\'"`$(){}[];|&<>#\\=~*!', '${', '$(', '<<', 'if ', 'fi ', 'do ', ' in '),
    })
    fc.assert(
      fc.property(nasty, (text) => Array.isArray(parseShell(text, place))),
      { numRuns: 1500 },
    )
  })
})
