// Writes docs/stacks/: a page for each stack, from its definition in src/stacks and the scenarios of the corpus, and README.md, which
// lists them. `--check` writes nothing and exits 1 when a page differs.
import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '')

/** Families of the corpus that are about one stack. */
const FAMILIES = {
  node: ['vitest', 'jest', 'mocha', 'ava', 'node-test', 'tsc', 'eslint'],
  python: ['pytest', 'unittest', 'python-quality'],
  go: ['go'],
  rust: ['rust'],
  cpp: ['cpp'],
  java: ['java'],
  other: ['tap'],
}
/** The others: about every stack. */
const COMMON = ['tamper', 'honest', 'mixed', 'discovery', 'coverage', 'environment']

const FORMS = { lock: 'lock', branch: 'change', both: 'both' }
const MEANINGS = {
  green: 'green',
  red: 'red',
  'not-complete': 'not complete',
  'not-started': 'not started',
}
const GROUPS = [
  ['error', 'Nothing can be said of the change: **error**', (item) => item.verdict === 'error'],
  ['fail', 'The change is at fault: **fail**', (item) => item.verdict === 'fail'],
  ['pass', 'It only looks bad, or is put back: **pass**', (item) => item.verdict === 'pass' && !item.honest],
  ['honest', 'Honest changes that must not be accused: **pass**', (item) => item.honest],
]
const CLASSES = [
  ['tests', 'Tests'],
  ['judge', 'What judges: configuration of runners, linters, type checkers'],
  ['build', 'What builds: from the branch, changes are flagged'],
  ['manifests', 'Manifests and lockfiles'],
  ['activating', 'What acts by being there'],
]

/** The TypeScript source as it is now, bundled in memory. */
const loadStacks = async () => {
  const bundle = await build({
    absWorkingDir: root,
    stdin: {
      contents:
        "export * from './src/stacks/index.ts'; export { REPORT_PLACES } from './src/stacks/other/report-places.ts'",
      resolveDir: root,
    },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    // Some libraries are written for `require`.
    banner: { js: "import { createRequire } from 'node:module';const require=createRequire('file:///');" },
  })
  const code = Buffer.from(bundle.outputFiles[0].contents).toString('base64')
  const { stacks, other, REPORT_PLACES } = await import(`data:text/javascript;base64,${code}`)
  return { stacks: [...stacks, other], places: REPORT_PLACES }
}

/** A project without a file: what a tool is called by where nothing else says so. */
const EMPTY = { paths: [], has: () => false, read: () => undefined, oid: () => undefined, under: () => EMPTY }
/** Lockfiles of managers of one stack, in the order in which they are believed. */
const LOCKFILES = ['pnpm-lock.yaml', 'yarn.lock', 'package-lock.json', 'npm-shrinkwrap.json', 'bun.lock', 'bun.lockb']
/** A project with every file that is asked for but some, all of them empty. */
const full = (without) => ({ ...EMPTY, has: (path) => !without.includes(path), read: () => '' })
const PLACE = { reportDirectory: '$REPORTS', reporters: '$REPORTERS', tree: '$TREE', project: EMPTY, directory: '.' }

