import { expect, test } from 'vitest'
import { versionQuestion } from '../discovery/version-question.ts'
import { memoryView } from '../locked/memory-view.ts'
import type { LayerConfig } from '../model/gate-config.ts'
import type { Layer } from './layers.ts'
import { distinctNeeds, programsOfLayers } from './needed-programs.ts'

const layer = (id: string, config: Partial<LayerConfig>): Layer => {
  const whole = { run: 'true', ...config } as LayerConfig
  return { id, config: whole, needs: whole.needs ?? [], file: 'triverdict.yaml', line: 1 }
}
/** `npm!` for one that is certain, `npm` for one that something may bring. */
const needed = (...layers: readonly Layer[]): readonly string[] =>
  programsOfLayers(layers).map(
    ({ program, cwd, certain }) => `${program}${certain ? '!' : ''}${cwd === '.' ? '' : ` in ${cwd}`}`,
  )

test.each<[string, Partial<LayerConfig>, readonly string[]]>([
  ['words are run as they are', { run: ['npm', 'test'] }, ['npm!']],
  ['a line is run by bash', { run: 'npm test' }, ['bash!', 'npm!']],
  [
    'what comes later on a line may be brought by what comes before',
    { run: 'npm ci && vitest run' },
    ['bash!', 'npm!', 'vitest'],
  ],
  ['a program of the repository is no program of the machine', { run: './ci.sh' }, ['bash!']],
  ['a builtin is no program', { run: 'exit 0' }, ['bash!']],
  ['where failing does no harm, it is not certain', { run: 'npm test || true' }, ['bash!', 'npm']],
  ['a probe is run too', { run: ['npm', 'test'], probe: 'docker info' }, ['bash!', 'docker!', 'npm!']],
  ['where it runs', { run: ['npm', 'test'], cwd: 'web' }, ['npm! in web']],
  ['after another layer anything may be there', { run: ['npm', 'test'], needs: ['build'] }, ['npm']],
  ['a PATH of its own', { run: ['npm', 'test'], env: { PATH: '/opt/bin' } }, ['npm']],
])('what a layer calls: %s', (_, config, expected) => {
  expect(needed(layer('unit', config))).toEqual(expected)
})

test('the same question is asked once, for all who need it; certain for one is certain', () => {
  const needs = programsOfLayers([
    layer('lint', { run: ['npm', 'run', 'lint'], needs: ['unit'] }),
    layer('unit', { run: ['npm', 'test'] }),
    layer('web', { run: ['npm', 'test'], cwd: 'web' }),
  ])
  const distinct = distinctNeeds(needs, memoryView({}))
  expect(distinct.map(({ by, cwd, certain }) => [by.join(' '), cwd, certain])).toEqual([
    ['layer lint layer unit', '.', true],
    ['layer web', 'web', true],
  ])
})

test.each([
  ['node', ['node', '--version']],
  ['go', ['go', 'version']],
  ['gofmt', ['go', 'version']],
  ['python3.12', ['python3.12', '--version']],
  ['deploy-all', null],
  ['terraform', null],
])('%s is asked with a call that changes nothing, or not at all', (program, expected) => {
  expect(versionQuestion(program)).toEqual(expected)
})
