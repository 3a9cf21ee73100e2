import picomatch from 'picomatch'
import type { InstallPlan, Stack } from '../../model/stack.ts'
import { about } from './about.ts'
import { treeUnchanged } from './tree-unchanged.ts'

/** Where test files lie and what they are called in languages that have no stack of their own. A person adds to it with `verify.lock`. */
const TESTS = [
  '**/{test,tests,spec,specs,t}/**',
  '**/src/test/**',
  '**/{__tests__,testdata,__snapshots__}/**',
  '**/*{_test,_spec,.test,.spec,-test,-spec}.*',
  '**/test_*.*',
  '**/*{Test,Tests,TestCase,Spec}.{java,kt,kts,scala,groovy,cs,fs,vb,swift,php,m,mm,dart,hs}',
  '**/*.{bats,feature}',
]
/** Files that decide how the tests of such a project are run. */
const JUDGE = [
  '{Makefile,makefile,GNUmakefile,justfile,Justfile,.justfile}',
  'Taskfile.{yml,yaml}',
  '**/{phpunit.xml,phpunit.xml.dist,.rspec,spec_helper.rb,.credo.exs}',
]
const MANIFESTS = [
  '**/{pom.xml,build.gradle,build.gradle.kts,settings.gradle,settings.gradle.kts,gradle.lockfile}',
  '**/{Gemfile,Gemfile.lock,composer.json,composer.lock,mix.exs,mix.lock,Package.swift,Package.resolved,pubspec.yaml,pubspec.lock}',
  '**/*.{csproj,fsproj,sln}',
]

/** Options that runners read wherever they are called. */
const ACTIVATING = ['**/{.proverc,.bats,.rspec,.rspec-local,.phpunit.result.cache}', '**/phpunit.xml']

const isTest = picomatch(TESTS)

const NOTHING: InstallPlan = {
  manager: 'none',
  keyFiles: [],
  keyCommands: [],
  install: [],
  outputs: [],
  perTree: [],
  pinned: true,
  path: [],
  env: {},
}

/**
 * A project of a language without a stack of its own, at the root of the repository: what its command does is known only from the reports
 * that it leaves, in the usual places or where a person says (`verify.report`). Nothing is installed for it; what its CI job runs before the tests prepares it.
 */
export const other: Stack = {
  id: 'other',
  title: 'Another language',
  about,
  // Nothing marks it: it is there when a command belongs to nobody else.
  markers: ['triverdict.yaml'],
  locked: { tests: TESTS, judge: JUDGE, build: [], manifests: MANIFESTS, activating: ACTIVATING },
  tools: [treeUnchanged],
  unwrap: () => undefined,
  script: () => undefined,
  manifestCommands: () => [],
  install: () => NOTHING,
  hasTests: ({ paths }) => paths.some((path) => isTest(path)),
  members: () => [],
  firstParty: () => [],
}
