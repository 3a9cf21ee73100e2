const isEmpty = (value: unknown): boolean => typeof value === 'string' && value.trim() === ''

/**
 * The sentence about the first argument or option that stands there with an empty value, as a script with an unset variable writes it;
 * null when there is none. `options` are those of commander: names in camel case, a list for what may be given again.
 */
export const emptyWord = (options: object, argument?: string): string | null => {
  if (isEmpty(argument)) return 'the first argument is empty: give it, or leave it out (an unset variable?)'
  const [name] = Object.entries(options).find(([, value]) => [value].flat().some(isEmpty)) ?? []
  if (name === undefined) return null
  const written = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
  return `${written} has an empty value: give it one, or leave the option out (an unset variable?)`
}

/** The sentence about the first goal that is empty before or behind its `::`; null when there is none. */
export const halfGoal = (goals: readonly string[]): string | null => {
  const half = goals.find((goal) => goal.startsWith('::') || /^(?:(?!::).)*::$/s.test(goal))
  if (half === undefined) return null
  const noFile = half.startsWith('::')
  const whole = `${noFile ? '**' : ''}${half}${half.endsWith('::') ? '*' : ''}`
  return `--goal ${half} names no ${noFile ? 'file before' : 'test behind'} its ::, write ${whole} where any will do`
}
