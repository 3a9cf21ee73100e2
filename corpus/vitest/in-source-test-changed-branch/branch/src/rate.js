export function rate(kind) {
  return kind === 'books' ? 9 : 19
}

if (import.meta.vitest) {
  const { expect, test } = import.meta.vitest
  test('books are cheap', () => {
    expect(rate('books')).toBe(9)
  })
}
