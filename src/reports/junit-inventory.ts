import type { ReadContext } from '../model/reader.ts'
import type { Result } from '../model/result.ts'
import type { TestCase, TestStatus } from '../model/test-report.ts'
import { type CaseDetails, type CaseSink, type JUnitRest, openJUnit } from './junit-document.ts'
import { testId } from './naming.ts'

const STATUSES = ['passed', 'failed', 'skipped', 'todo', 'hollow'] as const
const INDEX = { passed: 0, failed: 1, skipped: 2, todo: 3, hollow: 4 } as const satisfies Record<TestStatus, number>

export type StatusCounts = Readonly<Record<TestStatus, number>>

/** Tests of one JUnit document in compact form: about 20 bytes and the name for a test, objects only for those with details. */
export interface TestInventory extends JUnitRest {
  readonly counts: StatusCounts
  /** Every test, made when it is asked for, without durations; empty when only counted. */
  tests(): IterableIterator<TestCase>
}

/**
 * Reads a large JUnit document. `count` keeps nothing of a test but its status; `inventory` keeps id, file, status, and the
 * failure texts. Troubles are those of the `junit` reader.
 */
export const openInventory = (
  context: ReadContext,
  mode: 'count' | 'inventory',
): { write(chunk: string): void; end(): Result<TestInventory> } => {
  const counted = [0, 0, 0, 0, 0]
  const ledger = mode === 'inventory' ? openLedger() : undefined
  const sink: CaseSink = {
    keepsIds: ledger !== undefined,
    add(scope, name, status, file, _attributes, details) {
      const index = INDEX[status]
      counted[index] = (counted[index] ?? 0) + 1
      ledger?.add(scope, name, index, file !== null, details)
    },
  }
  const document = openJUnit(context, sink)
  return {
    write: (chunk) => document.write(chunk),
    end() {
      const rest = document.end()
      if (!rest.ok) return rest
      const [passed = 0, failed = 0, skipped = 0, todo = 0, hollow = 0] = counted
      return {
        ok: true,
        value: { ...rest.value, counts: { passed, failed, skipped, todo, hollow }, tests: ledger?.tests ?? none },
      }
    },
  }
}

function* none(): IterableIterator<TestCase> {}

/** Names are kept as UTF-8 in pages of 1 MiB; a longer name gets a page of its own. */
const PAGE = 2 ** 20
/** Records a page: where a name lies, its scope, its status. */
const RECORDS = 2 ** 16

interface Records {
  readonly page: Uint32Array
  readonly start: Uint32Array
  readonly length: Uint32Array
  readonly scope: Uint32Array
  readonly status: Uint8Array
}

const openLedger = () => {
  const encoder = new TextEncoder()
  const decoder = new TextDecoder()
  const pages: Uint8Array[] = [new Uint8Array(PAGE)]
  let used = 0
  const records: Records[] = []
  let size = 0
  const scopes: { readonly scope: string | null; readonly isFile: boolean }[] = []
  const scopeIndex = new Map<string | null, number>()
  const details = new Map<number, CaseDetails>()

  /** Writes the name and returns how many bytes it took; the current page is the last one, `used` its end. */
  const write = (name: string): number => {
    const most = name.length * 3
    if (used + most > (pages.at(-1) as Uint8Array).length) {
      pages.push(new Uint8Array(Math.max(PAGE, most)))
      used = 0
    }
    const page = pages.at(-1) as Uint8Array
    for (let at = 0; at < name.length; at += 1) {
      const code = name.charCodeAt(at)
      if (code > 0x7f) return encoder.encodeInto(name, page.subarray(used)).written
      page[used + at] = code
    }
    return name.length
  }

  return {
    add(scope: string | null, name: string, status: number, isFile: boolean, more: CaseDetails | undefined): void {
      let scopeAt = scopeIndex.get(scope)
      if (scopeAt === undefined) {
        scopeAt = scopes.push({ scope, isFile }) - 1
        scopeIndex.set(scope, scopeAt)
      }
      const at = size % RECORDS
      if (at === 0) records.push(newRecords())
      const record = records.at(-1) as Records
      const length = write(name)
      record.page[at] = pages.length - 1
      record.start[at] = used
      record.length[at] = length
      record.scope[at] = scopeAt
      record.status[at] = status
      used += length
      if (more !== undefined) details.set(size, more)
      size += 1
    },
    *tests(): IterableIterator<TestCase> {
      for (let index = 0; index < size; index += 1) {
        const record = records[Math.floor(index / RECORDS)] as Records
        const at = index % RECORDS
        const start = record.start[at] as number
        const bytes = (pages[record.page[at] as number] as Uint8Array).subarray(
          start,
          start + (record.length[at] as number),
        )
        const { scope, isFile } = scopes[record.scope[at] as number] as (typeof scopes)[number]
        yield {
          id: testId(scope, decoder.decode(bytes)),
          status: STATUSES[record.status[at] as number] as TestStatus,
          file: isFile ? scope : null,
          ...details.get(index),
        }
      }
    },
  }
}

const newRecords = (): Records => ({
  page: new Uint32Array(RECORDS),
  start: new Uint32Array(RECORDS),
  length: new Uint32Array(RECORDS),
  scope: new Uint32Array(RECORDS),
  status: new Uint8Array(RECORDS),
})
