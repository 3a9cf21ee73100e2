import type { Value } from './expressions.ts'
import type { Cell } from './workflow-matrix.ts'

const NAMES =
  'arm\\w*|thumb\\w*|aarch64\\w*|powerpc\\w*|ppc\\w*|s390x?|mips\\w*|riscv\\w*|sparc\\w*|loongarch\\w*|wasm(?:32|64)\\w*|i[3-6]86|m68k|hppa|alpha'
/** A triple or an emulator: `aarch64-linux-gnu-gcc`, `qemu-ppc64 -L …`. */
const TRIPLE = new RegExp(
  `(?:^|[\\s/=])(?:qemu-(?!system-x86_64|x86_64)\\w+|(?:${NAMES})-(?:\\w+-)*(?:linux|none|unknown|elf|eabi|wasi\\w*|apple|pc|freebsd|w64)\\b)`,
  'i',
)
/** The bare name, where the key says that it is one. */
const BARE = new RegExp(`^(?:linux[/-])?(?:${NAMES}|x86|32)(?:/v\\d)?$`, 'i')
const MACHINE = /^(?:targets?|arch|architecture|cpu|processor|triple|platform|rust_target)$/i
/** Keys that say what a thing is called or what is installed. */
const TALK = /^(?:name|title|description|packages?|apt|deps|dependencies)$/i

const foreignIn = (key: string, value: Value): string | undefined => {
  if (TALK.test(key)) return undefined
  if (typeof value === 'string')
    return TRIPLE.test(value) || (MACHINE.test(key) && BARE.test(value)) ? value : undefined
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return undefined
  for (const [inner, one] of Object.entries(value as { readonly [name: string]: Value })) {
    const found = foreignIn(inner, one)
    if (found !== undefined) return found
  }
  return undefined
}

/**
 * What in a cell of a matrix says that its programs are made for another processor than the usual one: they cannot run here, or only in an
 * emulator. Undefined for a cell of this machine.
 */
export const foreignProcessor = (cell: Cell): string | undefined => {
  for (const [key, value] of Object.entries(cell)) {
    const found = foreignIn(key, value)
    if (found !== undefined) return found
  }
  return undefined
}
