import { describe, expect, test } from 'vitest'
import { differsInFormatOnly } from './formatting.ts'
import { samePython } from './python-formatting.ts'
import { pythonTokens } from './python-tokens.ts'

describe('layout alone', () => {
  test.each([
    ['white space', 'def f( a,b ):\n  return a+b\n', 'def f(a, b):\n\n    return a + b'],
    ['comments', 'a = 1  # one\n# two\nb = 2\n', 'a = 1\n\n\nb = 2\n'],
    ['a comment between blocks', 'if a:\n    b\n# x\n    c\n', 'if a:\n    b\n    c\n'],
    ['line ends', 'a = """x\r\n"""\r\n', 'a = """x\n"""\n'],
    ['lines in brackets', 'f(a, b)\n', 'f(\n  a,\n  b,\n)\n'],
    ['a backslash', 'assert a == \\\n    b\n', 'assert a == b\n'],
    ['a comma in a call', 'f(a)\n', 'f(a,)\n'],
    ['a comma in a list', 'x = [a]\n', 'x = [\n    a,\n]\n'],
    ['a comma in a dictionary', 'x = {1: 2}\n', 'x = {1: 2,}\n'],
    ['a comma behind another', 'x = (a, b)\n', 'x = (\n    a,\n    b,\n)\n'],
    ['parentheses of an assertion', 'assert f(a) == 1\n', 'assert (\n    f(a)\n    == 1\n)\n'],
    ['parentheses before a message', 'assert a, "x"\n', 'assert (a), "x"\n'],
    ['parentheses of a value', 'x = a + b\n', 'x = (\n    a\n    + b\n)\n'],
    ['two pairs', 'return a\n', 'return ((a))\n'],
    ['parentheses of a condition', 'if a and b:\n    c\n', 'if (\n    a\n    and b\n):\n    c\n'],
  ])('%s', (_, before, after) => {
    expect(samePython(before, after)).toBe(true)
    expect(samePython(after, before)).toBe(true)
  })
})

describe('more than layout', () => {
  test.each([
    ['a name', 'a\n', 'b\n'],
    ['a number', 'a = 10\n', 'a = 1_0\n'],
    ['quotes', "a = 'x'\n", 'a = "x"\n'],
    ['white space in a string', 'a = "x  y"\n', 'a = "x y"\n'],
    ['an empty line in a long string', 'a = """\n\nx"""\n', 'a = """\nx"""\n'],
    ['a hash in a string', 'a = "# b"\n', 'a = "# c"\n'],
    ['a prefix', 'a = "\\n"\n', 'a = r"\\n"\n'],
    ['a block', 'if a:\n    b\nc\n', 'if a:\n    b\n    c\n'],
    ['the end of a line', 'a\n-b\n', 'a - b\n'],
    ['a tuple of one', 'x = (a)\n', 'x = (a,)\n'],
    ['a tuple of one after a keyword', 'assert x in (a)\n', 'assert x in (a,)\n'],
    ['a tuple as an index', 'x[a]\n', 'x[a,]\n'],
    ['a tuple that is always true', 'assert a, b\n', 'assert (a, b)\n'],
    ['a tuple of a lambda', 'x = (lambda a, b: c)\n', 'x = (lambda a, b: c,)\n'],
    ['a generator', 'x = y\n', 'x = (y for y in z)\n'],
    ['what a message belongs to', 'assert (a) == b\n', 'assert a == b\n'],
    ['an order of operations', 'x = (a + b) * c\n', 'x = a + b * c\n'],
    ['operators that touch', 'a = b < -c\n', 'a = b <- d\n'],
    ['noqa', 'import os  # noqa\n', 'import os\n'],
    ['type: ignore', 'a = 1\n', 'a = 1  # type: ignore[x]\n'],
    ['pragma', 'a = 1\n', 'a = 1  # pragma: no cover\n'],
    ['a coding line', '# -*- coding: latin-1 -*-\na\n', 'a\n'],
    ['an f-string', 'a = f"{b }"\n', 'a = f"{b}"\n'],
  ])('%s', (_, before, after) => {
    expect(pythonTokens(before)).toBeDefined()
    expect(pythonTokens(after)).toBeDefined()
    expect(samePython(before, after)).toBe(false)
    expect(samePython(after, before)).toBe(false)
  })
})

describe('where it is not sure, the answer is no', () => {
  test.each([
    ['tabs', 'if a:\n\tb\n'],
    ['a form feed', 'a\n\fb\n'],
    ['quotes nested in an f-string', 'a = f"{b["x  y"]}"\n'],
    ['quotes nested in a format', 'a = f"}} {b:{c["x  y"]}}"\n'],
    ['a string that does not end', 'a = "b\n'],
    ['a bracket that does not end', 'f(a\n'],
    ['brackets that cross', 'f(a]\n'],
    ['a block that closes nowhere', 'if a:\n    b\n  c\n'],
    ['characters that are none of its own', 'a ? b\n'],
    ['a number and a word in one', 'a = 1if b else c\n'],
    ['a space that is none', 'a =\u00a0b\n'],
  ])('%s', (_, text) => {
    expect(pythonTokens(text)).toBeUndefined()
    expect(samePython(text, `${text}\n`)).toBe(false)
  })
})

test('names of every script, numbers of every base and all operators are read', () => {
  const texts = pythonTokens("größe @= 0xFF_1 ** 1.5e-3j // .5 if a:=b else ... ; x = rb'\\'' f'{{{a!r:>{w}}}}' -> c\n")
  expect(texts?.map(({ text }) => text).join(' ')).toBe(
    "größe @= 0xFF_1 ** 1.5e-3j // .5 if a := b else ... ; x = rb'\\'' f'{{{a!r:>{w}}}}' -> c \n",
  )
})

test('this is what decides for files of Python', () => {
  expect(differsInFormatOnly('tests/test_a.py', 'f(a, b)\n', 'f(\n    a,\n    b,\n)\n')).toBe(true)
  expect(differsInFormatOnly('tests/test_a.py', 'a = """\n\nx"""\n', 'a = """\nx"""\n')).toBe(false)
})
