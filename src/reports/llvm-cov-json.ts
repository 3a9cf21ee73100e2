import { z } from 'zod'
import type { CoverageReport, CoveredFile } from '../model/coverage.ts'
import { jsonReader } from './json-document.ts'
import { emptyCoverage } from './line-coverage.ts'
import { treePath } from './naming.ts'

const count = z.number().int().nonnegative()
const schema = z.object({
  type: z.literal('llvm.coverage.json.export'),
  data: z.array(
    z.object({
      files: z.array(
        z.object({ filename: z.string(), summary: z.object({ lines: z.object({ count, covered: count }) }) }),
      ),
    }),
  ),
})

/**
 * `llvm-cov export -format=text`, which `cargo llvm-cov --json` writes: lines per file as LLVM counts them in the summary. The same
 * file in several exports counts once, with its best. Files outside the tree are left out.
 */
export const llvmCovJson = jsonReader<z.infer<typeof schema>, CoverageReport>(
  'llvm-cov-json',
  'llvm-cov JSON',
  schema,
  ({ data }, context) => {
    const files = new Map<string, CoveredFile>()
    for (const { filename, summary } of data.flatMap((each) => each.files)) {
      const path = treePath(filename, context)
      if (path.startsWith('/') || path.startsWith('..')) continue
      const { count: coverable, covered } = summary.lines
      const known = files.get(path)
      files.set(path, {
        path,
        covered: Math.min(Math.max(covered, known?.covered ?? 0), Math.max(coverable, known?.coverable ?? 0)),
        coverable: Math.max(coverable, known?.coverable ?? 0),
      })
    }
    const all = [...files.values()].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))
    if (all.every(({ coverable }) => coverable === 0)) return emptyCoverage('llvm-cov-json')
    return { ok: true, value: { kind: 'coverage', format: 'llvm-cov-json', files: all } }
  },
)
