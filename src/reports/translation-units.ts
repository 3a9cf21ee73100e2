import type { ReadContext, ReportFormatReader } from '../model/reader.ts'
import type { Registration, RegistrationReport } from '../model/registrations.ts'
import type { Result } from '../model/result.ts'
import { targetOf } from './compile-commands.ts'
import { treePath } from './naming.ts'
import { foreignReport, openText, truncatedReport, unreadableReport } from './text.ts'

const TITLE = 'translation units'
const FIELDS: Readonly<Record<string, number>> = {
  source: 3,
  macro: 4,
  include: 3,
  library: 4,
  intrudes: 2,
  symbol: 3,
}
/** The last line: how many sources stand before it. */
const END = /^end\t(\d+)$/

/**
 * What the preprocessor makes of locked sources (reporters/triverdict_preprocess.sh, which says what its lines are): the macros that they
 * speak of, where their includes lead, the files of their test library, and symbols of product that decide how a test ends. What product brings along is a part of how a test is built: one
 * more is a change. What comes from elsewhere is a setting.
 */
export const translationUnits: ReportFormatReader<RegistrationReport> = {
  format: 'translation-units',
  open: (context) => openText(TITLE, (text) => read(text, context)),
}

const read = (text: string, context: ReadContext): Result<RegistrationReport> => {
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  const count = END.exec(lines.pop() ?? '')?.[1]
  if (count === undefined) return truncatedReport(TITLE)
  const units: string[][][] = []
  const symbols: Registration[] = []
  for (const line of lines) {
    const fields = line.split('\t')
    const [kind = ''] = fields
    if (FIELDS[kind] !== fields.length) return foreignReport(TITLE, `a line is none of its own: ${line.slice(0, 100)}`)
    if (kind === 'symbol') symbols.push(symbolOf(fields))
    else if (kind === 'source') units.push([fields])
    else if (units.length === 0) return foreignReport(TITLE, 'it does not begin with a source')
    else units.at(-1)?.push(fields)
  }
  if (Number(count) !== units.length)
    return unreadableReport(TITLE, `its end counts other sources than the ${units.length} that are there`)
  const registrations = [...symbols, ...units.flatMap((unit) => unitOf(unit, context))]
  return { ok: true, value: { kind: 'registrations', format: 'translation-units', complete: true, registrations } }
}

/** Something that decides how a test ends, and that product has: where the lock had none, it would stand in for the real one. */
const symbolOf = ([, name = '', target = '']: readonly string[]): Registration => ({
  group: 'part',
  id: target === '' ? `the symbol ${name} of product` : `the symbol ${name} of the target ${target}`,
  text: '',
  file: null,
})

const unitOf = ([source = [], ...facts]: readonly string[][], context: ReadContext): readonly Registration[] => {
  const file = treePath(source[2] as string, context)
  const unit = `${file} in ${targetOf(source[1] as string)}`
  const isProduct = (place: string | undefined): boolean => place === 'product'
  const make = (name: string, product: boolean, text: string | null): Registration => ({
    group: product ? 'part' : 'setting',
    id: `${unit}: ${name}`,
    text,
    file,
  })
  const libraries = new Map<string, readonly string[][]>()
  const found = facts.flatMap((fields): readonly Registration[] => {
    const [kind, name = '', place, text = ''] = fields
    if (kind === 'macro') return [make(`the macro ${name}`, isProduct(place), isProduct(place) ? 'product' : text)]
    if (kind === 'intrudes') return [make(`what ${name} adds to a test library`, true, '')]
    if (kind === 'include') {
      const leads = isProduct(place) ? 'product' : place === 'seen' ? null : 'elsewhere'
      return [make(`where ${name} leads`, isProduct(place), leads)]
    }
    libraries.set(name, [...(libraries.get(name) ?? []), fields])
    return []
  })
  const files = [...libraries].map(([name, all]) =>
    make(
      `the test library's ${name}`,
      all.some(([, , place]) => isProduct(place)),
      all
        .map(([, , , sum]) => sum)
        .sort()
        .join(' '),
    ),
  )
  return [...found, ...files]
}
