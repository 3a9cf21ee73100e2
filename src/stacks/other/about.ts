import type { StackAbout } from '../../model/stack.ts'

export const about: StackAbout = {
  detection:
    'Nothing marks such a project. It is there, at the root of the repository, when CI, Make or triverdict.yaml names a command of tests that belongs to no other stack, and no project of another stack has tests; beside such a project only where `verify.report` in triverdict.yaml names the report.',
  calls: 'nothing; the command runs as it is written.',
  dependencies: 'None are installed. The steps of its CI job before the command prepare it.',
  versions: [
    'Reports: JUnit, TAP, CTRF, JSON of Playwright, and the events of our own reporters. Several files are read as one run.',
    'Without a declared report only what this run wrote counts: files that the tree came with are left alone and not believed, others are removed before the run. A report that cannot be read makes the run incomplete; XML and JSON of other kinds mean nothing.',
    'The corpus runs prove 3.44 of Perl 5.36, bats 1.13 and shell scripts that write TAP and JUnit; Playwright’s JSON was recorded from 1.65.1. Runners of Ruby, PHP, Elixir, .NET, Scala and others were not run: they are heard where they leave one of these reports. TRX of .NET is not read.',
    'Exit codes: 0 is green, 1 to 125 may say that tests failed, and only the report says which; every other code says nothing.',
  ],
  coverage: 'Not measured.',
}
