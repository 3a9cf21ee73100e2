const script = '[cm]?[jt]sx?'
const named = new RegExp(`[._-](?:test|spec)\\.${script}$`)
const isScript = new RegExp(`(?<!\\.d)\\.${script}$`)
const aside = /(?:^|\/)(?:fixtures?|__fixtures__|__mocks__|__snapshots__|testdata|node_modules)\//

/** A call that registers a test; whoever wants to be called by tests exports something. */
const scriptTest = /(?:^|[^\w.$])(?:test|it|describe|suite|specify)(?:\.\w+)*\s*[(`]/
const scriptExport = /^\s*export\b|\bmodule\.exports\b|^\s*exports\.\w/m
const pythonTest = /^\s*(?:async\s+)?def\s+test|^class\s+\w*Test|\bTestCase\b|^def\s+load_tests\b/m

/**
 * True for a test file itself, which a runner can be given: by a name that says nothing else, or, where the name says little
 * (`test/cart.js`, `test_cart.py`), by a text that has tests in it. Helpers, fixtures and a conftest.py are none.
 */
export const isRunnable = (path: string, text: string): boolean => {
  if (aside.test(path)) return false
  if (named.test(path)) return true
  if (isScript.test(path)) return scriptTest.test(text) && !scriptExport.test(text)
  if (path.endsWith('_test.go')) return /^func (?:Test|Example|Fuzz)/m.test(text)
  // Modules below a directory of `tests/` belong to a test program, and only it can be run.
  if (path.endsWith('.rs')) return /(?:^|\/)tests\/[^/]+(?:\/main)?\.rs$/.test(path)
  if (!/(?:^|\/)(?:test_[^/]*|[^/]*_test|tests?)\.py$/.test(path)) return false
  return pythonTest.test(text)
}
