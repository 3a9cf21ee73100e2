import type { Some } from '../model/result.ts'

/** What a command starts that does nothing else: another command with variables of its own, or a text for a shell. */
export type Wrapped =
  | { readonly is: 'command'; readonly argv: Some<string>; readonly env: Readonly<Record<string, string>> }
  | { readonly is: 'text'; readonly text: string }

/** A program that starts the command behind its own words. */
interface Starter {
  /** Options without a value, or with one in the same word. */
  readonly flags?: RegExp
  /** Options whose value is the next word. */
  readonly valued?: RegExp
  /** `A=b` before the command is a variable of it. */
  readonly sets?: true
  /** So many words of its own before the command: the time of `timeout`. */
  readonly own?: number
  /** The word that must come first: `volta run`. */
  readonly verb?: RegExp
  /** The command stands behind this option or `--`, wherever that is: `nix develop .#ci -c cargo test`. */
  readonly behind?: RegExp
}

const CONDA: Starter = {
  verb: /^run$/,
  flags: /^(?:-v+|--verbose|--live-stream|--no-capture-output|-n\S+|--(?:name|prefix|cwd)=\S+)$/,
  valued: /^(?:-n|--name|-p|--prefix)$/,
}

/** By the manual of each. An option that is not here may change what is run: then nothing is taken away. */
const STARTERS: Readonly<Record<string, Starter>> = {
  sudo: {
    flags:
      /^(?:-[EHnSkP]+|--preserve-env(?:=.*)?|--set-home|--non-interactive|--stdin|--reset-timestamp|-u\S+|--user=.*)$/,
    valued: /^(?:-u|--user|-g|--group)$/,
    sets: true,
  },
  doas: { flags: /^-n$/, valued: /^-u$/ },
  env: { flags: /^(?:-v|--debug|-u\S+|--unset=.*)$/, valued: /^(?:-u|--unset)$/, sets: true },
  nice: { flags: /^(?:-\d+|-n-?\d+|--adjustment=.*)$/, valued: /^(?:-n|--adjustment)$/ },
  ionice: { flags: /^(?:-t|-[cn]\d)$/, valued: /^-[cn]$/ },
  nohup: {},
  setsid: { flags: /^-[wfc]+$/ },
  stdbuf: { flags: /^(?:-[ioe].+|--(?:input|output|error)=.*)$/, valued: /^-[ioe]$/ },
  unbuffer: {},
  chronic: { flags: /^-[ve]+$/ },
  catchsegv: {},
  time: { flags: /^(?:-[pva]+|-[fo].+|--(?:format|output)=.*)$/, valued: /^(?:-[fo]|--format|--output)$/ },
  timeout: {
    flags: /^(?:-v|--verbose|--foreground|--preserve-status|-[ks].+|--(?:kill-after|signal)=.*)$/,
    valued: /^(?:-k|-s|--kill-after|--signal)$/,
    own: 1,
  },
  'xvfb-run': {
    flags:
      /^(?:-[al]+|--auto-servernum|--listen-tcp|-[snefwp].+|--(?:server-args|server-num|error-file|auth-file|wait|xauth-protocol)=.*)$/,
    valued: /^(?:-[snefwp]|--server-args|--server-num|--error-file|--auth-file|--wait|--xauth-protocol)$/,
  },
  'dbus-run-session': { valued: /^(?:--config-file|--dbus-daemon)$/ },
  command: {},
  exec: {},
  volta: {
    verb: /^run$/,
    flags: /^(?:--(?:no-yarn|no-pnpm|bundled-npm|verbose|quiet)|--(?:node|npm|pnpm|yarn)=.*)$/,
    valued: /^--(?:node|npm|pnpm|yarn)$/,
  },
  fnm: { verb: /^exec$/, flags: /^--using=.*$/, valued: /^--using$/ },
  pyenv: { verb: /^exec$/ },
  asdf: { verb: /^exec$/ },
  conda: CONDA,
  mamba: CONDA,
  micromamba: CONDA,
  mise: { verb: /^(?:exec|x)$/, behind: /^--$/ },
  nix: { verb: /^(?:develop|shell)$/, behind: /^(?:-c|--command)$/ },
  devenv: { verb: /^shell$/, behind: /^--$/ },
  direnv: { verb: /^exec$/, own: 1 },
}

const ASSIGNMENT = /^([A-Za-z_]\w*)=(.*)$/s
const nameOf = (program: string): string => program.slice(program.lastIndexOf('/') + 1)

const startedBy = (
  { flags, valued, sets, own = 0, verb, behind }: Starter,
  given: readonly string[],
): Wrapped | undefined => {
  if (verb !== undefined && !verb.test(given[0] ?? '')) return undefined
  const words = verb === undefined ? given : given.slice(1)
  const env: Record<string, string> = {}
  let at = 0
  if (behind !== undefined) {
    at = words.findIndex((word) => behind.test(word)) + 1
    if (at === 0) return undefined
  } else
    for (let left = own; at < words.length; at += 1) {
      const word = words[at] as string
      const set = sets ? ASSIGNMENT.exec(word) : null
      if (word === '--') continue
      if (valued?.test(word)) at += 1
      else if (set !== null) env[set[1] ?? ''] = set[2] ?? ''
      else if (word.startsWith('-')) {
        if (!flags?.test(word)) return undefined
      } else if (left > 0) left -= 1
      else break
    }
  const [first, ...rest] = words.slice(at)
  return first === undefined ? undefined : { is: 'command', argv: [first, ...rest], env }
}

/** The text that `npm exec -c TEXT`, `npx -c TEXT` and `nix-shell --run TEXT` give to a shell. */
const textOf = (program: string, words: readonly string[]): string | undefined => {
  const runs = program === 'npx' || (program === 'npm' && ['exec', 'x'].includes(words[0] ?? ''))
  const option = runs ? /^(?:-c|--call)$/ : program === 'nix-shell' ? /^--(?:run|command)$/ : undefined
  if (option === undefined) return undefined
  const at = words.findIndex((word) => option.test(word))
  const joined = words.flatMap((word) => (runs ? (/^--call=(.*)$/s.exec(word)?.[1] ?? []) : []))[0]
  return joined ?? (at < 0 ? undefined : words[at + 1])
}

/**
 * What a command runs whose own part changes nothing about what is checked: `sudo -E make check`, `timeout 10m npm test`, `eval "npm test"`,
 * `. scripts/test.sh` (`errexit`: the shell that reads it stops at the first failure). Undefined where it is no such command, or an option of it is
 * not known.
 */
export const unwrapped = ([path, ...words]: Some<string>, errexit: boolean): Wrapped | undefined => {
  const program = nameOf(path)
  if (program === 'eval') return words.length === 0 ? undefined : { is: 'text', text: words.join(' ') }
  if (path === '.' || path === 'source') {
    const [file] = words
    // Without a slash the shell searches the PATH first, and bash the directory then.
    if (file === undefined) return undefined
    return { is: 'command', argv: ['bash', ...(errexit ? ['-e'] : []), ...words], env: {} }
  }
  const text = textOf(program, words)
  if (text !== undefined) return { is: 'text', text }
  const starter = STARTERS[program]
  return starter === undefined ? undefined : startedBy(starter, words)
}
