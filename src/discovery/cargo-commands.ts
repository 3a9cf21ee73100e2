import type { CheckKind } from '../model/check.ts'

/** Commands of cargo that judge, where no stack recognised the call; the others are work, or install something. */
const CARGO: Readonly<Record<string, CheckKind>> = {
  ...Object.fromEntries(
    'test nextest miri careful tarpaulin llvm-cov hack mutants fuzz bench criterion'
      .split(' ')
      .map((name) => [name, 'tests'] as const),
  ),
  ...Object.fromEntries(
    'clippy fmt deny audit doc rustdoc package publish udeps machete semver-checks outdated msrv geiger spellcheck deadlinks sort vet readme rdme cranky minimal-versions public-api'
      .split(' ')
      .map((name) => [name, 'lint'] as const),
  ),
}

/** What a call of cargo is that no stack recognised: a check that is not read, work, or nothing. */
export const ofCargo = (
  words: readonly string[],
):
  | { readonly nature: 'talk' | 'work' }
  | { readonly nature: 'checker'; readonly kind: CheckKind; readonly reason: string } => {
  const [command = ''] = words.filter((word) => !/^[-+]/.test(word))
  const kind = CARGO[command]
  // Coverage that was measured before is only shown.
  if (command === 'llvm-cov' && words.some((word) => /^(?:report|clean|show-env)$/.test(word)))
    return { nature: 'talk' }
  if (command === 'clean') return { nature: 'talk' }
  return kind === undefined
    ? { nature: 'work' }
    : { nature: 'checker', kind, reason: `this call of \`cargo ${command}\` is no check that this version reads` }
}
