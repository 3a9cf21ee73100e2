#!/usr/bin/env node
// The process owes 2 (error) until a verdict has been written: a crash, a failed import or an out-of-memory must never read as pass or fail.
process.exitCode = 2

import { Command, CommanderError, Option } from 'commander'

const collect = (value: string, list: string[]): string[] => [...list, value]

const bug = (error: unknown): void => {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  process.stderr.write(
    `triverdict: this is a bug in triverdict, not a verdict about your code; please report it with these lines:\n${text}\n`,
  )
  if (process.argv.includes('--json')) {
    const message = error instanceof Error ? error.message : String(error)
    process.stdout.write(
      `${JSON.stringify({ status: 'error', blocking: [`triverdict failed: ${message.split('\n')[0]}`], metrics: {}, version: 1 })}\n`,
    )
  }
  process.exit(2)
}
process.on('uncaughtException', bug)
process.on('unhandledRejection', bug)

// Whoever read us has gone: there is nobody left to answer, and the code stays 2.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) =>
    error.code === 'EPIPE' ? process.exit(process.exitCode ?? 2) : bug(error),
  )
}

const withOutput = (command: Command): Command =>
  command
    .option('--json', 'print exactly one JSON object on standard output', false)
    .option('--out <file>', 'also write the JSON object to this file, whole or not at all')
    .addOption(
      new Option('--exit-map <map>', 'bisect: exit 125 instead of 2 on error')
        .choices(['default', 'bisect'])
        .default('default'),
    )

const program = new Command('triverdict')
  .description('Runs a check for real and answers in one of three words: pass, fail, error.')
  .addHelpText(
    'after',
    '\nExit codes: 0 pass, 1 fail, 2 error, 130 interrupted. An error never counts as a pass or a fail.',
  )
  .version(typeof TRIVERDICT_VERSION === 'string' ? TRIVERDICT_VERSION : '0.0.0')
  .exitOverride()
  .configureOutput({ outputError: () => undefined })

declare const TRIVERDICT_VERSION: string | undefined

withOutput(
  program
    .command('verify [repository]')
    .description('verify a branch against the tests locked at a ref, with the real toolchain of the project')
    .option('--lock <ref>', 'where the tests are locked (default: merge base with the default branch)')
    .option('--branch <ref>', 'what is verified (default: HEAD)')
    .option('--id <id>', 'name of the branch in the report')
    .option('--goal <glob>', 'tests (path::name) that must be green even where the base is red', collect, [])
    .option('--project <directory>', 'verify only this project', collect, [])
    .option('--affected', 'verify only projects that the change reaches', false)
    .option('--require <list>', 'comma-separated: tests,types,lint,coverage; what is missing becomes error')
    .option(
      '--strict',
      'changed tests block, the lock must be explicit, isolation must not be degraded (it is in this version)',
      false,
    )
    .option('--all <glob>', 'verify every local branch that matches; prints one JSON object a line'),
).action(async (repository: string | undefined, options) => {
  const { verifyCommand } = await import('./verify-command.ts')
  await verifyCommand(repository ?? '.', options)
})

withOutput(
  program
    .command('plan [repository]')
    .description('show what would run and why, and what would not and why; runs nothing')
    .option('--at <ref>', 'the ref to read (default: HEAD)'),
).action(async (repository: string | undefined, options) => {
  const { planCommand } = await import('./plan-command.ts')
  await planCommand(repository ?? '.', options)
})

const verdict = program.command('verdict').description('the verdict object, for any harness').exitOverride()
withOutput(
  verdict
    .command('check <file>')
    .description('classify a verdict file: pass, fail or error')
    .option('--exit-code <n>', 'exit code of the process that wrote it')
    .option('--signal <name>', 'signal that ended the process that wrote it')
    .option('--run-id <id>', 'the run id that it must carry'),
).action(async (file: string, options) => {
  const { verdictCheckCommand } = await import('./verdict-command.ts')
  await verdictCheckCommand(file, options)
})
verdict
  .command('schema [name]')
  .description('print a published JSON Schema: verdict (default), branch-report, triverdict')
  .action(async (name: string | undefined) => {
    const { verdictSchemaCommand } = await import('./verdict-command.ts')
    await verdictSchemaCommand(name ?? 'verdict')
  })

program
  .command('cache')
  .description('the caches of dependencies, mirrors and control inventories')
  .command('gc')
  .description('remove what was not used lately')
  .option('--max-bytes <n>', 'keep at most this much', '5000000000')
  .action(async (options) => {
    const { cacheGcCommand } = await import('./cache-command.ts')
    await cacheGcCommand(options)
  })

const usage = (error: CommanderError): void => {
  // Help and version were asked for: nothing went wrong, and nothing was judged.
  if (error.exitCode === 0) {
    process.exitCode = 0
    return
  }
  const message =
    error.code === 'commander.help'
      ? 'no command was given'
      : error.message.replace(/^error: /, '').replaceAll(/\s*\n\s*/g, ' ')
  process.stderr.write(`triverdict: ${message}. Run \`triverdict --help\` to see what is possible.\n`)
  if (process.argv.includes('--json')) {
    process.stdout.write(`${JSON.stringify({ status: 'error', blocking: [message], metrics: {}, version: 1 })}\n`)
  }
  process.exitCode = 2
}

try {
  await program.parseAsync()
} catch (error) {
  if (error instanceof CommanderError) usage(error)
  else bug(error)
}
