import { userInfo } from 'node:os'
import path from 'node:path'

const passwordFileHome = (): string | undefined => {
  try {
    return userInfo().homedir
  } catch {
    // A user id without an entry, as containers often have.
    return undefined
  }
}

/** The home directory: HOME, where it is an absolute path, else what the password file says; null where nobody says. */
export const homeOf = (env: Readonly<Record<string, string | undefined>>): string | null =>
  [env.HOME, passwordFileHome()].find((home) => home !== undefined && path.isAbsolute(home)) ?? null
