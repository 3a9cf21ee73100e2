import { anomaly } from '../model/anomaly.ts'
import type { MachineFacts, Probed } from '../model/machine-facts.ts'
import type { MetricValue, Verdict } from '../model/verdict.ts'
import { limitBlocking } from './blocking.ts'
import { judgeGit } from './doctor-git.ts'
import { judgeClock, judgeDatabase, judgeMemory, judgePlace, judgeSandbox } from './doctor-machine.ts'
import { judgePrograms } from './doctor-programs.ts'
import { type DoctorScope, type Finding, withRemedy } from './doctor-rules.ts'

const SEVERITIES = ['critical', 'high', 'medium', 'low', 'info'] as const

/** A probe that hung or broke is an error of its own: nothing is known of what it looked at. */
const judged = <T>(name: string, probe: Probed<T>, judge: (found: T) => Finding): Finding => {
  const { took_ms } = probe
  if (probe.end === 'answered') {
    const finding = judge(probe.found)
    return { ...finding, metrics: { ...finding.metrics, took_ms } }
  }
  const message =
    probe.end === 'cut'
      ? `the probe of ${name} hung, and was cut after ${Math.round(took_ms / 1000)} s. Find out what it waits for: a network file system, a lock, a daemon.`
      : `the probe of ${name} broke: ${probe.reason}`
  return { blocking: [message], anomalies: [], metrics: { took_ms } }
}

/**
 * What the facts about a machine say: error where something that is needed cannot run, with what to do; otherwise pass, with anomalies, the
 * gravest first. Never fail: fail says that a change made something worse, and here no change is judged. `scope`: what counts as needed.
 */
export const judgeMachine = (facts: MachineFacts, scope: DoctorScope): Verdict => {
  const findings: [name: string, finding: Finding][] = [
    ['git', judged('git', facts.git, judgeGit)],
    ['programs', judgePrograms(facts.programs, scope)],
  ]
  const places = facts.places.map(
    ({ name, probe }) => [name, judged(`${name} (place)`, probe, (found) => judgePlace(found, scope))] as const,
  )
  const newest = facts.git.end === 'answered' ? facts.git.found.newestCommit_s : null
  findings.push(['clock', judged('the clock', facts.clock, (found) => judgeClock(found, newest))])
  findings.push(['sandbox', judged('the sandbox', facts.sandbox, judgeSandbox)])
  if (facts.database !== null) findings.push(['database', judged('the history', facts.database, judgeDatabase)])
  findings.push(['memory', judged('memory', facts.memory, judgeMemory)])
  const all = [...findings, ...places].map(([, finding]) => finding)
  const missing = facts.trouble === null ? [] : [withRemedy(facts.trouble.message, facts.trouble.remedy)]
  // A gate says itself what is wrong with its settings; a doctor who asked for nothing must not pass.
  const mustKnow = scope === 'all' && !facts.bare
  const { message, remedy } = facts.needsUnknown ?? { message: null, remedy: null }
  const unknown = message === null ? null : `what the repository needs is not known: ${message}`
  const unasked = unknown !== null && mustKnow ? [withRemedy(unknown, remedy)] : []
  const doubts = unknown !== null && !mustKnow ? [anomaly('needs-unknown', 'medium', unknown, { remedy })] : []
  const blocking = [...new Set([...missing, ...unasked, ...all.flatMap((finding) => finding.blocking)])]
  const anomalies = [...doubts, ...all.flatMap((finding) => finding.anomalies)].sort(
    (a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity),
  )
  const metrics: Record<string, MetricValue> = Object.fromEntries(
    findings.map(([name, finding]) => [name, finding.metrics]),
  )
  return {
    status: blocking.length > 0 ? 'error' : 'pass',
    blocking: limitBlocking(blocking),
    metrics: { ...metrics, places: Object.fromEntries(places.map(([name, finding]) => [name, finding.metrics])) },
    confidence: 1,
    version: 1,
    check: 'doctor',
    ...(facts.subject === null ? {} : { subject: facts.subject }),
    anomalies,
  }
}
