import type { Channel, Instrumented, Place } from '../../model/stack.ts'
import { googleTestReports } from './google-test-reports.ts'

/** Where runners leave their reports by their own conventions, or projects by theirs: globs relative to the project, with whose they are. */
export interface ReportPlace {
  readonly format: 'junit' | 'ctrf' | 'tap'
  readonly glob: string
  readonly of: string
}

/** The whole list, as documentation prints it. A directory that is not listed is not looked at. */
export const REPORT_PLACES: readonly ReportPlace[] = [
  { format: 'junit', glob: '**/target/{surefire,failsafe}-reports/TEST-*.xml', of: 'Maven Surefire, Failsafe' },
  { format: 'junit', glob: '**/target/test-reports/*.xml', of: 'sbt' },
  { format: 'junit', glob: '**/build/test-results/**/*.xml', of: 'Gradle' },
  { format: 'junit', glob: '_build/test/lib/*/test-junit-report.xml', of: 'junit_formatter of Elixir' },
  { format: 'junit', glob: '**/{test-results,test-reports}/**/*.xml', of: 'many, by the habits of CI systems' },
  { format: 'junit', glob: '**/reports/junit/**/*.xml', of: 'many' },
  { format: 'junit', glob: '**/{junit,rspec}.xml', of: 'jest-junit, rspec_junit_formatter, many' },
  { format: 'junit', glob: '**/{junit-report,phpunit-junit,test-report,test-junit-report}.xml', of: 'many' },
  { format: 'ctrf', glob: '**/{*.ctrf.json,ctrf-report.json}', of: 'reporters of CTRF' },
  { format: 'ctrf', glob: '**/ctrf/*.json', of: 'reporters of CTRF' },
  { format: 'tap', glob: '**/{test-results,test-reports,reports}/**/*.tap', of: 'many' },
  { format: 'tap', glob: '*.tap', of: 'many' },
]

/** All places of a format as one glob, so that a tree is gone through once. Inside of braces `**` means one directory at least, so that both are said. */
const globOf = (format: ReportPlace['format']): string => {
  const places = REPORT_PLACES.flatMap((place) => (place.format === format ? place.glob.replace(/^\*\*\//, '') : []))
  const all = places.flatMap((glob) => (glob.includes('/**/') ? [glob, glob.replace('/**/', '/')] : [glob]))
  return `**/{${all.join(',')}}`
}

/** Below the report directory: the harness of Perl keeps the TAP of each test file here, under the path of the file (TAP::Harness, `PERL_TEST_HARNESS_DUMP_TAP`). */
const DUMPED = 'dumped-tap'

/** Below the report directory: GoogleTest programs write here, a file each, where their command does not say otherwise (`GTEST_OUTPUT`). */
const GOOGLE_TEST = 'googletest'

/**
 * What a command that nobody knows may leave: reports in the usual places and where its own words tell GoogleTest to write, the TAP that
 * Perl's harness is told to keep, the XML of GoogleTest programs, and, where none of these is there, TAP on standard output. None is required; without any the run tells nothing.
 */
export const listenEverywhere = (place: Place): Omit<Instrumented, 'argv'> => {
  const at = place.directory === '.' ? place.tree : `${place.tree}/${place.directory}`
  const dumped = `${place.reportDirectory}/${DUMPED}`
  const google = `${place.reportDirectory}/${GOOGLE_TEST}`
  const left = (format: ReportPlace['format'], glob: string): Channel => ({
    path: `${at}/${glob}`,
    several: true,
    fresh: true,
    format,
    role: 'events',
    required: false,
  })
  return {
    env: { PERL_TEST_HARNESS_DUMP_TAP: dumped, GTEST_OUTPUT: `xml:${google}/` },
    channels: [
      ...(['junit', 'ctrf', 'tap'] as const).map((format) => left(format, globOf(format))),
      ...googleTestReports(place.project, globOf('junit')).map((glob) => left('junit', glob)),
      { path: `${google}/*.xml`, several: true, format: 'junit', role: 'events', required: false },
      { path: `${dumped}/**`, several: true, scoped: true, format: 'tap', role: 'events', required: false },
      { path: 'stdout', format: 'tap-output', role: 'events', required: false, fallback: true },
    ],
  }
}
