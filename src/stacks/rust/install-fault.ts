import { namesTheNetwork } from '../network-words.ts'

/** cargo's own words that refuse what the project declares. */
const REFUSALS: readonly RegExp[] = [
  /^error: failed to select a version for /m,
  /^error: no matching package(?:s)? (?:named|found)/m,
  /failed to select a version for the requirement/,
  /^error: failed to parse (?:manifest|lock file|the manifest)/m,
  /^error: failed to load manifest for (?:workspace member|dependency)/m,
  // A dependency by path whose directory is gone.
  /^ +failed to read `[^`\n]+Cargo\.toml`\s+Caused by:\s+No such file or directory/m,
  /^error: checksum for `[^`]+` changed between lock files/m,
  /^error: cyclic package dependency/m,
  /^error: duplicate key|^error: invalid (?:key|table|type)/m,
  /depends on `[^`]+`, with features: .* but .* does not have these features/,
  /^error: (?:unknown (?:key|variant)|expected .*|package ID specification .*)/m,
]

/** `change` when cargo refuses what the project declares, and names no network, else `unknown`. */
export const installFault = (_manager: string, output: string): 'change' | 'unknown' =>
  !namesTheNetwork(output) && REFUSALS.some((pattern) => pattern.test(output)) ? 'change' : 'unknown'
