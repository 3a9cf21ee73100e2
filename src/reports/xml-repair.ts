// Characters that XML 1.0 forbids (a surrogate only when it is alone); looked for in everything, so it is the fast one of the two.
const SUSPECT = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ud800-\udfff\ufffe\uffff]/
const FORBIDDEN = /\u001b\[[0-9;]{0,24}m|[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu
/** A colour sequence or a surrogate pair that a chunk may have been cut in. */
const BEGUN = /(?:\u001b(?:\[[0-9;]{0,24})?|[\ud800-\udbff])$/
const LONGEST = 32

/** Text on its way to the scanner, without characters that XML forbids. */
export interface Repair {
  /** True once something was replaced. */
  readonly repaired: boolean
  /** The chunk, repaired; its last few characters may come with the next one. */
  write(chunk: string): string
  /** What was kept back. */
  end(): string
}

/** Takes colour sequences out and replaces every other character that XML 1.0 forbids by U+FFFD: tools write them into messages. */
export const openRepair = (): Repair => {
  let repaired = false
  let kept = ''
  const clean = (text: string): string =>
    SUSPECT.test(text)
      ? text.replace(FORBIDDEN, (found) => {
          repaired = true
          return found.length > 2 ? '' : '\ufffd'
        })
      : text
  return {
    get repaired() {
      return repaired
    },
    write(chunk) {
      const text = kept + chunk
      const cut = BEGUN.exec(text.slice(-LONGEST))?.[0].length ?? 0
      kept = cut === 0 ? '' : text.slice(-cut)
      return clean(cut === 0 ? text : text.slice(0, -cut))
    },
    end() {
      const text = kept
      kept = ''
      return clean(text)
    },
  }
}
