import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { DatabaseFacts } from '../model/machine-facts.ts'
import { openDatabase } from './database.ts'

const WHOLE_CHECK_BYTES = 64 * 1024 * 1024

/** Opens the history at `path` as a run does, writes a row, reads it back, takes it away, and lets SQLite check the file. */
export const probeDatabase = async (path: string): Promise<DatabaseFacts> => {
  const broken = (reason: string, integrity: string | null = null): DatabaseFacts => ({
    ...{ path, works: false, reason, integrity },
  })
  const opened = await openDatabase(path)
  if (!opened.ok) return broken(opened.trouble.message)
  const database = opened.value
  try {
    const table = sql.raw(`doctor_${randomBytes(6).toString('hex')}`)
    const word = randomBytes(12).toString('hex')
    await sql`create table ${table} (word text not null)`.execute(database)
    try {
      await sql`insert into ${table} values (${word})`.execute(database)
      const { rows } = await sql<{ word: string }>`select word from ${table}`.execute(database)
      if (rows.length !== 1 || rows[0]?.word !== word) return broken('what was written was not read back')
    } finally {
      await sql`drop table ${table}`.execute(database)
    }
    const sizes = await sql<{ bytes: number }>`
      select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`.execute(database)
    // The whole check reads every index too: seconds in a large file.
    const check = (sizes.rows[0]?.bytes ?? 0) > WHOLE_CHECK_BYTES ? 'quick_check' : 'integrity_check'
    const checked = await sql<Record<string, string>>`pragma ${sql.raw(check)}(10)`.execute(database)
    const integrity = checked.rows.map((row) => row[check]).join('; ')
    return integrity === 'ok'
      ? { path, works: true, reason: null, integrity }
      : broken(`the history at ${path} is damaged: ${integrity}`, integrity)
  } catch (error) {
    return broken(`the history at ${path} does not work: ${String((error as Error).message).split('\n')[0]}`)
  } finally {
    await database.destroy().catch(() => undefined)
  }
}
