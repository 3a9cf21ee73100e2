import type { Baseline } from '../model/baseline.ts'
import type { Config } from '../model/config.ts'
import { type DeadGate, deadGates } from '../verdict/dead-gates.ts'
import type { GateRules } from '../verdict/gate-rules.ts'

/** Variables that say that a program, and not a person, sits here. */
const PROGRAMS: readonly (readonly [variable: RegExp, who: string])[] = [
  [
    /^(?:CI|CONTINUOUS_INTEGRATION|GITHUB_ACTIONS|GITLAB_CI|CIRCLECI|BUILDKITE|JENKINS_URL|TF_BUILD|TEAMCITY_VERSION)$/,
    'CI',
  ],
  [/^(?:CLAUDECODE|CLAUDE_CODE_ENTRYPOINT)$/, 'Claude Code'],
  [/^CODEX_(?:SANDBOX|SANDBOX_NETWORK_DISABLED|THREAD_ID|CI)$/, 'Codex'],
  [/^GEMINI_CLI$/, 'Gemini CLI'],
  [/^COPILOT_(?:AGENT_.*|CLI.*)$/, 'Copilot'],
  [/^CURSOR_(?:AGENT|TRACE_ID)$/, 'Cursor'],
  [/^(?:OPENCODE|CLINE_ACTIVE|OPENHANDS_.*|AI_AGENT|AGENT)$/, 'an agent'],
]

/** Who runs this, where it is no person by all signs: `CI`, `Claude Code`; null where nothing says so. A variable that says no (0, false, empty) says nothing. */
export const programHere = (env: Readonly<Record<string, string | undefined>>): string | null => {
  const set = Object.entries(env).filter(([, value]) => value !== undefined && !/^(?:|0|false|no)$/i.test(value))
  for (const [pattern, who] of PROGRAMS) if (set.some(([name]) => pattern.test(name))) return who
  return null
}

/** Thresholds that could never fire with this baseline and that nobody listed: they are to be accepted with a reason, or the rule is to be changed. */
export const openDeadGates = (baseline: Baseline, config: Config): readonly DeadGate[] => {
  const { metrics, counts, not_gated } = baseline
  const held = {
    metrics,
    ...(counts === undefined ? {} : { counts }),
    ...(not_gated === undefined ? {} : { not_gated }),
  }
  return deadGates(held, (config.gates ?? {}) as GateRules).filter(({ accepted }) => accepted === null)
}

/** The baseline as a person approved it. Dates are YYYY-MM-DD. */
export const approved = (
  proposal: Baseline,
  by: string,
  today: string,
  accepted: readonly { readonly class: string; readonly reason: string }[],
): Baseline => ({
  ...proposal,
  approved_by: by,
  approved_at: today,
  ...(accepted.length === 0 && proposal.not_gated === undefined
    ? {}
    : { not_gated: [...(proposal.not_gated ?? []), ...accepted] }),
})
