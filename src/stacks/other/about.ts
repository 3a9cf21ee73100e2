import type { StackAbout } from '../../model/stack.ts'

export const about: StackAbout = {
  detection:
    'Nothing marks such a project. It is there, at the root of the repository, when a command belongs to no other stack and `verify.report` in triverdict.yaml names the report that it leaves.',
  calls: 'nothing; the command runs as it is written.',
  dependencies: 'None are installed. The steps of its CI job before the command prepare it.',
  versions: [
    'Reports: JUnit, TAP, CTRF, JSON of Playwright, and the events of our own reporters. Several files are read as one run.',
    'The corpus runs shell scripts that write TAP and JUnit; Playwright’s JSON was recorded from 1.65.1.',
    'Exit codes: 0 is green, 1 to 125 may say that tests failed, and only the report says which; every other code says nothing.',
  ],
  coverage: 'Not measured.',
}
