import type { Status } from '../../model/verdict.ts'

/** Exit codes of every command: 0 pass, 1 fail, 2 error; 130 when interrupted. `bisect` maps error to 125 for `git bisect run`. */
export type ExitMap = 'default' | 'bisect'

export const exitCodeOf = (status: Status, map: ExitMap = 'default'): number => {
  switch (status) {
    case 'pass':
      return 0
    case 'fail':
      return 1
    case 'error':
      return map === 'bisect' ? 125 : 2
  }
}
