import { describe, expect, test } from 'vitest'
import { memoryView } from '../locked/memory-view.ts'
import type { Check, Command, ProjectPlan } from '../model/check.ts'
import type { Some } from '../model/result.ts'
import { rust } from '../stacks/rust/stack.ts'
import { askedTree, insisting } from './exact-lock.ts'
import type { Site } from './site.ts'

const evidence = { tier: 'ci', file: null, line: null, text: '' } as const
const command = (line: string): Command => ({
  form: 'argv',
  argv: line.split(' ') as unknown as Some<string>,
  cwd: '.',
  env: {},
})
const step = (line: string) => ({ command: command(line), evidence })
const check = (line: string): Check => ({
  id: 'rust:.:tests:cargo-test',
  kind: 'tests',
  stack: 'rust',
  project: '.',
  tool: 'cargo-test',
  command: command(line),
  before: [],
  after: [],
  evidence,
  declaredReport: null,
})
const project = (...prepare: readonly string[]): ProjectPlan => ({
  stack: 'rust',
  directory: '.',
  hasTests: true,
  prepare: prepare.map(step),
  checks: [],
})

describe('which command insists on an exact Cargo.lock', () => {
  test.each<[string, readonly string[], string | undefined]>([
    ['cargo test --workspace --locked', [], 'cargo test --workspace --locked'],
    ['cargo --frozen test', [], 'cargo --frozen test'],
    ['cargo test', ['cargo fetch --locked'], 'cargo fetch --locked'],
    ['cargo test', [], undefined],
    ['cargo test --locked', ['cargo generate-lockfile'], undefined],
    ['cargo test --locked', ['cargo build'], undefined],
    ['cargo nextest run', ['cargo install cargo-nextest --locked'], undefined],
    ['make test --locked', [], undefined],
  ])('%s after %j', (line, prepare, wanted) => {
    expect(insisting(rust, project(...prepare), check(line))).toBe(wanted)
  })
})

describe('whose files are asked', () => {
  const LOCK = { 'Cargo.toml': '[package]\nname = "a"\n[dev-dependencies]\nb = "1"\n', 'Cargo.lock': 'a b' }
  const asked = (own: Record<string, string>, composed: Record<string, string>) => {
    const plan = project()
    const source = (files: Record<string, string>) => ({ view: memoryView(files), entries: [], parent: '' })
    const site = {
      lock: { view: memoryView(LOCK) },
      projects: [{ plan, stack: rust }],
      sources: { branch: source(composed), own: source(own), control: source(LOCK) },
    } as unknown as Site
    return askedTree(site, plan, 'branch')
  }
  test('nobody is where the branch changed neither manifest nor lockfile', () => {
    expect(asked(LOCK, LOCK)).toBeNull()
  })
  test('the tree that runs, where it has the files of the branch', () => {
    const branch = { ...LOCK, 'Cargo.toml': '[package]\nname = "a"\n[dependencies]\nc = "1"\n' }
    expect(asked(branch, branch)).toBe('branch')
  })
  test('the files of the branch, where its manifest was merged', () => {
    const branch = { 'Cargo.toml': '[package]\nname = "a"\n', 'Cargo.lock': 'a' }
    expect(asked(branch, { ...LOCK, 'Cargo.lock': 'a' })).toBe('own')
  })
})
