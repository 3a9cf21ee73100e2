import type { Trouble } from '../model/result.ts'

/** What the system's error names mean to a person, and what to do about it. */
const MEANINGS: Readonly<Record<string, { readonly words: string; readonly remedy?: string }>> = {
  ENOSPC: { words: 'no space left on the device', remedy: 'Free some space (`triverdict cache gc`) and run again.' },
  EDQUOT: { words: 'the disk quota is used up', remedy: 'Free some space (`triverdict cache gc`) and run again.' },
  EACCES: { words: 'permission denied', remedy: 'Give this user the right to use the path, or choose another place.' },
  EPERM: {
    words: 'operation not permitted',
    remedy: 'Give this user the right to use the path, or choose another place.',
  },
  EROFS: { words: 'the file system is read-only', remedy: 'Choose a place that can be written to.' },
  EIO: { words: 'the device reported an input/output error', remedy: 'Look at the disk and the system log.' },
  EFBIG: { words: 'the file would be larger than this process may write', remedy: 'Raise the limit: ulimit -f.' },
  ENOENT: { words: 'no such file or directory' },
  ENOTDIR: { words: 'a part of the path is not a directory' },
  EISDIR: { words: 'it is a directory' },
  EEXIST: { words: 'it exists already' },
  ENOTEMPTY: { words: 'the directory is not empty' },
  ELOOP: { words: 'too many symbolic links' },
  ENAMETOOLONG: { words: 'the name is too long' },
  EMFILE: { words: 'too many open files in this process', remedy: 'Raise the limit: ulimit -n.' },
  ENFILE: { words: 'too many open files on this machine' },
  EAGAIN: { words: 'no more processes can be started now', remedy: 'Raise the limit: ulimit -u.' },
  ENOMEM: { words: 'not enough memory' },
  E2BIG: { words: 'the command line is too long' },
  EXDEV: { words: 'it lies on another file system' },
  ETXTBSY: { words: 'the program file is being written' },
}

/** The system's name of an error (`ENOSPC`), or null for anything that is not a system error. */
export const errno = (error: unknown): string | null =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && /^E[A-Z0-9]+$/.test(error.code)
    ? error.code
    : null

/** `no space left on the device (ENOSPC)`; the error's own message where the name is unknown. */
export const systemWords = (error: unknown): string => {
  const name = errno(error)
  if (name === null) return error instanceof Error ? error.message : String(error)
  const meaning = MEANINGS[name]
  return meaning ? `${meaning.words} (${name})` : name
}

/**
 * The trouble behind a failed system call: `cannot write /a/b: no space left on the device (ENOSPC)`, kind `no-space`, or
 * `machine-trouble` for the rest. An error that is no system error is a bug and is thrown again.
 */
export const systemTrouble = (doing: string, error: unknown): Trouble => {
  const name = errno(error)
  if (name === null) throw error
  const remedy = MEANINGS[name]?.remedy
  return {
    kind: name === 'ENOSPC' || name === 'EDQUOT' ? 'no-space' : 'machine-trouble',
    message: `${doing}: ${systemWords(error)}`,
    ...(remedy === undefined ? {} : { remedy }),
  }
}

/** How the C library words them, in the output of a program of ours that ran with LC_ALL=C. */
const C_WORDS: readonly (readonly [words: string, name: string])[] = [
  ['No space left on device', 'ENOSPC'],
  ['Disk quota exceeded', 'EDQUOT'],
  ['File too large', 'EFBIG'],
  ['Read-only file system', 'EROFS'],
  ['Permission denied', 'EACCES'],
  ['Input/output error', 'EIO'],
]

/** The trouble of the machine that the output of a program of ours names; null when it names none. */
export const printedTrouble = (doing: string, output: string): Trouble | null => {
  const name = C_WORDS.find(([words]) => output.includes(words))?.[1]
  if (name === undefined) return null
  return { ...systemTrouble(doing, Object.assign(new Error(), { code: name })), detail: output.trim() }
}
