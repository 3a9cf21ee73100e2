import type { PythonImport } from './python-loads.ts'

/** The class that a probe derives from: how to load it, and how to call it. */
export interface TestCaseBase {
  readonly load: string
  readonly name: string
}

const PLAIN: TestCaseBase = { load: 'import unittest', name: 'unittest.TestCase' }

/** The base of the first class of a file that has test methods and a base by that it is a TestCase; a base that the file makes itself is replaced by unittest's. */
export const testCaseBase = (lines: readonly string[], loads: readonly PythonImport[]): TestCaseBase | undefined => {
  const bases = lines.flatMap((line) => /^class\s+\w+\s*\((?:[^)]*,\s*)?([\w.]+)\s*\)\s*:/.exec(line)?.[1] ?? [])
  for (const base of bases) {
    if (!/(?:TestCase|Test|Tests|Case|Base)$/.test(base)) continue
    const [module, name] = base.includes('.')
      ? [base.slice(0, base.lastIndexOf('.')), base.slice(base.lastIndexOf('.') + 1)]
      : ['', base]
    const load = loads.find(
      (candidate) =>
        candidate.topLevel &&
        (module === '' ? candidate.names?.includes(name) : candidate.names === null && candidate.module === module),
    )
    if (load === undefined) continue
    return module === ''
      ? { load: `from ${load.module} import ${name} as _base`, name: '_base' }
      : { load: `import ${module}`, name: base }
  }
  return bases.length > 0 && loads.some(({ module }) => module.split('.')[0] === 'unittest') ? PLAIN : undefined
}

const WRONG: Readonly<Record<string, string>> = {
  assertEqual: 'self.assertEqual(1, 2)',
  assertEquals: 'self.assertEquals(1, 2)',
  assertNotEqual: 'self.assertNotEqual(1, 1)',
  assertTrue: 'self.assertTrue(False)',
  assertFalse: 'self.assertFalse(True)',
  assertIs: 'self.assertIs(1, 2)',
  assertIsNone: 'self.assertIsNone(1)',
  assertIsNotNone: 'self.assertIsNotNone(None)',
  assertIn: 'self.assertIn(1, [2])',
  assertNotIn: 'self.assertNotIn(1, [1])',
  assertIsInstance: 'self.assertIsInstance(1, str)',
  assertGreater: 'self.assertGreater(1, 2)',
  assertLess: 'self.assertLess(2, 1)',
  assertAlmostEqual: 'self.assertAlmostEqual(1, 2)',
  assertRegex: 'self.assertRegex("a", "b")',
  assertRaises: 'self.assertRaises(ValueError, int, 1)',
  assertListEqual: 'self.assertListEqual([1], [2])',
  assertDictEqual: 'self.assertDictEqual({1: 1}, {1: 2})',
  assertCountEqual: 'self.assertCountEqual([1], [2])',
}

/** Calls that must raise, one for each assertion method that a text uses. */
export const wrongCalls = (text: string): readonly string[] =>
  Object.entries(WRONG).flatMap(([name, call]) => (new RegExp(`\\.${name}\\(`).test(text) ? [call] : []))
