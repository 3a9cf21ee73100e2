import { fromJestFamily, jestFamilySchema } from './jest-family.ts'
import { jsonReader } from './json-document.ts'

/** `vitest --reporter=json`. It says `success: true` over late rejections and killed workers; the tests of the latter are `pending`, which is read as not finished. */
export const vitestJson = jsonReader('vitest-json', 'vitest JSON', jestFamilySchema, (report, context) => ({
  ok: true,
  value: fromJestFamily('vitest-json', report, context, 'unfinished'),
}))
