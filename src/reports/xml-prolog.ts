import { NAME } from './xml-characters.ts'

const S = '[ \\t\\r\\n]'
const EQ = `${S}*=${S}*`
const either = (value: string): string => `(?:"${value}"|'${value}')`

const DECLARATION = new RegExp(
  `^xml${S}+version${EQ}${either('1\\.[0-9]+')}(?:${S}+encoding${EQ}${either('[A-Za-z][A-Za-z0-9._\\-]*')})?` +
    `(?:${S}+standalone${EQ}${either('(?:yes|no)')})?${S}*$`,
  'u',
)
const TARGET = new RegExp(`^(${NAME})(?:${S}|$)`, 'u')
const DOCUMENT_TYPE = new RegExp(`^<!DOCTYPE${S}+${NAME}(?:${S}|>)`, 'u')

/**
 * What is wrong with a processing instruction, by what stands between `<?` and `?>`; undefined when nothing is. `first`: nothing
 * stands before it, so it may be the XML declaration.
 */
export const instructionComplaint = (content: string, first: boolean): string | undefined => {
  const target = TARGET.exec(content)?.[1]
  if (target === undefined) return 'a processing instruction has no proper name'
  if (target.toLowerCase() !== 'xml') return undefined
  if (!first) return 'an XML declaration stands inside the document'
  return DECLARATION.test(content) ? undefined : 'the XML declaration is malformed'
}

/** What is wrong with a document type declaration, by its whole text; undefined when nothing is. */
export const documentTypeComplaint = (markup: string): string | undefined =>
  DOCUMENT_TYPE.test(markup) ? undefined : 'the document type declaration is malformed'
