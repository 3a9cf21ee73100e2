import type { RegistrationFormat } from './test-report.ts'

/** What a build says that it will ask: the checks it registers, and how the files of the locked test set are compiled. */
export interface RegistrationReport {
  readonly kind: 'registrations'
  readonly format: RegistrationFormat
  readonly complete: boolean
  readonly registrations: readonly Registration[]
  /** What the reader repaired to be able to read on. */
  readonly notes?: readonly string[]
}

/**
 * One thing that must be there on the branch as the lock registered it. `check`: a test that a runner was given, under the id that its
 * result has; one that only the branch has is not part of the exam. `expectation`: how a check should end, where that is told apart. `part`:
 * how a file of the exam is built; one more is a change. `setting`: what a file of the exam finds when it is built; one more is none.
 * `target`: what holds for every source of a target, an entry for each thing; one less is a change, one more or a target that is gone is
 * none. `exemption`: what is not looked at; one more is a change, one less is none.
 */
export interface Registration {
  readonly group: 'check' | 'expectation' | 'part' | 'setting' | 'target' | 'exemption'
  readonly id: string
  /** Its definition, the same in every run; null where it cannot be told (the program of a check was not built). */
  readonly text: string | null
  /** It only counts where this file (relative to the tree's root) is locked; null: always. */
  readonly file: string | null
  /** It only counts where a file of the locked test set speaks of this word. */
  readonly word?: string
  /** Of an exemption: it only counts where the lock has this registration. */
  readonly beside?: { readonly id: string; readonly text: string }
}
