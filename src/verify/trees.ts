import type { Anomaly } from '../model/anomaly.ts'
import { anomaly } from '../model/anomaly.ts'
import type { Check, ProjectPlan } from '../model/check.ts'
import type { RepoView } from '../model/repo-view.ts'
import type { Trouble } from '../model/result.ts'
import type { Tool } from '../model/stack.ts'
import type { Recipe, Staged } from '../model/world.ts'
import type { Bench } from './bench.ts'
import { askedTree, insisting, lockRefused } from './exact-lock.ts'
import type { Ask, TreeName } from './examine.ts'
import { blameInstall } from './install-fault.ts'
import { unlessInterrupted } from './interrupted.ts'
import { speakingOf } from './locked-text.ts'
import { PUT_BACK } from './rewritten.ts'
import { type CheckRun, type Limits, runCheck, runSteps } from './run-check.ts'
import { benchOf, directoryView, recipeOf, type Site, type SourceName, stackOf, toolOf } from './site.ts'
import { failedRun } from './unready.ts'

/** A preparing step that failed: a sentence, and the end of its log. */
interface Unprepared {
  readonly sentence: string
  readonly tail: string
}

type Ready = { readonly staged: Staged; readonly prepareFailed: readonly Unprepared[] } | { readonly trouble: Trouble }

/** The branch's own files as installed, for questions about its lockfile: no preparing step runs there. */
const PINS = 'pins'

const sourceOf = (tree: TreeName | 'own'): SourceName => (tree === 'second' || tree === 'alone' ? 'branch' : tree)

/** Stages trees when they are asked for, once each, and runs checks in them. */
export class Trees {
  private readonly ready = new Map<string, Promise<Ready>>()
  private readonly emitted = new Set<string>()
  private readonly notes: Anomaly[] = []
  /** Projects whose lockfile the branch did not keep up with its manifests. */
  private readonly refused = new Set<ProjectPlan>()

  private readonly lockedText: Bench['lockedText']

  constructor(private readonly site: Site) {
    this.lockedText = speakingOf(site.lock.view, site.lockedPaths)
  }

  /** What was noticed while trees were made ready. */
  get anomalies(): readonly Anomaly[] {
    return this.notes
  }

  toolOf(check: Check): Tool | null {
    return toolOf(this.site, check)
  }

  private bench(staged: Staged, project: ProjectPlan, check: Check | null, source: SourceName): Bench {
    return benchOf(this.site, this.lockedText, staged, project, check, source)
  }

  /** Stages a tree, installs, and runs the preparing steps of every project. */
  private async make(name: string, source: SourceName): Promise<Ready> {
    const recipe = recipeOf(this.site, source)
    const staged = await this.site.workshop.stage(name, recipe)
    if (!staged.ok) return { trouble: source === 'branch' ? await this.blame(staged.trouble, recipe) : staged.trouble }
    const prepareFailed: Unprepared[] = []
    for (const { plan } of name === PINS ? [] : this.site.projects) {
      for (const [index, step] of plan.prepare.entries()) {
        const failed = await runSteps(
          this.bench(staged.value, plan, null, source),
          `${name}-prepare-${index}`,
          [step],
          this.site.limits,
        )
        if (failed !== null) prepareFailed.push({ sentence: failed.sentence, tail: failed.outcome.tail })
      }
    }
    return { staged: staged.value, prepareFailed }
  }

  /** Says whether a branch that could not be installed has itself to blame: the control's tree is staged for it. */
  private async blame(trouble: Trouble, recipe: Recipe): Promise<Trouble> {
    const { workshop, projects, world, lock } = this.site
    const control = recipeOf(this.site, 'control')
    const installing = projects.flatMap(({ plan: project, stack }, at) => {
      const [failed, own] = [recipe.installs[at]?.plan, control.installs[at]?.plan]
      const locked = directoryView(lock.view, project.directory)
      return failed === undefined || own === undefined ? [] : [{ project, stack, failed, control: own, locked }]
    })
    return await blameInstall(trouble, {
      installing,
      control: async () => {
        const ready = await this.stage('control', 'control')
        return 'trouble' in ready ? ready.trouble : null
      },
      fetch: async (plan, command) => {
        world.say({ kind: 'step', text: `${plan.manager}: asking whether the registry serves` })
        const ready = await this.stage('control', 'control')
        if ('trouble' in ready) throw new Error('the control was staged a moment ago')
        await workshop.activate(ready.staged)
        return await workshop.fetch(ready.staged, plan, command)
      },
    })
  }

