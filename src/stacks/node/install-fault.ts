import { namesTheNetwork } from '../network-words.ts'

/** What the managers print when they refuse what a project declares, by the word the manager is called by; `yarn` is 1 and berry. */
const REFUSALS: Readonly<Record<string, readonly RegExp[]>> = {
  npm: [
    /^npm (?:ERR!|error) code (?:ETARGET|E404|ERESOLVE|EINTEGRITY|EJSONPARSE|EINVALIDTAGNAME|EINVALIDPACKAGENAME)$/m,
    /can only install packages when your package\.json and package-lock\.json or npm-shrinkwrap\.json are in sync/,
  ],
  pnpm: [
    /\bERR_PNPM_(?:NO_MATCHING_VERSION(?:_INSIDE_WORKSPACE)?|NO_VERSIONS|FETCH_404|OUTDATED_LOCKFILE|LOCKFILE_CONFIG_MISMATCH|TARBALL_INTEGRITY|BROKEN_LOCKFILE|LOCKFILE_MISSING_DEPENDENCY|JSON_PARSE|PEER_DEP_ISSUES|SPEC_NOT_SUPPORTED_BY_ANY_RESOLVER|UNSUPPORTED_PATCH|PATCH_FAILED|UNUSED_PATCH)\b/,
    /^\s*ERROR\s+.*\bin JSON at position \d+.*\bpackage\.json/m,
  ],
  yarn: [
    /^error Couldn't find (?:any versions for|package) "/m,
    /^error Your lockfile needs to be updated/m,
    /^error .*Integrity check failed for "/m,
    /^error .*(?:package\.json: Unexpected|Error parsing JSON)/m,
    // https://yarnpkg.com/advanced/error-codes
    /\bYN00(?:16|18|28|82)\b/,
    /\bYN0035\b.*Package not found/,
  ],
  bun: [
    /^error: No version matching "/m,
    /^error: GET \S+ - 404$/m,
    /^error: lockfile had changes, but lockfile is frozen/m,
    /^error: .*integrity check failed/im,
  ],
}

/**
 * What the managers print when a script of the project itself (`prepare`, `postinstall`) fails: they run it with the install. A code above
 * 128 is a signal's.
 */
const OWN_SCRIPTS: Readonly<Record<string, RegExp>> = {
  npm: /^npm (?:ERR!|error) path (?!.*node_modules).*\n(?:npm (?:ERR!|error) (?:workspace|location) .*\n)*npm (?:ERR!|error) command failed\nnpm (?:ERR!|error) command /m,
  pnpm: /^> \S+ \w+ (?!.*node_modules).*\n(?![\s\S]*node_modules\S* \w+: Failed)[\s\S]*^\s*ELIFECYCLE\s+Command failed with exit code \d{1,2}\./m,
  yarn: /^error Command failed with exit code \d{1,2}\.$|\bYN0009: │ \S+@workspace:\S+ couldn't be built successfully \(exit code \d{1,2},/m,
}

/**
 * A scoped package that is not found may be a private one that this machine has no credentials for: no registry tells the two apart.
 * The declarations of `@types` are public.
 */
const SCOPED = '@(?!types[/%])[\\w.-]+(?:/|%2f)'
const PRIVATE_PERHAPS = new RegExp(
  [
    `\\b404 Not Found - GET \\S*/${SCOPED}`,
    `^${SCOPED}\\S+ is not in the npm registry`,
    `Couldn't find package "${SCOPED}`,
    `YN0035: │ ${SCOPED}\\S+: Package not found`,
    `^error: GET \\S*/${SCOPED}\\S+ - 404$`,
  ].join('|'),
  'im',
)
/** Rules of this machine about which releases are old enough. */
const HELD_BACK = /with a date before|minimum ?release ?age|NO_MATURE_MATCHING_VERSION/i

/** Whose fault a failed install is by the manager's own words: `change` when it refuses what the project declares or a script of the project's own fails, else `unknown`. */
export const installFault = (manager: string, output: string): 'change' | 'unknown' => {
  if (namesTheNetwork(output) || PRIVATE_PERHAPS.test(output) || HELD_BACK.test(output)) return 'unknown'
  if (OWN_SCRIPTS[manager]?.test(output)) return 'change'
  return (REFUSALS[manager] ?? []).some((pattern) => pattern.test(output)) ? 'change' : 'unknown'
}
