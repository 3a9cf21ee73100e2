import type { ReadContext } from '../model/reader.ts'
import type { TestCase, TestStatus } from '../model/test-report.ts'
import { steadyName } from './naming.ts'
import { lineOfFailure, programFailure } from './program-failure.ts'
import { tap } from './tap.ts'

/** `[       OK ] Cart.adds (0 ms)`, `[  FAILED  ] P/Cart.adds/0, where GetParam() = 3 (0 ms)`; something may stand in front of it. */
const RESULT = /\[ +(OK|FAILED|SKIPPED) +\] ([^\s,]+)(?:, where .*)? \(\d+ ms\)$/
const BEGIN = /\[ RUN {6}\] (\S+)$/
const RAN = /^\[={10}\] (\d+) tests? from \d+ test (?:suite|case)s? ran\./
const STATUS: Readonly<Record<string, TestStatus>> = { OK: 'passed', FAILED: 'failed', SKIPPED: 'skipped' }

interface Part {
  readonly name: string
  readonly status: TestStatus
  readonly message?: string
}

/** Tests that a GoogleTest program names one by one; none where it does not name as many as it says that it ran. */
const googleParts = (printed: string): readonly Part[] => {
  if (!printed.includes('[==========]')) return []
  const parts: Part[] = []
  let said: string[] = []
  let ran = 0
  for (const line of printed.split('\n')) {
    ran += Number(RAN.exec(line)?.[1] ?? 0)
    if (BEGIN.test(line)) said = []
    const [, word = '', name = ''] = RESULT.exec(line) ?? []
    const status = STATUS[word]
    if (status === undefined) said.push(line)
    else {
      const words = said.slice(said.findLastIndex((each) => BEGIN.test(each)) + 1).join('\n')
      parts.push({ name, status, ...(status === 'failed' ? { message: programFailure(words) ?? line } : {}) })
      said = []
    }
  }
  return parts.length === ran ? parts : []
}

/** Points of a program that speaks TAP, where its plan is fulfilled. */
const tapParts = (printed: string, context: ReadContext): readonly Part[] => {
  if (!/^1\.\.\d+/m.test(printed)) return []
  const reading = tap.open(context)
  reading.write(printed.endsWith('\n') ? printed : `${printed}\n`)
  const read = reading.end()
  if (!read.ok || !read.value.complete || read.value.errors.length > 0) return []
  const { tests } = read.value
  const blocks = redPoints(printed)
  const failed = tests.filter(({ status }) => status === 'failed')
  return tests.map((one): Part => {
    // As it was printed, where each can be told from the others.
    const message = blocks.length === failed.length ? blocks[failed.indexOf(one)] : one.message
    return { name: one.id, status: one.status, ...(message === undefined ? {} : { message }) }
  })
}

/** Points that are not ok, each with the lines below it, verbatim. */
const redPoints = (printed: string): readonly string[] => {
  const blocks: string[][] = []
  let open = false
  for (const line of printed.split('\n')) {
    if (/^\s*(?:(?:not )?ok\b|\d+\.\.\d+)/.test(line)) {
      open = /^\s*not ok\b(?!.*#\s*(?:todo|skip))/i.test(line)
      if (open) blocks.push([])
    }
    if (open && line.trim() !== '') blocks.at(-1)?.push(line)
  }
  return blocks.map((block) => block.join('\n'))
}

/**
 * A test that is a whole program, and the tests that the program names itself, where there are several: these are counted then, and
 * the program only holds them. They stand in front of it, so that the first failure is one of theirs. Where the program passed by its exit
 * code, what failed in it failed tentatively.
 */
export const withParts = (program: TestCase, printed: string, context: ReadContext): readonly TestCase[] => {
  const parts = [...googleParts(printed)]
  if (parts.length === 0) parts.push(...tapParts(printed, context))
  if (parts.length < 2) return [program]
  const tentative = program.status !== 'failed' || program.tentative === true
  const tests = parts.map(({ name, status, message }): TestCase => {
    const line = message === undefined ? undefined : lineOfFailure(message)
    return {
      id: `${program.id} > ${steadyName(name, context)}`,
      status,
      file: program.file,
      ...(line === undefined ? {} : { line }),
      ...(message === undefined ? {} : { message }),
      ...(status === 'failed' && tentative ? { tentative: true as const } : {}),
    }
  })
  return [...tests, { ...program, counted: false }]
}
