import type { Step } from '../../model/check.ts'
import type { RepoView } from '../../model/repo-view.ts'
import type { Manager } from './manager.ts'
import { lineOfKey, readManifest } from './manifest.ts'
import { members } from './members.ts'

/** Scripts that `npm ci` (and pnpm and yarn 1) runs for the project itself, in order: https://docs.npmjs.com/cli/using-npm/scripts */
const NPM = ['preinstall', 'install', 'postinstall', 'prepublish', 'preprepare', 'prepare', 'postprepare'] as const
/** Yarn 2 and later: https://yarnpkg.com/advanced/lifecycle-scripts */
const BERRY = ['preinstall', 'install', 'postinstall'] as const

/** Lines that only install git hooks or refuse another package manager: they leave nothing that a check could need. */
const WITHOUT_EFFECT =
  /^(?:is-ci \|\| )?(?:npx (?:-y |--yes )?)?(?:husky|only-allow|simple-git-hooks|lefthook)\b[^&;|]*(?:\|\| (?:true|exit 0|:))?$/

/**
 * The project's own install scripts (`postinstall: prisma generate`, `prepare: tsc`), members first. They belong to one tree, and
 * the installed dependencies are shared by several: so they run in each.
 */
export const lifecycleSteps = (project: RepoView, directory: string, manager: Manager): readonly Step[] =>
  [...members(project), '.'].flatMap((at) => {
    const file = at === '.' ? 'package.json' : `${at}/package.json`
    const scripts = readManifest(project, file)?.scripts ?? {}
    const text = project.read(file) ?? ''
    const names = manager === 'berry' ? BERRY : NPM
    return names.flatMap((name): readonly Step[] => {
      const line = scripts[name]
      if (line === undefined || WITHOUT_EFFECT.test(line.trim())) return []
      return [
        {
          // The line alone: `npm run install` would run its pre and post lines too, which stand in this list themselves.
          command: {
            form: 'shell',
            shell: ['sh', '-c'],
            line,
            cwd: joined(directory, at),
            env: { CI: '1', npm_lifecycle_event: name },
          },
          evidence: { tier: 'manifest', file, line: lineOfKey(text, 'scripts', name), text: line },
        },
      ]
    })
  })

const joined = (...parts: readonly string[]): string => parts.filter((part) => part !== '.').join('/') || '.'
