import { readConfig } from '../../discovery/config.ts'
import { discover } from '../../discovery/plan.ts'
import { toolchainVersions } from '../../io/toolchain-versions.ts'
import { readMachine } from '../../io/toolchains.ts'
import { other, stacks } from '../../stacks/index.ts'
import { unheardChecks } from '../../verify/unheard.ts'
import { emptyWord } from './empty-words.ts'
import { outputOptions, type RawOutputOptions } from './options.ts'
import { answer, answerTrouble, clearOut } from './output.ts'
import { renderPlan } from './plan-page.ts'
import { lookAt } from './world.ts'

/** `triverdict plan`: what would run and why; runs nothing. Its object is a verdict: pass when there is a plan, error when there is none. */
export const planCommand = async (
  repository: string,
  options: RawOutputOptions & { readonly at?: string },
): Promise<void> => {
  const output = outputOptions(options)
  const empty = emptyWord(options, repository)
  if (empty !== null) return await answerTrouble({ kind: 'usage', message: empty }, output)
  if (!(await clearOut(output))) return
  const looked = await lookAt(repository, options.at ?? 'HEAD')
  const found = looked.ok ? readConfig(looked.value.view) : looked
  const plan =
    !found.ok || !looked.ok
      ? found
      : await discover(looked.value.view, stacks, {
          toolchain: await toolchainVersions(await readMachine(process.env)),
          other,
        })
  if (!plan.ok || !looked.ok) {
    const { trouble } = plan as Extract<typeof plan, { ok: false }>
    return await answerTrouble(trouble, output)
  }
  const value = plan.value as Extract<Awaited<ReturnType<typeof discover>>, { ok: true }>['value']
  const checks = value.projects.flatMap((project) => project.checks)
  const unheard = unheardChecks(checks, [...stacks, other])
  const tests = checks.filter((check) => check.kind === 'tests')
  const reason = tests.length === 0 ? 'no command that runs tests was found' : null
  await answer(
    {
      status: reason === null ? 'pass' : 'error',
      blocking: reason === null ? [] : [reason],
      metrics: { checks: checks.length },
      version: 1,
      subject: { commit: looked.value.sha },
      plan: value,
      not_verifiable: [...unheard],
    },
    renderPlan(value, unheard),
    output,
  )
}