  private stage(name: string, source: SourceName): Promise<Ready> {
    const known = this.ready.get(name) ?? this.make(name, source)
    this.ready.set(name, known)
    return known
  }

  /** A preparing step that fails at the base as well is listed; the checks themselves tell whether it mattered. */
  private async prepareTrouble(ready: Ready, source: SourceName): Promise<Unprepared | null> {
    if ('trouble' in ready || ready.prepareFailed.length === 0) return null
    const base = source === 'control' ? ready : await this.stage('control', 'control')
    // A step that fails at the base too excuses itself, and no other.
    const excused = new Set(('trouble' in base ? ready : base).prepareFailed.map(({ sentence }) => sentence))
    for (const { sentence } of ready.prepareFailed.filter((each) => excused.has(each.sentence))) {
      this.note(anomaly('prepare-failed', 'medium', `at the locked ref as well: ${sentence}`))
    }
    return ready.prepareFailed.find((each) => !excused.has(each.sentence)) ?? null
  }

  /** Why a check that insists on an exact lockfile would not run; the base is asked where the branch is refused. */
  private async refusal(project: ProjectPlan, check: Check, source: SourceName): Promise<Trouble | null> {
    const stack = stackOf(this.site, project)
    const { exactLock } = stack
    const command = insisting(stack, project, check)
    const asked = command === undefined ? null : askedTree(this.site, project, source)
    if (exactLock === undefined || command === undefined || asked === null) return null
    if (source === 'control' && !this.refused.has(project)) return null
    const ready = await this.stage(asked === 'own' ? PINS : asked, asked)
    if ('trouble' in ready) return ready.trouble
    await this.site.workshop.activate(ready.staged)
    const bench = this.bench(ready.staged, project, null, asked)
    const answer = await runSteps(bench, `${source}-lockfile`, [exactLock.ask], this.site.limits)
    if (answer === null) return null
    this.refused.add(project)
    return lockRefused(command, answer.outcome.tail)
  }

  private note(found: Anomaly): void {
    if (!this.notes.some((known) => known.kind === found.kind && known.detail === found.detail)) this.notes.push(found)
  }

  /** Earlier checks of the project that leave files behind (a compiler that emits) run first, in every tree. */
  private async emitBefore(
    project: ProjectPlan,
    check: Check,
    staged: Staged,
    source: SourceName,
    limits: Limits,
  ): Promise<void> {
    for (const earlier of project.checks) {
      if (earlier.id === check.id) return
      const emits = earlier.command.form === 'argv' && this.toolOf(earlier)?.emits?.(earlier.command.argv) === true
      const key = `${staged.name} ${earlier.id}`
      if (!emits || this.emitted.has(key)) continue
      this.emitted.add(key)
      await runCheck(earlier, this.bench(staged, project, earlier, source), `${staged.name}-emit`, limits)
    }
  }

  async run(
    project: ProjectPlan,
    check: Check,
    tree: TreeName | 'own',
    limits: Limits,
    files: Parameters<Ask>[2],
    label: string,
  ): Promise<CheckRun> {
    return await unlessInterrupted(this.site.world, check, () => this.runIn(project, check, tree, limits, files, label))
  }

  private async runIn(
    project: ProjectPlan,
    check: Check,
    tree: TreeName | 'own',
    limits: Limits,
    files: Parameters<Ask>[2],
    label: string,
  ): Promise<CheckRun> {
    const source = sourceOf(tree)
    const name = tree === 'second' ? `second-${check.id.replaceAll(/[^a-z0-9]+/gi, '-')}` : tree
    const ready = await this.stage(name, source)
    if ('trouble' in ready) return failedRun(check, ready.trouble)
    const unprepared = await this.prepareTrouble(ready, source)
    if (unprepared !== null) {
      return failedRun(check, {
        kind: 'install-rejected',
        message: unprepared.sentence,
        detail: unprepared.tail,
      })
    }
    // Where a step did not run, that nothing differs means nothing.
    const [undone] = this.toolOf(check)?.beside === true ? ready.prepareFailed : []
    if (undone !== undefined)
      return failedRun(check, { kind: 'install-failed', message: undone.sentence, detail: undone.tail })
    const refused = await this.refusal(project, check, source)
    if (refused !== null) return failedRun(check, refused)
    await this.site.workshop.activate(ready.staged)
    await this.emitBefore(project, check, ready.staged, source, limits)
    this.emitted.add(`${ready.staged.name} ${check.id}`)
    const bench = this.bench(ready.staged, project, check, source)
    return await runCheck(check, bench, `${label}-${check.id.replaceAll(/[^a-z0-9]+/gi, '-')}`, limits, files)
  }