const list = (directory) =>
  readdirSync(`${root}/${directory}`, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()
const scenarios = (family) =>
  list(`corpus/${family}`).map((name) => ({
    path: `${family}/${name}`,
    ...JSON.parse(readFileSync(`${root}/corpus/${family}/${name}/expect.json`, 'utf8')),
  }))

const code = (text) => (text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``)
const cell = (text) => text.replaceAll('|', '\\|')
const table = (head, rows) =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n')

/** A word of a call as a shell would need it; the text of a script of ours is left out. */
const word = (text) => {
  if (text === '') return "''"
  if (text.length > 60 && /\s/.test(text)) return "'…'"
  return /^[\w@%+=:,./$*-]+$/.test(text) ? text : `'${text.trimEnd().replaceAll('\n', ' ')}'`
}
const call = (argv) => argv.map(word).join(' ')
const environment = (env) => Object.entries(env).map(([name, value]) => `${name}=${value === '' ? '' : word(value)}`)

/** Codes that say the same are one row. */
const ranges = (exits) => {
  const found = []
  for (const exit of [...exits].sort((a, b) => a.code - b.code)) {
    const last = found.at(-1)
    const same = last?.to === exit.code - 1 && last.note === exit.note && last.source === exit.source
    if (same) last.to = exit.code
    else found.push({ ...exit, to: exit.code })
  }
  return found
}

const exitSection = (exits) => {
  const sources = [...new Set(exits.map(({ source }) => source))]
  const only = sources.length === 1
  return [
    table(
      ['code', 'meaning', 'when', ...(only ? [] : ['source'])],
      ranges(exits).map(({ code: from, to, meaning, note, source }) => [
        from === to ? `${from}` : `${from}–${to}`,
        MEANINGS[meaning],
        note,
        ...(only ? [] : [source]),
      ]),
    ),
    ...(only ? [`Source of the codes: ${sources[0]}.`] : []),
  ]
}

const reports = (channels) =>
  channels
    .map(({ format, role, required }) => `${role}: ${code(format)}${required ? '' : ' (not required)'}`)
    .join(', ')

const toolSection = (tool) => {
  const { argv, env, channels, census } = tool.instrument(tool.defaultArgv(EMPTY), PLACE)
  const lines = [...environment(env), call(argv), ...(census === undefined ? [] : [`# census: ${call(census)}`])]
  return [
    `### ${tool.id}`,
    `\`\`\`sh\n${lines.join('\n')}\n\`\`\``,
    `Reports: ${reports(channels)}.`,
    ...exitSection(tool.exits),
  ]
}

const abilities = (tool) =>
  [
    tool.narrow && 'narrow',
    tool.probe && 'probe',
    tool.filters && 'filters',
    tool.emits && 'emits',
    tool.wrapped && 'wrapped',
  ]
    .filter(Boolean)
    .join(', ')

const toolSections = (stack) =>
  stack.tools.length === 0
    ? [
        'None: what the command does is known only from the reports that it leaves, where a person declares them or in these places, relative to the project. TAP files that Perl’s harness is told to keep are read as well, and, where none of all these is there, standard output, if it is TAP as a whole.',
        table(
          ['format', 'place', 'whose'],
          places.map(({ format, glob, of }) => [format, code(glob), of]),
        ),
      ]
    : [
        table(
          ['tool', 'kind', 'adopted by', 'by convention', 'can'],
          stack.tools.map((tool) => [
            code(tool.id),
            tool.kind,
            tool.adoption,
            code(call(tool.defaultArgv(EMPTY))),
            abilities(tool),
          ]),
        ),
        '`narrow`: run on some test files only. `probe`: a control test of our own. `filters`: what its options leave out is named. `emits`: may leave files that later checks need. `wrapped`: taken out of a shell text.',
        'Each as Triverdict runs it in an empty project: `$REPORTS` is a new, empty directory outside of the tree, `$REPORTERS` holds what ships with Triverdict, `…` stands for a script of ours. How its codes are read: [README](README.md).',
        ...stack.tools.flatMap(toolSection),
      ]

const traps = (stack) => {
  const all = FAMILIES[stack.id].flatMap(scenarios)
  return GROUPS.flatMap(([, title, belongs]) => {
    const some = all.filter(belongs)
    if (some.length === 0) return []
    const lines = some.map(
      ({ path, title: line, form }) => `- ${line} ([${path}](../../corpus/${path}), ${FORMS[form]})`,
    )
    return [`### ${title} (${some.length})`, lines.join('\n')]
  })
}

const GENERATED = '<!-- Generated by `npm run docs` from src/stacks and corpus/: change those. -->'

const page = (stack, isMarked) => {
  const { detection, calls, dependencies, versions, coverage } = stack.about
  return [
    GENERATED,
    `# ${stack.title}`,
    '## Detection',
    ...(isMarked ? [`Markers: ${stack.markers.map(code).join(', ')}.`] : []),
    detection,
    `Seen through: ${calls}`,
    '## Versions',
    versions.map((line) => `- ${line}`).join('\n'),
    '## Dependencies',
    dependencies,
    ...cacheKey(stack),
    '## Coverage',
    coverage,
    '## Tools',
    ...toolSections(stack),
    '## Locked files',
    'Globs, relative to the project. Tests and what judges come from the lock; [limits](../limits.md) says what is not found by name.',
    table(
      ['class', 'globs'],
      CLASSES.filter(([id]) => stack.locked[id].length > 0).map(([id, title]) => [
        title,
        stack.locked[id].map(code).join(' '),
      ]),
    ),
    '## Known traps',
    'Scenarios of the [corpus](../../corpus/README.md), each under the verdict that is right. `lock`: the trap is in the exam already; `change`: the branch brings it; `both`: it needs the two.',
    ...traps(stack),
  ]
}

/** Files that decide that an installation may be used again, whichever manager is the project's. */
const cacheKey = (stack) => {
  const files = LOCKFILES.flatMap((_, at) => stack.install(full(LOCKFILES.slice(0, at)), '.').keyFiles)
  const names = [...new Set(files)].sort().map(code).join(', ')
  return names === ''
    ? []
    : [`Kept for later runs under the versions of the tools and what these files hold: ${names}.`]
}

const count = (items, verdict) => items.filter((item) => item.verdict === verdict).length
const counts = (families) => {
  const all = families.flatMap(scenarios)
  return [`${count(all, 'pass')}`, `${count(all, 'fail')}`, `${count(all, 'error')}`]
}

const overview = (stacks) => [
  GENERATED,
  '# Stacks',
  'One page for each toolchain that Triverdict verifies: detection, versions, tools with their calls, reports and exit codes, locked files, known traps.',
  table(
    ['stack', 'tools', 'pass', 'fail', 'error'],
    stacks.map((stack) => [
      `[${stack.title}](${stack.id}.md)`,
      stack.tools.map(({ id }) => code(id)).join(', ') || 'the report that is left',
      ...counts(FAMILIES[stack.id]),
    ]),
  ),
  'Directories that are named like tests, fixtures, examples, documentation, vendored code or output are no projects unless a person names them (`verify.projects`, `--project`).',
  'The numbers count scenarios of the corpus by the verdict that is right. Others concern every stack:',
  table(
    ['family', 'pass', 'fail', 'error'],
    COMMON.map((family) => [`[${family}](../../corpus/${family})`, ...counts([family])]),
  ),
  '## How an exit code is read',
  [
    '- Green and red: what the tool says of the code under test. Not complete: it says nothing about it. Not started: the tool here cannot run this project.',
    '- A code alone is never a verdict: it is held against the reports of the run, and a contradiction is never resolved towards green.',
    '- A code that a table does not list is green when it is 0 and says nothing about the code under test otherwise.',
    '- A code from 129 that stands for a signal is read as that signal, unless the table lists it as red and a complete report names failures.',
    '- Where a tool uses one code for findings and for its own troubles, the table says red: without a finding in its report such a run is not complete.',
  ].join('\n'),
]

const known = [...Object.values(FAMILIES).flat(), ...COMMON]
// docs/gate.md is the page of gates.
const unknown = list('corpus').filter((family) => !['kits', 'gate', ...known].includes(family))
if (unknown.length > 0) throw new Error(`families of the corpus without a page: ${unknown.join(', ')}`)

const check = process.argv.includes('--check')
const { stacks, places } = await loadStacks()
const pages = new Map([
  ['README.md', overview(stacks)],
  ...stacks.map((stack) => [`${stack.id}.md`, page(stack, stack !== stacks.at(-1))]),
])
await mkdir(`${root}/docs/stacks`, { recursive: true })
for (const [name, blocks] of pages) {
  const file = `${root}/docs/stacks/${name}`
  const text = `${blocks.join('\n\n')}\n`
  if (!check) {
    await writeFile(file, text)
    continue
  }
  if ((await readFile(file, 'utf8').catch(() => null)) === text) continue
  console.error(`docs/stacks/${name} differs from src/stacks and corpus: run \`npm run docs\``)
  process.exitCode = 1
}
