import type { Step } from '../../model/check.ts'

/** Name of a project's virtual environment in the stage: `env`, and another one for each project below the root. */
export const environmentName = (directory: string): string =>
  directory === '.' ? 'env' : `env-${directory.replaceAll(/[^A-Za-z0-9]+/g, '-')}`

/** The environment as seen from the project's directory: relative, since the tree lies beside it in the stage. */
export const environmentPath = (directory: string): string =>
  `${'../'.repeat(directory === '.' ? 1 : directory.split('/').length + 1)}${environmentName(directory)}`

/** A step of the install, run in the project's directory. */
export const step = (
  argv: readonly [string, ...string[]],
  directory: string,
  why: { file: string | null; text: string },
): Step => ({
  command: { form: 'argv', cwd: directory, env: {}, argv },
  evidence: { tier: 'default', file: why.file, line: null, text: why.text },
})

// What is on PATH is known only where it runs, so these ask there. `$0` is the environment.
const VENV =
  'if command -v uv >/dev/null 2>&1; then exec uv venv --quiet --seed --relocatable --allow-existing "$0"; fi; ' +
  'exec "$(command -v python3 || command -v python)" -m venv "$0"'
const INSTALL =
  'if command -v uv >/dev/null 2>&1; then exec uv pip install --python "$0" "$@"; fi; exec "$0/bin/python" -m pip install "$@"'
// Build requirements lie beside the environment's packages and not among them, and only the build sees them.
const BUILD = `PYTHONPATH="$(cd "$0/build-requires" && pwd)\${PYTHONPATH:+:$PYTHONPATH}"; export PYTHONPATH; ${INSTALL}`

/** Makes the environment, with uv where it is on PATH, else with the venv of the first Python there. */
export const makeEnvironment = (directory: string): Step =>
  step(['sh', '-c', VENV, environmentPath(directory)], directory, { file: null, text: 'virtual environment' })

/** Installs into the environment, with uv where it is on PATH, else with the environment's own pip. Only options both know. */
export const installInto = (
  directory: string,
  args: readonly string[],
  why: { file: string | null; text: string },
): Step => step(['sh', '-c', INSTALL, environmentPath(directory), ...args], directory, why)

const HASHED =
  `n=0; while eval "text=\\\${TRIVERDICT_REQUIREMENTS_$n-}"; [ -n "$text" ]; do printf '%s\\n' "$text"; n=$((n+1)); done | ` +
  'if command -v uv >/dev/null 2>&1; then uv pip install --python "$0" --no-deps --require-hashes -r -; ' +
  'else "$0/bin/python" -m pip install --no-deps --require-hashes -r /dev/stdin; fi'
/** Linux refuses one string of the environment above 128 KiB. */
const CHUNK = 100_000

/** Installs pinned requirements with hashes. They travel in the environment: there are too many for a readable command. */
export const installHashed = (
  directory: string,
  lines: readonly string[],
  why: { file: string | null; text: string },
): Step => {
  const chunks: string[] = ['']
  for (const line of lines) {
    const last = chunks.at(-1) as string
    if (last.length + line.length > CHUNK) chunks.push(line)
    else chunks[chunks.length - 1] = last === '' ? line : `${last}\n${line}`
  }
  const plain = step(['sh', '-c', HASHED, environmentPath(directory)], directory, why)
  const env = Object.fromEntries(chunks.map((text, index) => [`TRIVERDICT_REQUIREMENTS_${index}`, text]))
  return { ...plain, command: { ...plain.command, env } }
}

/** Installs build requirements where only `installProject` sees them. */
export const installBuildRequirements = (directory: string, requirements: readonly string[]): Step =>
  installInto(directory, ['--target', `${environmentPath(directory)}/build-requires`, ...requirements], {
    file: 'pyproject.toml',
    text: 'build requirements',
  })

/** Installs the project, editable, without its dependencies and without fetching anything. */
export const installProject = (directory: string, places: readonly string[]): Step =>
  step(
    [
      ...(['sh', '-c', BUILD, environmentPath(directory)] as const),
      ...['--no-deps', '--no-build-isolation', '--force-reinstall'],
      ...places.flatMap((place) => ['-e', place]),
    ],
    directory,
    { file: null, text: 'the project itself, editable' },
  )
