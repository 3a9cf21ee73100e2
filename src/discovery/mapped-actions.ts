import type { CheckKind } from '../model/check.ts'
import { speaksOfTests } from './kind-words.ts'

/** What an action of a workflow means for us. `mapped`: we do the same ourselves, or it only moves results about. */
export type ActionMeaning =
  | { readonly mapped: true }
  | { readonly mapped: false; readonly kind: CheckKind | 'prepare'; readonly reason: string }

/** Owner and name, without the version. Checkout, caches, toolchains, installs, uploads, comments. */
const MAPPED: readonly RegExp[] = [
  /^actions\/(checkout|cache|setup-node|setup-python|setup-go|upload-artifact|download-artifact|github-script|labeler|stale|add-to-project)(\/|$)/,
  /^(astral-sh\/setup-uv|pnpm\/action-setup|oven-sh\/setup-bun|yarnpkg\/.*|volta-cli\/action|moonrepo\/setup-toolchain|jdx\/mise-action)$/,
  /^(snok\/install-poetry|abatilo\/actions-poetry|pdm-project\/setup-pdm|conda-incubator\/setup-miniconda|prefix-dev\/setup-pixi|install-pinned\/.*|yezz123\/setup-uv|hynek\/setup-cached-uv)$/,
  /^(dtolnay\/(rust-toolchain|install)|actions-rs\/(toolchain|install)|actions-rust-lang\/setup-rust-toolchain|hecrj\/setup-rust-action|moonrepo\/setup-rust|Swatinem\/rust-cache|taiki-e\/(install-action|cache-cargo-install-action|setup-cross-toolchain-action|checkout-action)|baptiste0928\/cargo-install|mozilla-actions\/sccache-action|rui314\/setup-mold|Leafwing-Studios\/cargo-cache)$/,
  /^(bahmutov\/npm-install|c-hive\/gha-.*|biomejs\/setup-biome|pyiron\/.*|chartboost\/ruff-action-setup)$/,
  /^(codecov\/codecov-action|coverallsapp\/github-action|codacy\/.*|paambaati\/codeclimate-action|SonarSource\/.*|qltysh\/.*|davelosert\/vitest-coverage-report-action|py-cov-action\/.*|MishaKav\/.*)$/i,
  /^(dorny\/test-reporter|mikepenz\/action-junit-report|EnricoMi\/publish-unit-test-result-action(\/.*)?|phoenix-actions\/test-reporting|ctrf-io\/.*)$/i,
  /^(step-security\/harden-runner|styfle\/cancel-workflow-action|dorny\/paths-filter|tj-actions\/changed-files|nrwl\/nx-set-shas|re-actors\/alls-green|8398a7\/action-slack|slackapi\/.*|marocchino\/.*|peter-evans\/.*)$/,
]

const CHECKS: readonly { readonly pattern: RegExp; readonly kind: CheckKind }[] = [
  {
    pattern: /^(astral-sh|chartboost)\/ruff-action$|^golangci\/golangci-lint-action$|^dominikh\/staticcheck-action$/,
    kind: 'lint',
  },
  { pattern: /^(pre-commit|tox-dev)\/action|^pre-commit-ci\/|^tox-dev\/action-pre-commit-uv$/, kind: 'lint' },
  {
    pattern:
      /^(psf\/black|isort\/isort-action|py-actions\/flake8|wearerequired\/lint-action|super-linter\/super-linter|github\/super-linter|reviewdog\/.*|crate-ci\/typos|wagoid\/commitlint-github-action|rhysd\/actionlint|biomejs\/biome|autofix-ci\/action|DavidAnson\/markdownlint-cli2-action|codespell-project\/.*|lycheeverse\/.*)(\/|$)/i,
    kind: 'lint',
  },
  { pattern: /^(jakebailey\/pyright-action|tsuyoshicho\/action-mypy)$/, kind: 'types' },
  {
    pattern:
      /^(cypress-io\/github-action|chromaui\/action|microsoft\/playwright-github-action|pavelzw\/pytest-action)$/,
    kind: 'tests',
  },
]

