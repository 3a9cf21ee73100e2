#!/usr/bin/env node
// The process owes 2 (error) until a verdict has been written: a crash, a failed import or an out-of-memory must never read as pass or fail.
process.exitCode = 2

import { Command, CommanderError } from 'commander'
import { collect, examples, unsaid, withOutput } from './command-parts.ts'
import { defineDoctor } from './doctor-commands.ts'
import { defineGate } from './gate-commands.ts'

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

// A limit on the size of files becomes a write that fails, which is answered; unheard, the signal would end us without a word.
if (process.platform !== 'win32') process.on('SIGXFSZ', () => undefined)

for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    // Whoever read us has gone: there is nobody left to answer, and the code stays 2.
    if (error.code === 'EPIPE') process.exit(process.exitCode ?? 2)
    // A full or broken disk behind it. What was written may be cut anywhere, so that no code but 2 can stand beside it.
    if (stream === process.stdout)
      process.stderr.write(`triverdict: standard output cannot be written: ${error.message}\n`)
    process.exit(2)
  })
}

/** Where no terminal says how wide it is, each option still stands on one line. */
const PLAIN_WIDTH = 120

const program = new Command('triverdict')
  .description('Runs a check for real and answers in one of three words: pass, fail, error.')
  .addHelpText(
    'after',
    `${examples(
      ['triverdict plan', 'what would run here, and why'],
      ['triverdict verify', 'the branch that is checked out, against the tests of the default branch'],
    )}\n\nExit codes: 0 pass, 1 fail, 2 error, 130 interrupted. An error never counts as a pass or a fail.`,
  )
  .version(typeof TRIVERDICT_VERSION === 'string' ? TRIVERDICT_VERSION : '0.0.0')
  .exitOverride()
  .configureOutput({
    outputError: () => undefined,
    getOutHelpWidth: () => process.stdout.columns ?? PLAIN_WIDTH,
    getErrHelpWidth: () => process.stderr.columns ?? PLAIN_WIDTH,
  })

declare const TRIVERDICT_VERSION: string | undefined

withOutput(
  program
    .command('verify')
    .argument(
      '[repository]',
      'a repository, a worktree or a bare one; a directory inside means the whole (default: here)',
    )
    .description('verify a branch against the tests locked at a ref, with the toolchain of the project')
    .option('--lock <ref>', 'the commit whose tests and commands count (default: merge base with the default branch)')
    .option('--branch <ref>', 'the commit that is verified (default: HEAD, and then nothing may be uncommitted)')
    .option('--id <id>', 'what the report calls the branch (default: its name)')
    .option(
      '--goal <glob>',
      'tests (path::name) that must be green even where the base is red; may be given again',
      collect,
    )
    .option('--project <directory>', 'verify only this project of the repository; may be given again', collect)
    .option('--affected', 'verify only the projects that the change reaches, and those that depend on them')
    .option('--require <list>', 'of tests,types,lint,coverage: what was not judged becomes error')
    .option('--strict', 'error for changed tests, an unnamed lock, no sandbox (so always, in this version)')
    .option('--all <glob>', 'verify each local branch that matches, and print one JSON object a line'),
)
  .addHelpText(
    'after',
    examples(
      ['triverdict verify', 'the branch that is checked out'],
      ['triverdict verify --lock main --branch idea --json', 'one branch, for a program'],
      ["triverdict verify ../shop --lock main --all 'agent/*'", 'many branches of another directory'],
      ["triverdict verify --goal 'tests/test_cart.py::*'", 'a repair: these are red at the base'],
      ['triverdict verify --require tests,types', 'error where no type checker ran'],
    ),
  )
  .action(async (repository: string | undefined, options) => {
    const { verifyCommand } = await import('./verify-command.ts')
    await verifyCommand(repository ?? '.', {
      goal: [],
      project: [],
      affected: false,
      strict: false,
      ...unsaid,
      ...options,
    })
  })

defineGate(program)
defineDoctor(program)

withOutput(
  program
    .command('plan')
    .argument(
      '[repository]',
      'a repository, a worktree or a bare one; a directory inside means the whole (default: here)',
    )
    .description('show what would run and why, and what would not and why; runs nothing')
    .option('--at <ref>', 'the commit whose commands are read (default: HEAD)'),
)
  .addHelpText(
    'after',
    examples(
      ['triverdict plan', 'the commit that is checked out'],
      ['triverdict plan --at main --json', 'what a branch of main is verified with, for a program'],
    ),
  )
  .action(async (repository: string | undefined, options) => {
    const { planCommand } = await import('./plan-command.ts')
    await planCommand(repository ?? '.', { ...unsaid, ...options })
  })

const verdict = program
  .command('verdict')
  .description('the verdict object, for any harness')
  .exitOverride()
  .addHelpText(
    'after',
    examples(
      ['triverdict verdict check out/verdict.json --exit-code $?', 'may what a check wrote be believed?'],
      ['node check.mjs | triverdict verdict check -', 'the same, from standard input'],
      ['triverdict verdict schema branch-report', 'what `verify --json` prints'],
    ),
  )
withOutput(
  verdict
    .command('check')
    .argument('<file>', 'the verdict file, or - for standard input')
    .description('classify a verdict file: pass, fail or error')
    .option('--exit-code <n>', 'exit code of the process that wrote it: a pass with another than 0 is an error')
    .option('--signal <name>', 'signal that ended the process that wrote it: a pass is then an error')
    .option('--run-id <id>', 'the run id that it must carry: another, or none, is an error'),
)
  .addHelpText('after', examples(['triverdict verdict check out/verdict.json --exit-code 0', 'exit 0, 1 or 2']))
  .action(async (file: string, options) => {
    const { verdictCheckCommand } = await import('./verdict-command.ts')
    await verdictCheckCommand(file, { ...unsaid, ...options })
  })
verdict
  .command('schema')
  .argument('[name]', 'verdict (default), branch-report or triverdict')
  .description('print a published JSON Schema')
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
  // Help and version were asked for: nothing went wrong, and nothing was judged. (`help verify` would end with the code that we owe.)
  const words = process.argv.slice(2)
  if (error.exitCode === 0 || (error.code === 'commander.help' && words.includes('help'))) {
    process.exitCode = 0
    return
  }
  const message =
    error.code === 'commander.help'
      ? 'no command was given'
      : error.message
          .replace(/^error: /, '')
          .replaceAll(/\s*\n\s*/g, ' ')
          .replace(/\.$/, '')
  const command = program.commands.find((known) => known.name() === words[0])
  const help = `triverdict ${command === undefined ? '' : `${command.name()} `}--help`
  process.stderr.write(`triverdict: ${message}. Run \`${help}\` to see what is possible.\n`)
  if (process.argv.includes('--json')) {
    // Laid out as every other error of use.
    const verdict = { status: 'error', blocking: [message], metrics: {}, confidence: 1, version: 1, trouble: 'usage' }
    process.stdout.write(`${JSON.stringify(verdict)}\n`)
  }
  process.exitCode = 2
}

try {
  await program.parseAsync()
} catch (error) {
  if (error instanceof CommanderError) usage(error)
  else bug(error)
}
