import type { ReportFormatReader } from '../model/reader.ts'
import type { ReportFormat } from '../model/test-report.ts'
import { biomeJson } from './biome-json.ts'
import { cargoJson } from './cargo-json.ts'
import { cobertura } from './cobertura.ts'
import { compileCommands } from './compile-commands.ts'
import { coveragepyJson } from './coveragepy-json.ts'
import { ctestJunit } from './ctest-junit.ts'
import { ctestShow } from './ctest-show.ts'
import { ctrf } from './ctrf.ts'
import { eslintJson } from './eslint-json.ts'
import { events } from './events.ts'
import { gccText } from './gcc-text.ts'
import { gcovJson } from './gcov-json.ts'
import { goCover } from './go-cover.ts'
import { goTestJson } from './go-test-json.ts'
import { goText } from './go-text.ts'
import { gofmtText } from './gofmt-text.ts'
import { golangciJson, golangciNewJson } from './golangci-json.ts'
import { istanbul } from './istanbul.ts'
import { jestJson } from './jest-json.ts'
import { junit } from './junit.ts'
import { lcov } from './lcov.ts'
import { libtestText } from './libtest-text.ts'
import { llvmCovJson } from './llvm-cov-json.ts'
import { mesonTestlog } from './meson-testlog.ts'
import { mesonExpectations, mesonTests } from './meson-tests.ts'
import { mochaJson } from './mocha-json.ts'
import { mypyJson } from './mypy-json.ts'
import { mypyText } from './mypy-text.ts'
import { nextestJunit } from './nextest-junit.ts'
import { playwrightJson } from './playwright-json.ts'
import { prettierText } from './prettier-text.ts'
import { pyrightJson } from './pyright-json.ts'
import { ruffFormatText } from './ruff-format-text.ts'
import { ruffJson } from './ruff-json.ts'
import { rustfmtText } from './rustfmt-text.ts'
import { staticcheckJson } from './staticcheck-json.ts'
import { tap } from './tap.ts'
import { tapOutput } from './tap-output.ts'
import { translationUnits } from './translation-units.ts'
import { trs } from './trs.ts'
import { tscText } from './tsc-text.ts'
import { vitestJson } from './vitest-json.ts'

/** Every format that can be read. A new one is one file and one line here. */
export const readers: { readonly [Format in ReportFormat]: ReportFormatReader } = {
  events,
  junit,
  tap,
  'tap-output': tapOutput,
  trs,
  ctrf,
  'playwright-json': playwrightJson,
  'vitest-json': vitestJson,
  'jest-json': jestJson,
  'mocha-json': mochaJson,
  'libtest-text': libtestText,
  'nextest-junit': nextestJunit,
  lcov,
  istanbul,
  'coveragepy-json': coveragepyJson,
  cobertura,
  'llvm-cov-json': llvmCovJson,
  'gcov-json': gcovJson,
  'tsc-text': tscText,
  'eslint-json': eslintJson,
  'biome-json': biomeJson,
  'prettier-text': prettierText,
  'pyright-json': pyrightJson,
  'mypy-json': mypyJson,
  'mypy-text': mypyText,
  'ruff-json': ruffJson,
  'ruff-format-text': ruffFormatText,
  'go-test-json': goTestJson,
  'go-cover': goCover,
  'go-text': goText,
  'gofmt-text': gofmtText,
  'golangci-json': golangciJson,
  'golangci-new-json': golangciNewJson,
  'staticcheck-json': staticcheckJson,
  'cargo-json': cargoJson,
  'rustfmt-text': rustfmtText,
  'gcc-text': gccText,
  'ctest-junit': ctestJunit,
  'ctest-show': ctestShow,
  'meson-testlog': mesonTestlog,
  'meson-tests': mesonTests,
  'meson-expectations': mesonExpectations,
  'compile-commands': compileCommands,
  'translation-units': translationUnits,
}

/** The reader of a format. */
export const readerOf = (format: ReportFormat): ReportFormatReader => readers[format]
