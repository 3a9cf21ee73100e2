import type { Value } from './expressions.ts'
import type { Cell } from './workflow-matrix.ts'

const NAMES =
  'arm\\w*|thumb\\w*|aarch64\\w*|powerpc\\w*|ppc\\w*|s390x?|mips\\w*|riscv\\w*|sparc\\w*|loongarch\\w*|wasm(?:32|64)\\w*|i[3-6]86|m68k|hppa|alpha'
/** A triple or an emulator: `aarch64-linux-gnu-gcc`, `qemu-ppc64 -L …`. */
const TRIPLE = new RegExp(
  `(?:^|[\\s/=])(?:qemu-(?!system-x86_64|x86_64)\\w+|(?:${NAMES})-(?:\\w+-)*(?:linux|none|unknown|elf|eabi|wasi\\w*|android|apple|pc|freebsd|w64)\\b)`,
  'i',
)
/** The usual processor under another system. */
const SYSTEM =
  /(?:^|[\s/=])x86_64-(?:w64-mingw32|(?:pc|uwp)-windows|apple-darwin|(?:\w+-)?(?:freebsd|netbsd|openbsd)|linux-android)/i
/** The bare name, where the key says that it is one. */
const BARE = new RegExp(`^(?:linux[/-])?(?:${NAMES}|x86|386|32)(?:/v\\d)?$`, 'i')
const MACHINE = /^(?:cross_?file|goarch|targets?|arch|architecture|cpu|processor|triple|platform|rust_target)$/i
/** Keys that say what a thing is called or what is installed. */
const TALK = /^(?:name|title|description|packages?|apt|deps|dependencies)$/i

/** Why a job does not run here of which every cell is for another machine. */
export const OTHER_MACHINES = 'it is for other machines only'

const foreignIn = (key: string, value: Value): string | undefined => {
  if (TALK.test(key)) return undefined
  if (typeof value === 'string')
    return TRIPLE.test(value) || SYSTEM.test(value) || (MACHINE.test(key) && BARE.test(value)) ? value : undefined
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return undefined
  for (const [inner, one] of Object.entries(value as { readonly [name: string]: Value })) {
    const found = foreignIn(inner, one)
    if (found !== undefined) return found
  }
  return undefined
}

/**
 * What in a cell of a matrix says that its programs are made for another processor than the usual one, or another system: they cannot run
 * here, or only in an emulator. Undefined for a cell of this machine.
 */
export const foreignProcessor = (cell: Cell): string | undefined => {
  for (const [key, value] of Object.entries(cell)) {
    const found = foreignIn(key, value)
    if (found !== undefined) return found
  }
  return undefined
}

/** What a text that configures a build says of another machine that the build is for: `meson setup --cross-file armv7-linux.meson`, `./configure --host=…`. */
export const crossTarget = (text: string): string | undefined =>
  [...text.matchAll(/(?:--cross-file|--host|--toolchain|-DCMAKE_TOOLCHAIN_FILE)[=\s]+["']?([^\s"']+)/g)]
    .map(([, value = '']) => value)
    .find((value) => TRIPLE.test(value) || SYSTEM.test(value))

const MACHINE_WORDS = new RegExp(`(?:^|[-_])(?:${NAMES})(?:$|[-_])`, 'i')
const SYSTEM_WORDS = /(?:^|[-_])(?:windows|win32|win64|macos|osx|darwin|freebsd)(?:$|[-_])/i

/** Why a job with these labels of runners does not run here; undefined where nothing stands against it. */
export const foreignRunner = (labels: readonly string[]): string | undefined =>
  labels.some((label) => SYSTEM_WORDS.test(label))
    ? 'it runs on another system'
    : labels.some((label) => MACHINE_WORDS.test(label))
      ? OTHER_MACHINES
      : undefined
