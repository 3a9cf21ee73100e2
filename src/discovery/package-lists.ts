const LIST =
  /(?:\$\(|`)\s*go list (?:-[\w=,]+ )*((?:\S*\.\.\.\s*|\.\/?\s+)+?)((?:\|\s*(?:grep|egrep) -[A-Za-z]*v[A-Za-z]*\s+[^|)`]+)*)\s*(?:\)|`)/g

/**
 * The text with `$(go list ./... | grep -v /vendor/)` replaced by the patterns that it lists, or undefined where it has none. What a `grep
 * -v` leaves out there is run here: more is asked, never less, and the run on the lock shows whether that matters.
 */
export const withoutPackageLists = (text: string): string | undefined => {
  const plain = text.replace(LIST, (_, patterns: string) => patterns.trim())
  return plain === text ? undefined : plain
}
