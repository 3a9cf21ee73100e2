// Ratios, all in one run: the machine's noise is in both sides. Prints a table and writes JSON (--out FILE, default .bench/result.json).
// node bench/run.mjs [--runs N] [--megabytes N] [--only help,first,verify,mixed,gate,junit,discovery]
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { build } from 'esbuild'
import { gateRepository, gates } from './gates.mjs'
import { largeRepository } from './large-repository.mjs'
import { mixed, mixedRepository } from './mixed-repository.mjs'

// In a job of GitHub Actions every verdict would be told to it, also those that are wrong on purpose.
delete process.env.GITHUB_ACTIONS

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '7' },
    megabytes: { type: 'string', default: '200' },
    only: { type: 'string', default: 'help,first,verify,mixed,gate,junit,discovery' },
    out: { type: 'string', default: '.bench/result.json' },
  },
})
const only = new Set(values.only.split(','))
const runs = Number(values.runs)
const root = resolve(import.meta.dirname, '..')
const triverdict = join(root, 'dist', 'triverdict.js')
const scratch = mkdtempSync(join(tmpdir(), 'bench-'))
const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)]

/** Whole process, milliseconds; `first` is the time to the first byte on either stream. */
const timed = (argv, settings = {}) =>
  new Promise((done) => {
    const started = process.hrtime.bigint()
    const since = () => Number(process.hrtime.bigint() - started) / 1e6
    let first = null
    const child = spawn(argv[0], argv.slice(1), { stdio: ['ignore', 'pipe', 'pipe'], ...settings })
    const seen = () => (first ??= since())
    child.stdout.on('data', seen)
    child.stderr.on('data', seen)
    child.on('close', (code) => done({ ms: since(), first, code }))
  })

const rows = []
const report = (name, value, unit, limit, good, detail = {}) => {
  rows.push({ name, value, unit, limit, good, ...detail })
  console.log(`${good ? 'ok  ' : 'OVER'}  ${name.padEnd(58)} ${value.toFixed(2)} ${unit}  (limit ${limit})`)
}

if (only.has('help')) {
  const node = []
  const help = []
  for (let run = 0; run < runs * 3; run++) {
    node.push((await timed([process.execPath, '-e', '0'])).ms)
    help.push((await timed([process.execPath, triverdict, '--help'])).ms)
  }
  const ratio = median(help) / median(node)
  report('triverdict --help over node -e 0', ratio, '×', '1.5 ×', ratio <= 1.5, {
    node_ms: median(node),
    help_ms: median(help),
  })
}

if (only.has('first') || only.has('verify')) {
  const repository = join(scratch, 'limits')
  spawnSync(process.execPath, [join(root, 'scripts', 'example.mjs'), '--at', repository, '--build-only'], {
    stdio: 'inherit',
  })
  const bare = join(scratch, 'bare')
  cpSync(repository, bare, { recursive: true })
  execFileSync('git', ['checkout', '-q', 'passes'], { cwd: bare })
  execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: bare, stdio: 'ignore' })
  const env = { ...process.env, XDG_CACHE_HOME: join(scratch, 'cache'), TRIVERDICT_HOME: join(scratch, 'state') }
  const argv = [process.execPath, triverdict, 'verify', repository, '--lock', 'main', '--branch', 'passes', '--json']
  const warm = await timed(argv, { env })
  if (warm.code !== 0) throw new Error(`the example does not pass: exit ${warm.code}`)
  const bareCommands = [
    ['npx', 'eslint', '.'],
    ['npx', 'tsc', '--noEmit'],
    ['npx', 'vitest', 'run', '--coverage'],
  ]
  const [verify, first, sum, node] = [[], [], [], []]
  for (let run = 0; run < runs; run++) {
    let total = 0
    for (const command of bareCommands)
      total += (await timed(command, { cwd: bare, env: { ...process.env, CI: '1' } })).ms
    sum.push(total)
    node.push((await timed([process.execPath, '-e', '0'])).ms)
    const answer = await timed(argv, { env })
    if (answer.code !== 0) throw new Error(`the example does not pass: exit ${answer.code}`)
    verify.push(answer.ms)
    first.push(answer.first)
  }
  const ratio = median(verify) / median(sum)
  const extra = median(verify) - median(sum)
  report(
    'verify, warm, over the same commands bare',
    ratio,
    '×',
    '1.25 × or + 2000 ms',
    ratio <= 1.25 || extra <= 2000,
    { verify_ms: median(verify), bare_ms: median(sum), extra_ms: extra },
  )
  const early = median(first) / median(node)
  report('time to first output over node -e 0', early, '×', '6 ×', early <= 6, {
    first_ms: median(first),
    node_ms: median(node),
  })
}

