// How well the reader does, class by class, on labelled sheets.

/** Pairs what was found with what is there: within a class, the best overlap first, each taken once. Gives how many pairs there are. */
export const matched = (found, truth, overlap, least = 0.5) => {
  const pairs = found
    .flatMap((one, a) => truth.map((other, b) => ({ a, b, share: overlap(one.box, other.box) })))
    .filter(({ share }) => share >= least)
    .sort((one, other) => other.share - one.share || one.a - other.a || one.b - other.b)
  const [left, right] = [new Set(), new Set()]
  for (const { a, b } of pairs) {
    if (left.has(a) || right.has(b)) continue
    left.add(a)
    right.add(b)
  }
  return left.size
}

const share = (part, whole) => (whole === 0 ? null : Number((part / whole).toFixed(4)))

/** Metrics of all sheets that could be read; 0 of 0 is null, never 0 or 1. `counts`: how much truth each class has. */
export const measure = (sheets, classes, overlap) => {
  const recall = {}
  const precision = {}
  const counts = {}
  let [right, found] = [0, 0]
  for (const kind of classes) {
    const only = (all) => all.filter((one) => one.class === kind)
    let [mine, hits, truths] = [0, 0, 0]
    for (const sheet of sheets) {
      const [seen, there] = [only(sheet.found), only(sheet.truth)]
      hits += matched(seen, there, overlap)
      mine += seen.length
      truths += there.length
    }
    recall[kind] = share(hits, truths)
    precision[kind] = share(hits, mine)
    counts[kind] = truths
    right += hits
    found += mine
  }
  const off = sheets.reduce((sum, sheet) => sum + Math.abs(sheet.found.length - sheet.truth.length), 0)
  return {
    metrics: {
      recall,
      precision,
      false_per_sheet: sheets.length === 0 ? null : Number(((found - right) / sheets.length).toFixed(4)),
      count_error_per_sheet: sheets.length === 0 ? null : Number((off / sheets.length).toFixed(4)),
    },
    counts,
  }
}
