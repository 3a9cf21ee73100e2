import { z } from 'zod'
import type { ReadContext } from '../model/reader.ts'
import { treePath } from './naming.ts'

/** A test binary as cargo announced it while it built. */
export interface Artifact {
  /** File name of the binary: its hash tells targets of the same name apart. */
  readonly binary: string
  /** Source file of the target, relative to the tree. */
  readonly file: string
}

const schema = z.object({
  reason: z.literal('compiler-artifact'),
  executable: z.string(),
  target: z.object({ src_path: z.string() }),
})

const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** The binaries among lines of `--message-format=json-render-diagnostics`. Lines that are none are passed over. */
export const artifactsOf = (lines: readonly string[], context: ReadContext): readonly Artifact[] =>
  lines.flatMap((line) => {
    if (!line.startsWith('{"reason":"compiler-artifact"')) return []
    const artifact = schema.safeParse(json(line)).data
    return artifact === undefined
      ? []
      : [{ binary: baseName(artifact.executable), file: treePath(artifact.target.src_path, context) }]
  })

const json = (line: string): unknown => {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

/** The source file of `Running SOURCE (BINARY)`: the source is relative to a package that the line does not name. */
export const testTarget = (
  artifacts: readonly Artifact[],
  source: string,
  binary: string,
  context: ReadContext,
): string => artifacts.find((artifact) => artifact.binary === baseName(binary))?.file ?? treePath(source, context)

/** `src/lib.rs - limits::burst (line 12)` → its line, and an id without the line. Rule: rustdoc, names of doctests. */
export const doctestId = (
  name: string,
  scope: string,
  context: ReadContext,
): { readonly base: string; readonly line: number } => {
  const found = /^(.+?) - (?:(.*) )?\(line (\d+)\)$/.exec(name)
  if (found === null) return { base: `${scope}::${name}`, line: 0 }
  const [, written = '', item, line] = found
  return { base: `${treePath(written, context)}::${item ?? '(file)'}`, line: Number(line) }
}
