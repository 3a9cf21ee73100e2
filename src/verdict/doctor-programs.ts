import { type Anomaly, anomaly } from '../model/anomaly.ts'
import type { ProgramFact } from '../model/machine-facts.ts'
import type { MetricValue } from '../model/verdict.ts'
import { type DoctorScope, type Finding, isNeeded, withRemedy } from './doctor-rules.ts'
import { oneLine } from './one-line.ts'

const called = ({ need }: ProgramFact): string => need.ask?.join(' ') ?? need.program

const wrong = (fact: ProgramFact): { readonly message: string; readonly remedy: string } | null => {
  const { need, end } = fact
  const who = `${need.by.slice(0, 3).join(', ')}${need.by.length > 3 ? ` and ${need.by.length - 3} more` : ''}`
  const says = `${who}: the program ${need.program}`
  switch (end) {
    case 'works':
    case 'present':
      return null
    case 'missing':
      return {
        message: `${says} is not on PATH`,
        remedy:
          need.of === 'gate'
            ? `Install ${need.program} on this machine or with the project's dependencies, or add its directory to PATH.`
            : `Install ${need.program} on this machine, or add its directory to PATH.`,
      }
    case 'fails':
      return {
        message: `${says} does not work: \`${oneLine(called(fact))}\` says ${oneLine(fact.said ?? 'nothing')}`,
        remedy: `Run it by hand in ${need.cwd === '.' ? 'the repository' : need.cwd}, and repair what it says.`,
      }
    case 'hangs':
      return {
        message: `${says} gave no answer to \`${oneLine(called(fact))}\` in ${Math.round(fact.took_ms / 1000)} s`,
        remedy: 'Find out what it waits for: a network, a lock, a daemon.',
      }
  }
}

/** Programs that are needed and do not run. One that something may bring before it is called is an anomaly. */
export const judgePrograms = (facts: readonly ProgramFact[], scope: DoctorScope): Finding => {
  const blocking: string[] = []
  const anomalies: Anomaly[] = []
  const metrics: Record<string, MetricValue> = {}
  for (const fact of facts) {
    const { need, end, version, took_ms } = fact
    const name = need.cwd === '.' ? need.program : `${need.program} in ${need.cwd}`
    const known = metrics[`${name} (${need.of})`] ?? null
    if (known === null || end !== 'works') metrics[`${name} (${need.of})`] = { state: end, version, took_ms }
    const found = wrong(fact)
    if (found === null) continue
    const hangs = end === 'hangs'
    // A clean tree has the dependencies of the project installed before any layer runs.
    const certain = need.certain && !(scope === 'clean-gate' && need.of === 'gate' && end === 'missing')
    if (isNeeded(need.of, scope) && (certain || hangs)) {
      blocking.push(withRemedy(found.message, found.remedy))
      continue
    }
    const later = certain ? '' : '; what runs before it may bring it'
    const severity = certain ? 'high' : end === 'missing' ? 'low' : 'medium'
    anomalies.push(
      anomaly(end === 'missing' ? 'program-missing' : 'program-broken', severity, `${found.message}${later}`, {
        remedy: found.remedy,
      }),
    )
  }
  return { blocking, anomalies, metrics }
}