/** The Rust toolchain that an action makes the default, where it is a nightly: others answer for each other, a nightly has switches of its own. */
export const nightlyOf = (uses: string, given: Readonly<Record<string, string>>): string | undefined => {
  const [name, version = ''] = uses.split('@')
  if (
    !/^(?:dtolnay\/rust-toolchain|actions-rs\/toolchain|actions-rust-lang\/setup-rust-toolchain|moonrepo\/setup-rust)$/.test(
      name ?? '',
    )
  )
    return undefined
  const wanted = given.toolchain ?? given.channel ?? version
  return /^nightly/.test(wanted) ? wanted : undefined
}

/** Actions that only call one command, as that command; undefined for any other. */
export const commandOf = (uses: string, given: Readonly<Record<string, string>>): string | undefined => {
  const name = uses.split('@')[0] ?? uses
  const toolchain = given.toolchain ? `+${given.toolchain} ` : ''
  if (name === 'actions-rs/cargo')
    return given.command ? `cargo ${toolchain}${given.command} ${given.args ?? ''}`.trim() : undefined
  if (/^(?:actions-rs\/clippy-check|giraffate\/clippy-action|auguwu\/clippy-action)$/.test(name))
    return `cargo clippy ${given.args ?? given.clippy_flags ?? ''}`.trim()
  // The command is what the check is; how often it may be tried is not asked: a red try is red.
  if (/^(?:nick-fields|nick-invision)\/retry$/.test(name) && !given.shell) return given.command
  if (/^(?:coactions\/setup-xvfb|GabrielBB\/xvfb-action)$/i.test(name)) return given.run
  if (name === 'actions-rust-lang/rustfmt') return 'cargo fmt --all -- --check'
  return undefined
}

/** Inputs in which actions are told what to run. */
const COMMANDS =
  /^(?:args|options|targets?|exec|entrypoint|goals?|arguments|tasks?|verb|test[-_]?\w*)$|(?:^|[-_])(?:run|cmd|commands?|scripts?)(?:$|[-_])|(?:[a-z])(?:Cmd|Commands?|Scripts?|Args)$/

/** True where a text names tests, or a goal that checks (`./gradlew connectedCheck`); documents and options (`--check`) are none. */
const tests = (text: string): boolean => {
  const words = text.split(/\s+/).filter((word) => !/\.(?:md|rst|html?|txt)$/i.test(word))
  return speaksOfTests(words.join(' ')) || words.some((word) => /^[:\w]*(?:[cC]heck|verify)$/.test(word))
}

/** What `uses: owner/name@version` means. `given`: its inputs. A local action (`./…`) is not asked here. */
export const meaningOf = (uses: string, given: Readonly<Record<string, string>> = {}): ActionMeaning => {
  const name = uses.split('@')[0] ?? uses
  if (MAPPED.some((pattern) => pattern.test(name))) return { mapped: true }
  const check = CHECKS.find(({ pattern }) => pattern.test(name))
  if (check !== undefined)
    return { mapped: false, kind: check.kind, reason: 'it is an action, not a command: it does not run here' }
  const told = Object.entries(given).find(([input, text]) => COMMANDS.test(input) && tests(text))
  if (told !== undefined)
    return {
      mapped: false,
      kind: 'tests',
      reason: `it is an action that is told to run \`${told[1].trim().split('\n')[0]}\`, and no rule knows how it does that`,
    }
  if (/^docker:|^docker\//.test(name))
    return { mapped: false, kind: 'prepare', reason: 'it needs Docker, which is not used here' }
  return {
    mapped: false,
    kind: 'prepare',
    reason: 'it is an action, not a command: it does not run here, and the run on the lock shows whether that matters',
  }
}
