import type { Command } from 'commander'
import { examples, unsaid, withOutput } from './command-parts.ts'

/** The command `doctor`. */
export const defineDoctor = (program: Command): void => {
  withOutput(
    program
      .command('doctor')
      .argument('[directory]', 'a directory of a repository (default: here)')
      .description('run what the repository needs of this machine, and say what is missing, broken or dangerous'),
  )
    .addHelpText(
      'after',
      examples(
        ['triverdict doctor', 'this machine, for the repository here'],
        ['triverdict doctor ../shop --json', 'for a program'],
      ),
    )
    .action(async (directory: string | undefined, options) => {
      const { doctorCommand } = await import('./doctor-command.ts')
      await doctorCommand(directory ?? '.', { ...unsaid, ...options })
    })
}
