import { type Command, Option } from 'commander'

/** Takes an option that may be given again. */
export const collect = (value: string, list: readonly string[] = []): readonly string[] => [...list, value]

/** Adds what every command has that answers with a verdict. */
export const withOutput = (command: Command): Command =>
  command
    .option('--json', 'print exactly one JSON object on standard output')
    .option('--out <file>', 'write the JSON object to this file too: an old one is deleted first, the new one is whole')
    .addOption(
      new Option('--exit-map <map>', 'bisect: exit 125 instead of 2 on error, for git bisect run').choices([
        'default',
        'bisect',
      ]),
    )

/** Examples behind the help of a command, what they do aligned. */
export const examples = (...lines: readonly (readonly [command: string, what: string])[]): string => {
  const width = Math.max(...lines.map(([command]) => command.length))
  return `\nExamples:\n${lines.map(([command, what]) => `  ${command.padEnd(width)}   ${what}`).join('\n')}`
}

/** What the options are that nobody gave. */
export const unsaid = { json: false, exitMap: 'default' }
