import type { Interface } from 'node:readline/promises'

/**
 * Asks a person for lines, trimmed. Null where the input ends (Ctrl-D) or is broken off (Ctrl-C) instead, also before the question. Made
 * before anything is awaited, since an end that was missed is not told again.
 */
export const makeAsk = (terminal: Interface): ((question: string) => Promise<string | null>) => {
  // By version of Node, a question whose input ends is rejected or stays open for ever: the end itself is what both have.
  let over = false
  const ended = new Promise<null>((resolve) => {
    terminal.once('close', () => {
      over = true
      resolve(null)
    })
  })
  const line = async (question: string): Promise<string | null> => {
    try {
      return (await terminal.question(question)).trim()
    } catch (error) {
      if (over || (error as Error).name === 'AbortError') return null
      throw error
    }
  }
  return (question) => (over ? ended : Promise.race([line(question), ended]))
}
