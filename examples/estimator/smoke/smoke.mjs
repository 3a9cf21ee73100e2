// The page in a real browser, against stubs of the servers behind it. Writes its own verdict:
//   pass   every check ran and held
//   fail   every check ran, and these did not hold
//   error  a check could not run: no browser, no built page, a browser that went away
import { existsSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { serve } from './site.mjs'
import { working } from './stubs.mjs'

process.exitCode = 2
// Generous: a machine that is busy is no page that is broken.
const WAIT_MS = 15_000
const root = join(import.meta.dirname, '..')
const file = process.env.TRIVERDICT_VERDICT_FILE ?? join(root, 'out/smoke/verdict.json')

/** Written whole or not at all, with the id of this run. */
const write = async (verdict) => {
  const id = process.env.TRIVERDICT_RUN_ID
  const whole = { ...verdict, ...(id === undefined ? {} : { run: { id } }) }
  await mkdir(dirname(file), { recursive: true })
  try {
    await writeFile(`${file}.new`, `${JSON.stringify(whole, null, 2)}\n`)
    await rename(`${file}.new`, file)
  } finally {
    await rm(`${file}.new`, { force: true })
  }
  for (const reason of verdict.blocking) console.error(reason)
  process.exitCode = ['pass', 'fail', 'error'].indexOf(verdict.status)
}

/** What went wrong in one line: a browser's own log below it, and colours, are left out. */
const oneLine = (error) => {
  const [said] = String(error.message ?? error).split(/\n(?:Call log|Browser logs|=====)/)
  const line = stripVTControlCharacters(said).replaceAll(/\s+/g, ' ').trim()
  return line.length > 240 ? `${line.slice(0, 239)}…` : line
}

const browserOnPath = () => {
  if (process.env.CHROMIUM) return process.env.CHROMIUM
  const places = (process.env.PATH ?? '').split(delimiter)
  const names = ['chromium', 'chromium-browser', 'google-chrome']
  const found = names.flatMap((name) => places.map((place) => join(place, name))).find((path) => existsSync(path))
  if (found === undefined) throw new Error('there is no chromium on PATH')
  return found
}

const launch = async () => {
  const { chromium } = await import('playwright-core')
  // Chromium refuses its own sandbox to root; every page here is ours.
  const root = process.getuid?.() === 0
  return await chromium.launch({ executablePath: browserOnPath(), args: root ? ['--no-sandbox'] : [], timeout: 30_000 })
}

const runCheck = async (browser, { run, stubs = working }) => {
  const site = await serve(stubs())
  const context = await browser.newContext()
  try {
    context.setDefaultTimeout(WAIT_MS)
    const page = await context.newPage()
    const written = []
    page.on('console', (message) => written.push(message.text()))
    page.on('pageerror', (error) => written.push(error.message))
    const opened = await page.goto(site.url)
    if (!opened.ok()) throw new Error(`the page answers ${opened.status()}`)
    await run({ page, asked: site.asked, console: written })
    return null
  } catch (error) {
    return oneLine(error)
  } finally {
    await context.close().catch(() => undefined)
    await site.stop()
  }
}

const smoke = async () => {
  if (!existsSync(join(root, 'out/web/index.html'))) throw new Error('the page is not built')
  const { checks } = await import('./checks.mjs')
  const browser = await launch().catch((error) => {
    throw new Error(`the browser did not start: ${oneLine(error)}`)
  })
  const results = {}
  const failed = []
  for (const check of checks) {
    const wrong = await runCheck(browser, check)
    if (!browser.isConnected()) throw new Error(`the browser went away during "${check.name}"`)
    results[check.name] = wrong === null ? 'pass' : 'fail'
    if (wrong !== null) failed.push(`${check.name}: ${wrong}`)
    console.log(`${wrong === null ? 'pass' : 'FAIL'}  ${check.name}`)
  }
  await browser.close()
  return {
    status: failed.length === 0 ? 'pass' : 'fail',
    blocking: failed,
    metrics: { checks_passed: checks.length - failed.length, checks: results },
    evaluated: checks.length,
    total: checks.length,
  }
}

try {
  await write(await smoke().catch((error) => ({ status: 'error', blocking: [oneLine(error)], metrics: {} })))
} catch (error) {
  console.error(`the verdict could not be written: ${error.message}`)
}
