const table = { books: 7, food: 7 }

exports.rate = (kind) => {
  if (kind in table) {
    return table[kind]
  }
  if (kind === 'gift') {
    return 0
  }
  if (kind === 'export') {
    return 0
  }
  return 19
}
