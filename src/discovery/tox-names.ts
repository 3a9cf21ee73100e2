import type { SimpleCommand } from './shell-items.ts'

/** `TOX_ENV=lint tox` says the same as `tox -e lint`: written so, calls that differ in nothing else are one. */
export const withToxNames = (item: SimpleCommand): SimpleCommand => {
  const { TOX_ENV, TOXENV, ...env } = item.env
  const names = TOX_ENV ?? TOXENV
  const at = item.argv.findIndex((word) => word === 'tox' || word.endsWith('/tox'))
  if (names === undefined || at < 0 || item.argv.some((word) => /^(?:-e|--env)/.test(word))) return item
  const dashes = item.argv.indexOf('--', at)
  const end = dashes < 0 ? item.argv.length : dashes
  const [first, ...rest] = [...item.argv.slice(0, end), '-e', names, ...item.argv.slice(end)]
  return { ...item, argv: [first as string, ...rest], env }
}
