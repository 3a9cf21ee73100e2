/** True when one of some words is there. */
export const has = (words: readonly string[], ...any: readonly string[]): boolean =>
  words.some((word) => any.includes(word))
/** Words that are no options. */
export const positional = (words: readonly string[]): readonly string[] => words.filter((word) => !word.startsWith('-'))

/** True for a command that installs dependencies or a toolchain: ours are installed by the stack. */
export const installs = (program: string, words: readonly string[]): boolean => {
  const [first, second] = positional(words)
  switch (program) {
    case 'npm':
    case 'pnpm':
    case 'bun':
      return [
        'ci',
        'i',
        'install',
        'add',
        'fetch',
        'rebuild',
        'clean-install',
        'install-clean',
        'config',
        'set',
        'login',
        'dedupe',
        'link',
        'prune',
        'remove',
        'rm',
        'uninstall',
        'un',
        'setup',
        'store',
      ].includes(first ?? '')
    case 'yarn':
      return first === undefined
        ? !has(words, '--version')
        : ['install', 'add', 'config', 'set', 'plugin', 'cache'].includes(first)
    case 'lerna':
      return first === 'bootstrap'
    case 'corepack':
    case 'nvm':
    case 'fnm':
    case 'volta':
    case 'pyenv':
    case 'asdf':
    case 'mise':
    case 'conda':
    case 'mamba':
    case 'micromamba':
    case 'virtualenv':
    case 'pip-sync':
      return true
    case 'rustup':
      return first !== 'run'
    case 'cargo':
      return ['install', 'binstall', 'fetch', 'update', 'generate-lockfile', 'vendor', 'login'].includes(
        positional(words).filter((word) => !word.startsWith('+'))[0] ?? '',
      )
    case 'pipx':
      return first !== 'run'
    case 'pip':
    case 'pip3':
      return true
    case 'python':
    case 'python3':
      return (
        words[0] === '-m' &&
        ['pip', 'venv', 'virtualenv', 'ensurepip', 'pipx', 'uv', 'poetry'].includes(words[1] ?? '') &&
        !has(words, 'run')
      )
    case 'uv':
      if (first === 'tool' && second === 'run') return false
      return ['sync', 'pip', 'venv', 'python', 'tool', 'lock', 'add', 'cache', 'self'].includes(first ?? '')
    case 'poetry':
      return ['install', 'config', 'lock', 'self', 'env', 'sync', 'check', 'add', 'export'].includes(first ?? '')
    case 'pdm':
      return ['install', 'sync', 'lock', 'config', 'use', 'venv', 'add', 'export'].includes(first ?? '')
    case 'rye':
      return ['sync', 'lock', 'install', 'self', 'pin', 'fetch', 'toolchain'].includes(first ?? '')
    case 'hatch':
      return ['env', 'config', 'python', 'self'].includes(first ?? '') && second !== 'run'
    case 'pipenv':
      return ['install', 'sync', 'lock'].includes(first ?? '')
    case 'go':
      return ['mod', 'get', 'install', 'clean', 'work', 'telemetry'].includes(first ?? '')
    case 'pixi':
      return first === 'install'
    default:
      return false
  }
}
