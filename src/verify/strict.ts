import { type Anomaly, anomaly } from '../model/anomaly.ts'
import type { VerifyRequest } from '../model/world.ts'

/** What every report says of where its checks ran: this version has no sandbox. */
export const isolationDegraded: Anomaly = anomaly(
  'isolation-degraded',
  'medium',
  'the checks run as the same user, without a sandbox',
  { remedy: 'Run triverdict in a container or as a user of its own where the branch is not trusted.' },
)

/** Why a strict verification cannot pass, as far as it is known before anything runs; empty where nothing stands against it. */
export const strictReasons = (
  request: Pick<VerifyRequest, 'strict' | 'lock'>,
  isolation: Anomaly | null = isolationDegraded,
): readonly string[] => {
  if (!request.strict) return []
  return [
    ...(request.lock === null ? ['--strict: the lock must be explicit: say --lock REF'] : []),
    ...(isolation === null ? [] : [`${isolation.kind}: ${isolation.detail}`]),
  ]
}
