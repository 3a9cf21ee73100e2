import { chmod, open } from 'node:fs/promises'
import { type Generated, Kysely, type SqliteDatabase, SqliteDialect, sql } from 'kysely'
import { ok, type Result, trouble } from '../model/result.ts'

/** Tables of the history. Times are ISO 8601, UTC. */
export interface Tables {
  runs: {
    id: string
    command: string
    /** `running` until it ended; `died` when its process was gone without an answer. */
    state: 'running' | 'finished' | 'died'
    pid: number
    /** Start time of the process in clock ticks since boot, so that a reused pid is noticed. */
    pid_started: string
    started_at: string
    finished_at: string | null
    status: 'pass' | 'fail' | 'error' | null
    branch_id: string | null
    locked_ref: string | null
    branch_ref: string | null
    report: string | null
  }
  deaths: {
    id: Generated<number>
    run_id: string
    branch_id: string
    check_id: string
    item: string
    /** Verbatim. */
    symptom: string
    at: string
  }
  layers: {
    id: Generated<number>
    run_id: string
    repository: string
    layer: string
    status: 'pass' | 'fail' | 'error'
    started_at: string
    duration_ms: number
  }
}

export type HistoryDatabase = Kysely<Tables>

const openNative = async (path: string): Promise<SqliteDatabase> => {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > 22 || (major === 22 && minor >= 16)) {
    const { DatabaseSync } = (await import('node:sqlite' as string)) as {
      DatabaseSync: new (
        path: string,
      ) => {
        prepare(text: string): {
          columns(): unknown[]
          all(...p: unknown[]): unknown[]
          run(...p: unknown[]): never
          iterate(...p: unknown[]): never
        }
        close(): void
      }
    }
    const database = new DatabaseSync(path)
    return {
      close: () => database.close(),
      prepare: (text) => {
        const statement = database.prepare(text)
        return {
          // Kysely asks whether rows come back; node:sqlite says so by the number of columns.
          reader: statement.columns().length > 0,
          all: (parameters) => statement.all(...parameters),
          run: (parameters) => statement.run(...parameters),
          iterate: (parameters) => statement.iterate(...parameters),
        }
      },
    }
  }
  const { default: Database } = (await import('better-sqlite3' as string)) as {
    default: new (path: string) => SqliteDatabase
  }
  return new Database(path)
}

const migrations: readonly ((database: HistoryDatabase) => Promise<void>)[] = [
  async (database) => {
    await database.schema
      .createTable('runs')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('command', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull().check(sql`state in ('running', 'finished', 'died')`))
      .addColumn('pid', 'integer', (column) => column.notNull())
      .addColumn('pid_started', 'text', (column) => column.notNull())
      .addColumn('started_at', 'text', (column) => column.notNull())
      .addColumn('finished_at', 'text')
      .addColumn('status', 'text', (column) => column.check(sql`status in ('pass', 'fail', 'error')`))
      .addColumn('branch_id', 'text')
      .addColumn('locked_ref', 'text')
      .addColumn('branch_ref', 'text')
      .addColumn('report', 'text')
      .addCheckConstraint('finished_has_status', sql`(state = 'finished') = (status is not null) or state = 'died'`)
      .execute()
    await database.schema
      .createTable('deaths')
      .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
      .addColumn('run_id', 'text', (column) => column.notNull().references('runs.id'))
      .addColumn('branch_id', 'text', (column) => column.notNull())
      .addColumn('check_id', 'text', (column) => column.notNull())
      .addColumn('item', 'text', (column) => column.notNull())
      .addColumn('symptom', 'text', (column) => column.notNull())
      .addColumn('at', 'text', (column) => column.notNull())
      .execute()
  },
  async (database) => {
    await database.schema
      .createTable('layers')
      .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
      .addColumn('run_id', 'text', (column) => column.notNull().references('runs.id'))
      .addColumn('repository', 'text', (column) => column.notNull())
      .addColumn('layer', 'text', (column) => column.notNull())
      .addColumn('status', 'text', (column) => column.notNull().check(sql`status in ('pass', 'fail', 'error')`))
      .addColumn('started_at', 'text', (column) => column.notNull())
      .addColumn('duration_ms', 'integer', (column) => column.notNull())
      .execute()
    await database.schema.createIndex('layers_by_name').on('layers').columns(['repository', 'layer', 'id']).execute()
  },
]

const migrate = async (database: HistoryDatabase): Promise<void> => {
  const version = async (): Promise<number> =>
    (await sql<{ user_version: number }>`pragma user_version`.execute(database)).rows[0]?.user_version ?? 0
  for (let next = await version(); next < migrations.length; next++) {
    await database.transaction().execute(async (transaction) => {
      await migrations[next]?.(transaction)
      await sql.raw(`pragma user_version = ${next + 1}`).execute(transaction)
    })
  }
}

/** Makes the file where it is not there; it is readable by its user alone, also one that was there, since reports hold what the code printed. Throws where it cannot be made. */
const keepPrivate = async (path: string): Promise<void> => {
  await (await open(path, 'a', 0o600)).close()
  // SQLite gives its side files the mode of the database when it makes them. One that belongs to somebody else stays as they made it.
  for (const end of ['', '-wal', '-shm']) await chmod(`${path}${end}`, 0o600).catch(() => undefined)
}

/** Opens (and makes) the history file, readable by its user alone. Any failure is a trouble: a missing history never changes a verdict. */
export const openDatabase = async (path: string): Promise<Result<HistoryDatabase>> => {
  try {
    await keepPrivate(path)
    const database = new Kysely<Tables>({ dialect: new SqliteDialect({ database: await openNative(path) }) })
    await sql`pragma journal_mode = wal`.execute(database)
    await sql`pragma synchronous = full`.execute(database)
    await sql`pragma busy_timeout = 5000`.execute(database)
    await sql`pragma foreign_keys = on`.execute(database)
    await migrate(database)
    return ok(database)
  } catch (error) {
    return trouble(
      'history-unavailable',
      `the history at ${path} cannot be opened: ${String((error as Error).message).split('\n')[0]}`,
      {
        remedy:
          'Check the permissions of that file and run `npm rebuild better-sqlite3` where the package was installed without its build step.',
      },
    )
  }
}
