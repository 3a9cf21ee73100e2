/** How many things were judged, out of how many, and which share may go unjudged (0 to 1, default 0). */
export interface Judged {
  readonly evaluated: number
  readonly total: number
  readonly max_error_rate?: number
}

const percent = (share: number): string => `${Number((share * 100).toFixed(2))} %`

/** Why a set that was judged in part is error as a whole, one sentence; null when enough was judged. Nothing judged is never enough. */
export const unjudgedReason = ({ evaluated, total, max_error_rate = 0 }: Judged): string | null => {
  if (![evaluated, total].every((count) => Number.isInteger(count) && count >= 0))
    return 'evaluated and total are not counts'
  if (!(max_error_rate >= 0 && max_error_rate <= 1)) return 'max_error_rate is not a share from 0 to 1'
  if (evaluated > total) return `${evaluated} were judged out of only ${total}`
  if (evaluated === 0) return `nothing was judged, out of ${total}`
  const share = (total - evaluated) / total
  return share > max_error_rate + 1e-9
    ? `${total - evaluated} of ${total} could not be judged (${percent(share)}, at most ${percent(max_error_rate)})`
    : null
}
