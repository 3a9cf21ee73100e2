/** A name as it stands in a sentence: paths and titles may hold line breaks, and a sentence is one line. */
export const oneLine = (name: string): string => name.replaceAll('\r', '\\r').replaceAll('\n', '\\n')
