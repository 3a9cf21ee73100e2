import { type Command, Option } from 'commander'
import { collect, examples, unsaid, withOutput } from './command-parts.ts'

/** The commands of the gate: gate, wait, status, init, baseline. */
export const defineGate = (program: Command): void => {
  withOutput(
    program
      .command('gate')
      .argument('[directory]', 'a directory of a working tree (default: here)')
      .description('run every layer of triverdict.yaml in this working tree, and answer with one verdict')
      .option('--layer <id>', 'only this layer and those that it needs; may be given again', collect)
      .option('--control <ref>', "read the gate's own files at this ref, and ask it again of whatever is not green")
      .option(
        '--tree <ref>',
        'judge the clean tree of this ref, with its own dependencies, instead of the working tree',
      )
      .option('--jobs <n>', 'how many layers run at once (default: `jobs` of triverdict.yaml, else 1)')
      .option(
        '--preflight',
        'look at the machine first (`triverdict doctor`): where it cannot run the layers, none runs',
      )
      .option('--detach', 'start it in the background and answer at once with its run id; see `triverdict wait`')
      .addOption(
        new Option('--for <reader>', 'person: show layers that programs may not see; in a terminal only').choices([
          'program',
          'person',
        ]),
      ),
  )
    .addHelpText(
      'after',
      examples(
        ['triverdict gate', 'every layer, here'],
        ['triverdict gate --layer unit', 'one layer, and what it needs'],
        ['triverdict gate --json --out out/verdict.json', 'for a program'],
        ['triverdict gate --detach && triverdict wait', 'a long one, in the background'],
      ),
    )
    .action(async (directory: string | undefined, options) => {
      const { gateCommand } = await import('./gate-command.ts')
      await gateCommand(directory ?? '.', { layer: [], ...unsaid, ...options })
    })

  withOutput(
    program
      .command('wait')
      .argument('[directory]', 'a directory of a working tree (default: here)')
      .description('block until the gate of this working tree has ended, print its verdict and exit with its code')
      .option('--run <id>', 'this gate (default: the last one of this tree)')
      .option('--timeout <time>', 'wait no longer than this, like 90m: then error; the gate goes on'),
  )
    .addHelpText('after', examples(['triverdict wait --timeout 90m --json', 'for a program']))
    .action(async (directory: string | undefined, options) => {
      const { waitCommand } = await import('./wait-command.ts')
      await waitCommand(directory ?? '.', { ...unsaid, ...options })
    })

  withOutput(
    program
      .command('status')
      .argument('[directory]', 'a directory of a working tree (default: here)')
      .description('how far the gate of this working tree is, or its verdict where that is of just this tree')
      .option('--run <id>', 'this gate (default: the one that runs, else the last whole one of this tree)'),
  )
    .addHelpText('after', examples(['triverdict status --json', 'exit 0 or 1: of just this tree; 2: nothing is known']))
    .action(async (directory: string | undefined, options) => {
      const { statusCommand } = await import('./status-command.ts')
      await statusCommand(directory ?? '.', { ...unsaid, ...options })
    })

  program
    .command('init')
    .argument('[directory]', 'a directory of a working tree (default: here)')
    .description('look at the repository and write a first triverdict.yaml; never overwrites one')
    .action(async (directory: string | undefined) => {
      const { initCommand } = await import('./init-command.ts')
      await initCommand(directory ?? '.')
    })

  const baseline = program
    .command('baseline')
    .description('what a gate holds metrics against: proposed by a run, approved by a person, counted as committed')
    .exitOverride()
    .addHelpText(
      'after',
      examples(
        ['triverdict baseline propose', 'run the gate, and propose what it measured'],
        ['triverdict baseline approve baselines/proposed/2026-11-01.json --by Ann', 'in a terminal, by a person'],
        ['triverdict baseline diff baselines/proposed/2026-11-01.json', 'against the one in force'],
      ),
    )
  baseline
    .command('propose')
    .argument('[directory]', 'a directory of a working tree (default: here)')
    .description('run the gate and write what it measured as a proposal')
    .option('--name <name>', 'a word behind the date in its name')
    .option('--expires <date>', 'the last day on which it counts, YYYY-MM-DD')
    .option('--device <name>', 'what it was measured on')
    .action(async (directory: string | undefined, options) => {
      const { baselineProposeCommand } = await import('./baseline-command.ts')
      await baselineProposeCommand(directory ?? '.', options)
    })
  baseline
    .command('approve')
    .argument('<file>', 'a proposal')
    .description('approve a proposal: in a terminal, by a person')
    .requiredOption('--by <name>', 'who approves')
    .action(async (file: string, options: { by: string }) => {
      const { baselineApproveCommand } = await import('./baseline-command.ts')
      await baselineApproveCommand(file, options.by, '.')
    })
  baseline
    .command('list')
    .argument('[directory]', 'a directory of a working tree (default: here)')
    .description('every baseline and proposal, and which one counts')
    .action(async (directory: string | undefined) => {
      const { baselineListCommand } = await import('./baseline-command.ts')
      await baselineListCommand(directory ?? '.')
    })
  baseline
    .command('diff')
    .argument('<file>', 'a baseline or a proposal')
    .argument('[other]', 'another one (default: what counts is compared with FILE)')
    .description('the metrics that differ')
    .action(async (file: string, other: string | undefined) => {
      const { baselineDiffCommand } = await import('./baseline-command.ts')
      await baselineDiffCommand(file, other, '.')
    })
}
