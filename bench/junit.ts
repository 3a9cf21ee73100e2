import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'

/** Throughput in MB/s (10^6 bytes), by the clock and by processor time (the fairer one on a busy machine); memory in bytes; `…_per_test` is the peak beside bare Node, divided by the tests. */
export interface JUnitNumbers {
  readonly megabytes: number
  readonly tests: number
  readonly count_mb_per_s: number
  readonly inventory_mb_per_s: number
  readonly count_mb_per_cpu_s: number
  readonly inventory_mb_per_cpu_s: number
  readonly bare_rss: number
  readonly count_rss: number
  readonly inventory_rss: number
  readonly count_rss_above_bare: number
  readonly inventory_bytes_per_test: number
}

interface Measured {
  readonly seconds: number
  readonly cpu: number
  readonly rss: number
  readonly tests: number
}

/**
 * Writes a JUnit file of about `megabytes` into a temporary directory, reads it twice (counting only, with inventory), each time in
 * a fresh Node process, and removes it again. Throws when a child fails or counts other than what was written.
 */
export const benchJUnit = async (megabytes = 200): Promise<JUnitNumbers> => {
  const directory = await mkdtemp(join(tmpdir(), 'triverdict-bench-'))
  try {
    const report = join(directory, 'junit.xml')
    const written = await writeReport(report, megabytes * 1e6)
    const child = join(directory, 'child.mjs')
    await build({
      entryPoints: [join(import.meta.dirname, 'junit-child.ts')],
      outfile: child,
      bundle: true,
      format: 'esm',
      platform: 'node',
      target: 'node20',
      logLevel: 'silent',
    })
    const bare = await measure(child, 'bare', report)
    const counted = await measure(child, 'count', report)
    const inventory = await measure(child, 'inventory', report)
    for (const { tests } of [counted, inventory]) {
      if (tests !== written.tests) throw new Error(`${written.tests} tests were written, ${tests} read`)
    }
    const size = written.bytes / 1e6
    return {
      megabytes: size,
      tests: written.tests,
      count_mb_per_s: size / counted.seconds,
      inventory_mb_per_s: size / inventory.seconds,
      count_mb_per_cpu_s: size / counted.cpu,
      inventory_mb_per_cpu_s: size / inventory.cpu,
      bare_rss: bare.rss,
      count_rss: counted.rss,
      inventory_rss: inventory.rss,
      count_rss_above_bare: counted.rss - bare.rss,
      inventory_bytes_per_test: (inventory.rss - bare.rss) / written.tests,
    }
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

const measure = async (child: string, mode: string, report: string): Promise<Measured> => {
  const { stdout } = await promisify(execFile)(process.execPath, [child, mode, report])
  return JSON.parse(stdout) as Measured
}

/** A file for every 200 tests, one test of 500 failing with its text, one of 100 skipped: about 140 bytes a test. */
const writeReport = async (path: string, bytes: number): Promise<{ tests: number; bytes: number }> => {
  const file = createWriteStream(path)
  let tests = 0
  let written = 0
  const write = async (text: string): Promise<void> => {
    written += text.length
    if (!file.write(text)) await once(file, 'drain')
  }
  await write('<?xml version="1.0" encoding="utf-8"?>\n<testsuites name="bench">\n')
  for (let suite = 0; written < bytes; suite += 1) {
    const lines: string[] = []
    for (let index = 0; index < 200; index += 1) {
      tests += 1
      const name = `test_case_${tests.toString(36)}[param-${index}-of-${suite}]`
      const open = `<testcase classname="tests.unit.package_${suite % 97}.test_module_${suite}" name="${name}" time="0.00${index}"`
      if (tests % 500 === 0)
        lines.push(
          `${open}><failure message="assert 1 == 2">${'E   assert 1 == 2\n'.repeat(10)}</failure></testcase>\n`,
        )
      else if (tests % 100 === 0) lines.push(`${open}><skipped type="pytest.skip" message="not today"/></testcase>\n`)
      else lines.push(`${open} />\n`)
    }
    await write(
      `<testsuite name="module ${suite}" tests="200" failures="0" errors="0">\n${lines.join('')}</testsuite>\n`,
    )
  }
  await write('</testsuites>\n')
  file.end()
  await once(file, 'finish')
  return { tests, bytes: written }
}
