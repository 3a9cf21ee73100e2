import type { Command, ProjectPlan } from '../model/check.ts'
import type { Outcome } from '../model/outcome.ts'
import type { RepoView } from '../model/repo-view.ts'
import type { FailedStep, Trouble } from '../model/result.ts'
import type { InstallPlan, Stack } from '../model/stack.ts'
import { namesTheNetwork } from '../stacks/network-words.ts'

/** A project with its install in the tree that failed and in the control's. */
export interface Installing {
  readonly project: ProjectPlan
  readonly stack: Stack
  readonly failed: InstallPlan
  readonly control: InstallPlan
  /** The project as the locked ref has it. */
  readonly locked: RepoView
}

/** What is asked before an install that failed on the branch is charged to it. */
export interface InstallInquiry {
  readonly installing: readonly Installing[]
  /** Why the control's tree cannot be had; null when it stands, installed. */
  control(): Promise<Trouble | null>
  /** Runs a command in the control's tree as an install step would run. */
  fetch(plan: InstallPlan, command: Command): Promise<Outcome>
}

/** The highest exit code that is not one by which a shell tells of a signal. */
const LAST_OWN_CODE = 128

const contains = (directory: string, cwd: string): boolean =>
  directory === '.' || cwd === directory || cwd.startsWith(`${directory}/`)

/** The project whose step it was: the nearest that the same manager installs. */
const ownerOf = (step: FailedStep, installing: readonly Installing[]): Installing | undefined =>
  installing
    .filter(({ project, failed }) => failed.manager === step.manager && contains(project.directory, step.cwd))
    .sort((a, b) => b.project.directory.length - a.project.directory.length)[0]

/** The registry that an output names, for the sentence. */
const registryIn = (output: string): string => {
  const address = /\bhttps?:\/\/[^\s/'"`)<>]+/.exec(output)?.[0]
  return address === undefined ? 'the registry' : `the registry ${address.replace(/\/\/[^/@]*@/, '//')}`
}

const error = (trouble: Trouble, why: string): Trouble => ({ ...trouble, message: `${trouble.message}; ${why}` })

/**
 * Whose fault an install is that failed on the branch. It becomes `install-rejected` (charged to the change) only where the manager's own
 * words refuse what the branch declares, the locked ref's dependencies are in place, and one of its packages can be fetched now; or where
 * a step of the project itself failed that succeeds at the locked ref. Everything else stays the trouble that it was, with a reason.
 */
export const blameInstall = async (trouble: Trouble, inquiry: InstallInquiry): Promise<Trouble> => {
  const { step } = trouble
  if (trouble.kind !== 'install-failed' || step === undefined) return trouble
  if (step.exit_code === null || step.exit_code > LAST_OWN_CODE) return trouble
  return step.of === 'project' ? await blameProject(trouble, inquiry) : await blameDependencies(trouble, step, inquiry)
}

const blameProject = async (trouble: Trouble, inquiry: InstallInquiry): Promise<Trouble> => {
  if (namesTheNetwork(trouble.detail ?? '')) {
    return error(trouble, 'what it printed names the network or the machine, so that the branch is not charged')
  }
  const control = await inquiry.control()
  if (control !== null) return error(trouble, `the locked ref cannot be installed either: ${control.message}`)
  return charged(trouble, 'the branch itself cannot be installed, the locked ref can')
}

const blameDependencies = async (trouble: Trouble, step: FailedStep, inquiry: InstallInquiry): Promise<Trouble> => {
  const owner = ownerOf(step, inquiry.installing)
  const output = trouble.detail ?? ''
  const { installFault, reach } = owner?.stack ?? {}
  if (owner === undefined || installFault === undefined || reach === undefined) return trouble
  if (installFault(step.manager, output) !== 'change') {
    return error(
      trouble,
      `what it printed does not refuse the branch's dependencies: ${registryIn(output)} or this machine may be to blame`,
    )
  }
  const control = await inquiry.control()
  if (control !== null) return error(trouble, `the locked ref cannot be installed either: ${control.message}`)
  const command: Command = { form: 'argv', argv: reach(owner.locked), cwd: owner.project.directory, env: {} }
  const answer = await inquiry.fetch(owner.control, command)
  if (answer.end !== 'exited' || answer.exit_code !== 0) {
    return error(trouble, `${registryIn(answer.tail)} does not serve a package of the locked ref now either`)
  }
  return charged(trouble, 'the dependencies that the branch declares cannot be installed, those of the locked ref can')
}

const charged = (trouble: Trouble, why: string): Trouble => ({
  ...trouble,
  kind: 'install-rejected',
  message: `${why}: ${trouble.message}`,
})
