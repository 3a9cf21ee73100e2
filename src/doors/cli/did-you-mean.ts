import { nearest } from '../../io/git/revision.ts'

/** ` (Did you mean tests?)`, or nothing where no word is near. */
export const didYouMean = (word: string, words: readonly string[]): string => {
  const [first] = nearest(word, words)
  return first === undefined ? '' : ` (Did you mean ${first}?)`
}
