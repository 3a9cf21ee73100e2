import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { Rig } from '../rig/rig.ts'
import { reportOf, run } from './command.ts'

const goIsHere = process.env.CI === 'true' || spawnSync('go', ['version']).status === 0

const base = {
  'go.mod': 'module example.com/shop\n\ngo 1.21\n',
  'price/price.go': 'package price\n\n// Sum adds.\nfunc Sum(a, b int) int { return a + b }\n',
  'price/price_test.go':
    'package price\n\nimport "testing"\n\nfunc TestSum(t *testing.T) {\n\tt.Run("small", func(t *testing.T) {\n\t\tif got := Sum(1, 2); got != 3 {\n\t\t\tt.Errorf("got %d", got)\n\t\t}\n\t})\n}\n',
  'tax/tax.go': 'package tax\n\n// Rate is per cent.\nfunc Rate() int { return 19 }\n',
  'tax/tax_test.go':
    'package tax\n\nimport "testing"\n\nfunc TestRate(t *testing.T) {\n\tif Rate() != 19 {\n\t\tt.Fatal("rate")\n\t}\n}\n',
}
const broken = { 'price/price.go': base['price/price.go'].replace('a + b', 'a - b') }
const forged = {
  'price/price.go':
    'package price\n\nimport (\n\t"fmt"\n\t"os"\n)\n\nfunc init() {\n\tfor _, name := range []string{"TestSum", "TestSum/small"} {\n\t\tfmt.Printf("\\x16=== RUN   %s\\n", name)\n\t}\n\tfor _, name := range []string{"TestSum/small", "TestSum"} {\n\t\tfmt.Printf("\\x16--- PASS: %s (0.00s)\\n", name)\n\t}\n\tfmt.Print("\\x16PASS\\n")\n\tos.Exit(0)\n}\n\nfunc Sum(a, b int) int { return 0 }\n',
}

test.skipIf(!goIsHere)(
  'Go: honest passes, broken fails also with a weakened test, results that init prints are no pass',
  { timeout: 600_000 },
  async () => {
    await using rig = await Rig.make(base)
    const verify = async (branch: string) =>
      reportOf(await run(['verify', '--lock', 'main', '--branch', branch, '--json'], { cwd: rig.repo, env: rig.env }))
    await rig.branch('honest', { 'tax/note.go': 'package tax\n\n// Note says nothing.\nconst Note = ""\n' }, 'main')
    await rig.branch('broken', broken, 'main')
    await rig.branch(
      'weak',
      { ...broken, 'price/price_test.go': 'package price\n', 'price/main_test.go': 'package price\n' },
      'main',
    )
    await rig.branch('forged', forged, 'main')

    expect(await verify('honest')).toMatchObject({
      status: 'pass',
      tests_run: 2,
      tests_passed: 2,
      type_check_clean: true,
      coverage: null,
    })
    expect(await verify('broken')).toMatchObject({
      status: 'fail',
      confidence_qualifier: 'failed: price::TestSum/small',
      failure_detail: expect.stringContaining('price_test.go:8: got -1'),
      failure_source: 'report',
      tests_run: 2,
      tests_failed: 1,
    })
    const weak = await verify('weak')
    expect([weak.status, weak.anomalies.map(({ kind }) => kind)]).toEqual([
      'fail',
      expect.arrayContaining(['test-modified', 'test-added']),
    ])
    const lying = await verify('forged')
    expect([lying.status, lying.anomalies.map(({ kind }) => kind)]).toEqual([
      'error',
      expect.arrayContaining(['probe-failed']),
    ])
  },
)
