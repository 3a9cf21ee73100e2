import path from 'node:path'
import { ask } from '../../io/doctor/ask.ts'
import { probeGit } from '../../io/doctor/git.ts'
import { probeClock, probeMemory, probeSandbox } from '../../io/doctor/machine.ts'
import { probePrograms } from '../../io/doctor/programs.ts'
import { within } from '../../io/doctor/within.ts'
import { openFilesView } from '../../io/git/files-view.ts'
import { openRepository, type Repository } from '../../io/git/repository.ts'
import { type Machine, readMachine } from '../../io/toolchains.ts'
import type { Preflight } from '../../model/gate-world.ts'
import type { GitFacts, MachineFacts, Probed } from '../../model/machine-facts.ts'
import type { RepoView } from '../../model/repo-view.ts'
import { type Result, type Trouble, trouble } from '../../model/result.ts'
import { judgeMachine } from '../../verdict/doctor.ts'
import { type Needs, type NeedsAsked, needsOf } from './doctor-needs.ts'
import { probePlaces } from './doctor-places.ts'

/** Which repository, and whose needs of it. */
export interface DoctorRequest extends NeedsAsked {
  readonly directory: string
  readonly signal: AbortSignal
}

const FILES_FOR_THE_CLOCK = 4000

const NO_GIT: GitFacts = {
  ...{ version: null, refused: null, settings: [], replaceRefs: 0, grafts: 0, shallow: false, alternates: [] },
  ...{ filters: [], newestCommit_s: null },
}

const resultOf = <T>(probe: Probed<Result<T>>, what: string): Result<T> => {
  if (probe.end === 'answered') return probe.found
  return trouble('probe-failed', `${what} ${probe.end === 'cut' ? 'hung, and was cut' : `broke: ${probe.reason}`}`)
}

const said = ({ message, remedy }: Trouble) => ({ message, remedy: remedy ?? null })

const clockFiles = (repository: Repository | null, view: RepoView | null): readonly string[] => {
  if (repository === null) return []
  const own = ['index', 'HEAD', 'logs/HEAD'].map((name) => path.join(repository.gitDirectory, name))
  const { worktree } = repository
  const paths = worktree === null ? [] : (view?.paths ?? [])
  const step = Math.max(1, Math.ceil(paths.length / FILES_FOR_THE_CLOCK))
  return [...own, ...paths.filter((_, at) => at % step === 0).map((name) => path.join(worktree ?? '', name))]
}

const subjectOf = async (where: string, env: NodeJS.ProcessEnv): Promise<MachineFacts['subject']> => {
  const head = await ask(['git', '-c', 'safe.directory=*', 'rev-parse', 'HEAD', '--symbolic-full-name', 'HEAD'], {
    ...{ cwd: where, env },
  })
  const [commit = null, name = ''] = head.code === 0 ? head.stdout.trim().split('\n') : []
  return { commit, branch: /^refs\/heads\/(.+)/.exec(name)?.[1] ?? null }
}

/** Looks at this machine for one repository: every probe runs what it asks about, they run side by side, and each is cut after its time. */
export const examine = async ({ directory, layers, gate, signal }: DoctorRequest): Promise<MachineFacts> => {
  const began = { wall_ms: Date.now(), steady_ms: performance.now() }
  const source = process.env
  const [sandbox, memory, machine] = [
    within(() => probeSandbox(source)),
    within(probeMemory),
    within(() => readMachine(source)),
  ]
  // Whatever calls a git that hangs would wait for it, so nothing calls it then.
  const version = await ask(['git', '--version'], { cwd: '/', env: source, signal })
  const hasGit = version.end === 'exited'
  const opened = hasGit
    ? resultOf(await within(() => openRepository(directory)), 'looking for the repository')
    : trouble('git-missing', 'git does not run')
  const repository = opened.ok ? opened.value : null
  const worktree = repository?.worktree ?? null
  const placed = probePlaces(repository)
  const listed =
    repository === null || worktree === null
      ? trouble('no-worktree', 'a bare repository has no files to look at')
      : resultOf(await within(() => openFilesView({ ...repository, worktree })), 'listing the files')
  const view = listed.ok ? listed.value : null
  const where = worktree ?? repository?.gitDirectory ?? '/'
  const { took_ms } = version
  const git: Promise<Probed<GitFacts>> = hasGit
    ? within(() => probeGit(where, repository, view, source))
    : Promise.resolve(version.end === 'cut' ? { end: 'cut', took_ms } : { end: 'answered', took_ms, found: NO_GIT })
  const subject = repository === null ? null : subjectOf(where, source)
  const read = await machine
  const unread: Machine = { path: (source.PATH ?? '').split(path.delimiter), interpreters: [], homes: {}, source }
  const known: Machine = read.end === 'answered' ? read.found : unread
  const needs: Result<Needs> = listed.ok
    ? resultOf(await within(() => needsOf(listed.value, { layers, gate }, known)), 'finding what is needed')
    : listed
  const place = { tree: worktree ?? '/', machine: known, signal }
  const programs = needs.ok ? await probePrograms(needs.value.programs, place) : []
  const { places, database, trouble: misplaced } = await placed
  const wrong = hasGit && !opened.ok ? opened.trouble : misplaced
  return {
    subject: await subject,
    trouble: wrong === null ? null : said(wrong),
    layers: needs.ok ? needs.value.layers : [],
    programs,
    needsUnknown: needs.ok || repository === null ? null : said(needs.trouble),
    bare: repository !== null && worktree === null,
    git: await git,
    places,
    clock: await within(() => probeClock(clockFiles(repository, view), began)),
    sandbox: await sandbox,
    database,
    memory: await memory,
  }
}

/** What keeps this machine from running a gate: of the layers that are asked for, and of installs where a tree is made for it. */
export const healthOf = async (
  directory: string,
  asked: { readonly layer: readonly string[]; readonly tree?: string; readonly control?: string },
  signal: AbortSignal,
): Promise<Preflight> => {
  const staged = asked.tree !== undefined || asked.control !== undefined
  const facts = await examine({ directory, layers: asked.layer, gate: true, signal })
  return { verdict: judgeMachine(facts, staged ? 'clean-gate' : 'gate'), layers: facts.layers }
}
