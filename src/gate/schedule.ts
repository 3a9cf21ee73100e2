/** What became of one item: it ran, or it did not, because one that it needs did not pass. */
export type Settled<T> = { readonly ran: T } | { readonly precludedBy: string }

/**
 * Runs items, at most `jobs` at once, each as soon as all that it needs has passed; the others are precluded. Items are given in an order
 * in which needs stand first, and start in that order.
 */
export const schedule = async <T>(
  items: readonly { readonly id: string; readonly needs: readonly string[] }[],
  jobs: number,
  run: (id: string) => Promise<T>,
  passed: (answer: T) => boolean,
): Promise<ReadonlyMap<string, Settled<T>>> => {
  const settled = new Map<string, Settled<T>>()
  const running = new Map<string, Promise<void>>()
  const waiting = [...items]
  const blocked = (needs: readonly string[]): string | undefined =>
    needs.find((need) => {
      const known = settled.get(need)
      return known !== undefined && !('ran' in known && passed(known.ran))
    })
  while (waiting.length > 0 || running.size > 0) {
    for (const item of [...waiting]) {
      const cause = blocked(item.needs)
      const ready = item.needs.every((need) => settled.has(need))
      if (cause === undefined && (!ready || running.size >= jobs)) continue
      waiting.splice(waiting.indexOf(item), 1)
      if (cause !== undefined) {
        settled.set(item.id, { precludedBy: cause })
        continue
      }
      const work = run(item.id).then((answer) => {
        settled.set(item.id, { ran: answer })
        running.delete(item.id)
      })
      running.set(item.id, work)
    }
    if (running.size > 0) await Promise.race(running.values())
    else if (waiting.length > 0 && waiting.every(({ needs }) => !needs.every((need) => settled.has(need))))
      throw new Error(`these wait for ever: ${waiting.map(({ id }) => id).join(', ')}`)
  }
  return settled
}
