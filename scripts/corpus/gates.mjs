import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { execute, read } from './execute.mjs'

const isThere = (path) => lstatSync(path, { throwIfNoEntry: false }) !== undefined

/** Processes that still run below a directory; none where the machine does not tell. */
const leftIn = (directory) => {
  if (!existsSync('/proc/self/cwd')) return []
  return readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false
    try {
      return `${readlinkSync(`/proc/${pid}/cwd`)}/`.startsWith(`${directory}/`)
    } catch {
      return false
    }
  })
}

/** What must be so beside the verdict, as sentences about what is not. */
const missing = (expect, repository, { report, answer }) => {
  const reasons = report?.blocking ?? []
  const layer = expect.layer === undefined ? '' : `${expect.layer}: `
  const seen = `${answer.stdout}\n${answer.stderr}`
  const pids = leftIn(repository)
  return [
    ...(layer === '' || reasons.some((reason) => reason.startsWith(layer))
      ? []
      : [`a reason of layer ${expect.layer}`]),
    ...(expect.blocking ?? [])
      .filter((words) => !reasons.some((reason) => reason.includes(words)))
      .map((words) => `“${words}” among the reasons`),
    ...(expect.hides ?? []).filter((words) => seen.includes(words)).map((words) => `the discretion about “${words}”`),
    ...(expect.stays ?? []).filter((path) => !isThere(join(repository, path))).map((path) => `the file ${path}`),
    ...(expect.absent ?? []).filter((path) => isThere(join(repository, path))).map((path) => `the absence of ${path}`),
    ...(pids.length === 0 ? [] : [`the end of processes ${pids.join(', ')}`]),
  ]
}

/** The lines of a gate as somebody would type them: in the order of the file, what a layer needs before it. Null: nothing to type. */
const linesOf = (repository) => {
  let layers
  try {
    layers = parse(readFileSync(join(repository, 'triverdict.yaml'), 'utf8'))?.layers ?? {}
  } catch {
    return null
  }
  const [order, visited] = [[], new Set()]
  const visit = (name) => {
    if (visited.has(name) || layers[name] === undefined) return
    visited.add(name)
    for (const need of layers[name].needs ?? []) visit(need)
    order.push(layers[name])
  }
  for (const name of Object.keys(layers)) visit(name)
  const quote = (text) => `'${String(text).replaceAll("'", "'\\''")}'`
  return order
    .filter(({ run }) => run !== undefined)
    .map(({ run, cwd, env }) => ({ line: Array.isArray(run) ? run.map(quote).join(' ') : String(run), cwd, env }))
}

/** Cases that `triverdict gate` answers in a working tree. */
export const gates = ({ root, home, cache, repositories, kitOf }) => {
  const gate = async (id, expect, repository) => {
    const kit = kitOf(expect, repository)
    if (!kit.ready) return { status: 'kit not installed', report: null, answer: { code: null, stdout: '', stderr: '' } }
    const argv = [process.execPath, join(root, 'dist/triverdict.js'), 'gate', '--json', ...(expect.args ?? [])]
    const env = {
      ...kit.env,
      ...expect.env,
      TRIVERDICT_HOME: join(home, 'state', id.replace('/', '-')),
      XDG_CACHE_HOME: cache,
    }
    return read(await execute(argv, { env, cwd: repository }))
  }

  /** Each layer's line in its order, in a copy of its own; the first that does not end with 0 decides. */
  const naive = async (id, expect) => {
    const repository = repositories.workingTree(id, expect, `${id}-naive`)
    const kit = kitOf(expect, repository)
    const lines = linesOf(repository) ?? (expect.bare ?? []).map((line) => ({ line }))
    if (!kit.ready || lines.length === 0) return 'fail'
    for (const { line, cwd = '.', env = {} } of lines) {
      const { code } = await execute(['timeout', '-k', '5', '10', 'sh', '-c', line], {
        cwd: join(repository, cwd),
        env: { ...kit.env, ...expect.env, ...env },
      })
      if (code !== 0) return 'fail'
    }
    return 'pass'
  }

  return async (id, expect, withNaive) => {
    const repository = repositories.workingTree(id, expect)
    const answered = await gate(id, expect, repository)
    return {
      ...answered,
      repository,
      missing: missing(expect, repository, answered),
      naive: withNaive ? await naive(id, expect) : null,
    }
  }
}
