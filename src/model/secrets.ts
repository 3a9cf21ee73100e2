const MASK = '***'
/** Shorter values would blank out half a report, and guess nothing that was not known. */
const SHORTEST = 4

/** The values of secrets that are masked, in the order in which they are: longest first, so that none is left in halves. */
export const maskable = (values: readonly string[]): readonly string[] =>
  values.filter((value) => value.length >= SHORTEST).sort((a, b) => b.length - a.length)

/** Replaces every one of the values in a text by `***`, and says how many were replaced. The values come from `maskable`. */
export const masked = (text: string, values: readonly string[]): { readonly text: string; readonly count: number } => {
  let count = 0
  const rest = values.reduce((left, value) => {
    const parts = left.split(value)
    count += parts.length - 1
    return parts.join(MASK)
  }, text)
  return { text: rest, count }
}