if (only.has('mixed')) {
  for (const [kind, { files, bare }] of Object.entries(mixed)) {
    const repository = join(scratch, kind)
    mixedRepository(repository, files)
    const env = { ...process.env, XDG_CACHE_HOME: join(scratch, 'cache'), TRIVERDICT_HOME: join(scratch, 'state') }
    const argv = [process.execPath, triverdict, 'verify', repository, '--lock', 'main', '--branch', 'passes', '--json']
    const [verify, sum] = [[], []]
    for (let run = 0; run < runs + 1; run++) {
      // Nothing built before is there for either: a fresh copy, as each tree of a verification is.
      const fresh = join(scratch, `${kind}-${run}`)
      cpSync(repository, fresh, { recursive: true })
      let total = 0
      for (const [directory, command] of bare) {
        const answer = await timed(command, { cwd: join(fresh, directory) })
        if (answer.code !== 0) throw new Error(`${command.join(' ')} does not pass: exit ${answer.code}`)
        total += answer.ms
      }
      const answer = await timed(argv, { env })
      if (answer.code !== 0) throw new Error(`the repository of two stacks does not pass: exit ${answer.code}`)
      if (run === 0) continue
      sum.push(total)
      verify.push(answer.ms)
    }
    const ratio = median(verify) / median(sum)
    report(`verify of two stacks, ${kind}, over one after the other`, ratio, '×', '1 ×', ratio <= 1, {
      verify_ms: median(verify),
      bare_ms: median(sum),
    })
  }
}

if (only.has('gate')) {
  const env = { ...process.env, TRIVERDICT_HOME: join(scratch, 'state') }
  const gated = async (directory) => {
    const answer = await timed([process.execPath, triverdict, 'gate', directory, '--json'], { env })
    if (answer.code !== 0) throw new Error(`the gate does not pass: exit ${answer.code}`)
    return answer.ms
  }
  const { sequence, waiting } = gates
  for (const [name, { settings }] of Object.entries(gates)) gateRepository(join(scratch, name), settings)
  const [bare, whole, paths] = [[], [], []]
  for (let run = 0; run < runs; run++) {
    let total = 0
    for (const command of sequence.bare)
      total += (await timed(['sh', '-c', command], { cwd: join(scratch, 'sequence') })).ms
    bare.push(total)
    whole.push(await gated(join(scratch, 'sequence')))
    paths.push(await gated(join(scratch, 'waiting')))
  }
  const extra = median(whole) - median(bare)
  const allowed = Math.max(150, median(bare) * 0.02)
  report('gate of three layers, over its bare commands', extra, 'ms', `${allowed.toFixed(0)} ms`, extra <= allowed, {
    gate_ms: median(whole),
    bare_ms: median(bare),
  })
  const ratio = median(paths) / waiting.critical_ms
  report('gate of layers that wait, over the critical path', ratio, '×', '1.1 ×', ratio <= 1.1, {
    gate_ms: median(paths),
  })
}

if (only.has('junit')) {
  // The bundle stays in bench/: it bundles its own child from there.
  const outfile = join(root, 'bench', `.junit-${process.pid}.mjs`)
  try {
    await build({
      entryPoints: [join(root, 'bench', 'junit.ts')],
      outfile,
      bundle: true,
      platform: 'node',
      format: 'esm',
      external: ['esbuild'],
      logLevel: 'warning',
    })
    const { benchJUnit } = await import(pathToFileURL(outfile).href)
    const numbers = await benchJUnit(Number(values.megabytes))
    report('JUnit, counting only', numbers.count_mb_per_s, 'MB/s', '≥ 100 MB/s', numbers.count_mb_per_s >= 100, numbers)
    report('JUnit, with inventory', numbers.inventory_mb_per_s, 'MB/s', '≥ 40 MB/s', numbers.inventory_mb_per_s >= 40)
    report(
      'JUnit, memory beside bare node',
      numbers.inventory_bytes_per_test,
      'bytes a test',
      '≤ 400',
      numbers.inventory_bytes_per_test <= 400,
    )
  } finally {
    rmSync(outfile, { force: true })
  }
}

if (only.has('discovery')) {
  const repository = join(scratch, 'large')
  await largeRepository(repository, 100_000)
  const usage = join(scratch, 'usage.json')
  const env = {
    ...process.env,
    XDG_CACHE_HOME: join(scratch, 'cache'),
    TRIVERDICT_HOME: join(scratch, 'state'),
    BENCH_USAGE: usage,
  }
  const argv = [
    process.execPath,
    '--import',
    join(root, 'bench', 'usage.mjs'),
    triverdict,
    'plan',
    repository,
    '--json',
  ]
  // The first look makes the mirror.
  const [cpu, wall, rss] = [[], [], []]
  for (let run = 0; run < runs + 1; run++) {
    const answer = await timed(argv, { env })
    if (answer.code !== 0) throw new Error(`the large repository has no plan: exit ${answer.code}`)
    if (run === 0) continue
    const used = JSON.parse(readFileSync(usage, 'utf8'))
    cpu.push(used.cpu_ms)
    wall.push(answer.ms)
    rss.push(used.rss)
  }
  const spent = median(cpu) / 1000
  const megabytes = median(rss) / 2 ** 20
  // Time of the processor, since others on the machine make no difference to it; the whole time stands beside it.
  report('plan of 100,000 files', spent, 's', '2 s', spent <= 2, { wall_ms: median(wall) })
  report('plan of 100,000 files, memory', megabytes, 'MB', '300 MB', megabytes <= 300)
}

rmSync(scratch, { recursive: true, force: true })
mkdirSync(dirname(resolve(root, values.out)), { recursive: true })
writeFileSync(resolve(root, values.out), `${JSON.stringify({ node: process.version, rows }, null, 2)}\n`)
process.exitCode = rows.length > 0 && rows.every((row) => row.good) ? 0 : 1
