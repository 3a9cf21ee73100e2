exports.rate = (kind) => (kind === 'books' ? 7 : 19)
