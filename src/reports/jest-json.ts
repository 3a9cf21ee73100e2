import { fromJestFamily, jestFamilySchema } from './jest-family.ts'
import { jsonReader } from './json-document.ts'

/** `jest --json`. `pending` is its word for skipped; a test that needed several invocations is failed. */
export const jestJson = jsonReader('jest-json', 'jest JSON', jestFamilySchema, (report, context) => ({
  ok: true,
  value: fromJestFamily('jest-json', report, context, 'skipped'),
}))
