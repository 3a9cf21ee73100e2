import { namesTheNetwork } from '../network-words.ts'

const UV: readonly RegExp[] = [
  /No solution found when resolving/,
  /was not found in the package registry/,
  /hash mismatch/i,
  /lockfile .*needs to be updated/,
  /Failed to parse:? `?(?:pyproject\.toml|uv\.lock)/,
  /^error: Group `[^`]+` is not defined/m,
  /^error: Extra `[^`]+` is not defined/m,
  /^error: Couldn't parse requirement in /m,
  /^error: (?:Unsupported lockfile|No `pyproject\.toml` found)/m,
]
const PIP: readonly RegExp[] = [
  /^ERROR: No matching distribution found for /m,
  /\bResolutionImpossible\b/,
  /THESE PACKAGES DO NOT MATCH THE HASHES/,
  /^ERROR: Invalid requirement: /m,
  /^ERROR: Hashes are required in --require-hashes mode/m,
]
/** Poetry's own words; its lockfile is otherwise read and installed by uv or pip. */
const POETRY: readonly RegExp[] = [
  /pyproject\.toml changed significantly since poetry\.lock was last generated/,
  /poetry\.lock is not up to date with pyproject\.toml/,
  /version solving failed/,
  /Could not find a matching version of package/,
  /Invalid TOML file|The Poetry configuration is invalid/,
  /Hash for .* (?:from archive .* )?not found in known hashes/,
]
/** The project's own build: only the project is installed editable. */
const OWN_BUILD: readonly RegExp[] = [
  /^\s*cause: Call to `[^`]+\.(?:get_requires_for_|prepare_metadata_for_)?build_editable` failed/m,
  /^ERROR: Failed to build '[^']+' when (?:getting requirements to build|installing build dependencies for|building) editable/m,
]
/** A release that exists, for another interpreter or platform than the one here. */
const OTHER_TOOLCHAIN =
  /requires? a different python version|does not satisfy Python|has no (?:usable )?wheels|not a supported wheel on this platform|requires-python/i
/** Rules of this machine about which releases count, or a cache that was not allowed to be filled. */
const HELD_BACK = /exclude-newer|network was disabled|--offline|uploaded-prior-to/i

/** pip lists releases for other interpreters beside every refusal; they matter only when the wanted one is among them. */
const withoutIdleHint = (output: string): string => {
  const wanted = /^ERROR: No matching distribution found for \S+?==([\w.!+-]+)/m.exec(output)?.[1]
  return wanted === undefined
    ? output
    : output.replace(/^ERROR: Ignored the following versions that require a different python version:.*$/m, (line) =>
        line.includes(` ${wanted} Requires-Python`) ? line : '',
      )
}

/** Whose fault a failed install is by the installer's own words: `change` when it refuses what the project declares or the project's own build fails, else `unknown`. */
export const installFault = (manager: string, output: string): 'change' | 'unknown' => {
  const words = withoutIdleHint(output)
  if (namesTheNetwork(words) || OTHER_TOOLCHAIN.test(words) || HELD_BACK.test(words)) return 'unknown'
  const refusals = [...UV, ...PIP, ...OWN_BUILD, ...(manager === 'poetry' ? POETRY : [])]
  return refusals.some((pattern) => pattern.test(words)) ? 'change' : 'unknown'
}
