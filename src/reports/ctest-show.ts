import { z } from 'zod'
import type { ReadContext } from '../model/reader.ts'
import type { Registration } from '../model/registrations.ts'
import { jsonReader } from './json-document.ts'
import { steadyName, testId } from './naming.ts'

const TITLE = 'ctest --show-only=json-v1'

/** How long, in what order and beside what a test runs says nothing about what it asks. */
const ORDER = new Set(
  'COST DEPENDS LABELS PROCESSORS PROCESSOR_AFFINITY RESOURCE_GROUPS RESOURCE_LOCK RUN_SERIAL GENERATED_RESOURCE_SPEC_FILE'.split(
    ' ',
  ),
)

const schema = z.object({
  kind: z.literal('ctestInfo'),
  tests: z.array(
    z.object({
      name: z.string(),
      command: z.array(z.string()).optional(),
      properties: z.array(z.object({ name: z.string(), value: z.unknown() })).optional(),
    }),
  ),
})
type Shown = z.infer<typeof schema>['tests'][number]

/**
 * Checks that a CMake build registers: name, command and properties (cmake ctest(1), `--show-only`, object version 1). The command is
 * left out by ctest where its program is not built: then the definition cannot be told.
 */
export const ctestShow = jsonReader('ctest-show', TITLE, schema, ({ tests }, context) => ({
  ok: true,
  value: {
    kind: 'registrations' as const,
    format: 'ctest-show' as const,
    complete: true,
    registrations: tests.map((test) => registration(test, context)),
  },
}))

const registration = ({ name, command, properties }: Shown, context: ReadContext): Registration => {
  const kept = (properties ?? [])
    .filter((property) => !ORDER.has(property.name))
    .map((property) => [property.name, property.value] as const)
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  const text = command === undefined ? null : JSON.stringify([command, kept]).replaceAll(context.root, '')
  return { group: 'check', id: testId(null, steadyName(name, context)), text, file: null }
}