  /** Product files of a tree that differ now from what is committed: steps, or runs, rewrote them. */
  async rewritten(source: 'branch' | 'control'): Promise<readonly string[]> {
    const ready = await this.stage(source, source)
    if ('trouble' in ready) return []
    const { workshop, sources, lockedPaths } = this.site
    await workshop.activate(ready.staged)
    return await workshop.changed(
      ready.staged,
      sources[source].entries.filter(({ path }) => !lockedPaths.has(path)),
    )
  }

  /** As `run`, in a tree of its own, with what steps rewrote put back just before the check. */
  async runCommitted(
    project: ProjectPlan,
    check: Check,
    source: 'branch' | 'control',
    limits: Limits,
  ): Promise<CheckRun> {
    return await unlessInterrupted(this.site.world, check, async () => {
      const ready = await this.stage(`committed-${source}`, source)
      if ('trouble' in ready) return failedRun(check, ready.trouble)
      await this.site.workshop.activate(ready.staged)
      await this.emitBefore(project, check, ready.staged, source, limits)
      const asked = { ...check, before: [...check.before, PUT_BACK] }
      const label = `committed-${source}-${check.id.replaceAll(/[^a-z0-9]+/gi, '-')}`
      return await runCheck(asked, this.bench(ready.staged, project, check, source), label, limits)
    })
  }

  /** The project as the locked ref has it. */
  lockedProject(project: ProjectPlan): RepoView {
    return directoryView(this.site.lock.view, project.directory)
  }

  /** The project as the locked ref has it; paths that only the branch's tree has are taken as well. */
  probedProject(project: ProjectPlan): RepoView {
    const locked = this.lockedProject(project)
    const branch = directoryView(this.site.sources.branch.view, project.directory)
    return { ...locked, has: (path) => locked.has(path) || branch.has(path) }
  }

  /** Directories, relative to the project, in which the branch's tree has files of its own. */
  changedDirectories(project: ProjectPlan): ReadonlySet<string> {
    const prefix = project.directory === '.' ? '' : `${project.directory}/`
    const own = this.site.sources.branch.entries.filter(({ from, path }) => from !== 'lock' && path.startsWith(prefix))
    return new Set(own.map(({ path }) => path.slice(prefix.length).replace(/(?:^|\/)[^/]*$/, '') || '.'))
  }

  /** Plants probes into a tree (the branch's, where the check just ran, or the control's), runs the check on them alone, and takes them away again. */
  async probe(
    project: ProjectPlan,
    check: Check,
    probes: readonly { readonly path: string; readonly text: string }[],
    limits: Limits,
    files: Parameters<Ask>[2],
    tree: 'branch' | 'control' = 'branch',
  ): Promise<CheckRun> {
    return await unlessInterrupted(this.site.world, check, () =>
      this.probeIn(project, check, probes, limits, files, tree),
    )
  }

  private async probeIn(
    project: ProjectPlan,
    check: Check,
    probes: readonly { readonly path: string; readonly text: string }[],
    limits: Limits,
    files: Parameters<Ask>[2],
    tree: 'branch' | 'control',
  ): Promise<CheckRun> {
    const ready = await this.stage(tree, tree)
    if ('trouble' in ready) return failedRun(check, ready.trouble)
    await this.site.workshop.activate(ready.staged)
    await this.emitBefore(project, check, ready.staged, tree, limits)
    const bench = this.bench(ready.staged, project, check, tree)
    const paths = probes.map(({ path }) => path)
    // Neither ref has these files: one that is there was made by a run, to keep probes out.
    await this.site.workshop.unplant(ready.staged, paths)
    await this.site.workshop.plant(ready.staged, probes)
    try {
      return await runCheck(check, bench, `probe-${check.id.replaceAll(/[^a-z0-9]+/gi, '-')}`, limits, files)
    } finally {
      await this.site.workshop.unplant(ready.staged, paths)
    }
  }

  /** The stage of the branch, if it was made: its identity is the verification's. */
  async staged(name: SourceName): Promise<Staged | null> {
    const ready = await this.ready.get(name)
    return ready === undefined || 'trouble' in ready ? null : ready.staged
  }
}
