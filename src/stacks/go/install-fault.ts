import { namesTheNetwork } from '../network-words.ts'

/** The go command's own words for what a project declares and cannot be had. */
const REFUSED: readonly RegExp[] = [
  /\bunknown revision\b/,
  /\binvalid version: /,
  /: no matching versions for query/,
  /\bchecksum mismatch\b/,
  /^go: errors parsing (?:\S+\/)?go\.(?:mod|work):/m,
  /^(?:\S+\/)?go\.(?:mod|work):\d+(?::\d+)?: /m,
  /\bmalformed module path\b/,
  /module declares its path as: /,
  /: reading \S+ at revision \S+: unknown revision/,
  /\bnot found: module \S+: no matching versions/,
  /replacement directory \S+ does not exist/,
]
/** The Go that is here is older than what is asked for. */
const OTHER_TOOLCHAIN =
  /requires go >= |GOTOOLCHAIN=local|unsupported go version|invalid go version|unknown directive: toolchain/

/** Whose fault a failed download is: `change` only where the go command refuses what is declared. */
export const installFault = (_manager: string, output: string): 'change' | 'unknown' =>
  !namesTheNetwork(output) && !OTHER_TOOLCHAIN.test(output) && REFUSED.some((pattern) => pattern.test(output))
    ? 'change'
    : 'unknown'
