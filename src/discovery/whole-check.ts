import type { CheckKind } from '../model/check.ts'
import { type Frame, opaqueCheck } from './check-parts.ts'
import type { Part, Source } from './expansion.ts'
import type { Grounds } from './projects.ts'
import { parseShell } from './shell.ts'
import type { ShellItem } from './shell-items.ts'

/** The commands of a text, as its shell would take them apart. */
export const itemsOf = (source: Source): readonly ShellItem[] =>
  parseShell(source.text, {
    cwd: source.cwd,
    env: source.env,
    errexit: source.shell.some((word) => /^-[a-z]*e/.test(word)),
    pipefail: source.shell.includes('pipefail'),
  })

/** The whole text as one check of a kind that somebody said it is. Undefined when there is no project for it. */
export const wholeCheck = (grounds: Grounds, source: Source, kind: CheckKind, docker: boolean): Part | undefined => {
  const items = itemsOf(source)
  const [only] = items
  const frame: Frame = { grounds, source, outer: null, trail: [], docker }
  const item: ShellItem =
    only !== undefined && items.length === 1
      ? only
      : {
          form: 'opaque',
          text: source.text,
          line: 0,
          group: 0,
          cwd: source.cwd,
          env: source.env,
          variables: {},
          swallowed: false,
          reason: '',
          expression: false,
        }
  return opaqueCheck(frame, item, kind, null, [])[0]
}
