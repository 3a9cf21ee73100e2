import { namesTheNetwork } from '../network-words.ts'

/** Maven's own words that refuse what the project declares. */
const REFUSALS: readonly RegExp[] = [
  /Could not find artifact \S+ in /,
  /No versions available for \S+ within specified range/,
  /Non-parseable (?:parent )?POM|Malformed POM/,
  /'dependencies\.dependency\.(?:version|artifactId|groupId)'? .* is missing/,
]

/** `change` when Maven refuses what the project declares, and names no network, else `unknown`. */
export const installFault = (_manager: string, output: string): 'change' | 'unknown' =>
  !namesTheNetwork(output) && REFUSALS.some((pattern) => pattern.test(output)) ? 'change' : 'unknown'
