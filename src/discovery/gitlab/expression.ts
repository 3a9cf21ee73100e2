/** Values of CI variables: a text, null for one that is certainly not set; a name that is missing is not known. */
export type Variables = ReadonlyMap<string, string | null>
/** A truth that may not be known. */
export type Truth = boolean | undefined

interface Token {
  readonly kind: 'variable' | 'text' | 'pattern' | 'null' | 'operator'
  readonly value: string
}

const TOKEN =
  /\s*(?:(\$\w+|\$\{\w+\})|"([^"]*)"|'([^']*)'|\/((?:\\.|[^/\\])+)\/(i?)[a-z]*|(null)\b|(==|!=|=~|!~|&&|\|\||[()]))/gy

const tokensOf = (text: string): readonly Token[] | undefined => {
  const found: Token[] = []
  TOKEN.lastIndex = 0
  const end = text.trimEnd().length
  while (TOKEN.lastIndex < end) {
    const match = TOKEN.exec(text)
    if (match === null) return undefined
    const [, variable, double, single, pattern, flags, nothing, operator] = match
    if (variable !== undefined) found.push({ kind: 'variable', value: variable.replaceAll(/[${}]/g, '') })
    else if (pattern !== undefined) found.push({ kind: 'pattern', value: `${flags}/${pattern}` })
    else if (nothing !== undefined) found.push({ kind: 'null', value: '' })
    else if (operator !== undefined) found.push({ kind: 'operator', value: operator })
    else found.push({ kind: 'text', value: double ?? single ?? '' })
  }
  return found
}

/** A value of an expression: a text, null, a pattern, or undefined when it is not known. */
type Operand = string | null | RegExp | undefined

/** A pattern of RE2, as far as JavaScript reads it alike. */
const patternOf = (written: string): RegExp | undefined => {
  const slash = written.indexOf('/')
  try {
    return new RegExp(
      written
        .slice(slash + 1)
        .replaceAll('\\A', '^')
        .replaceAll('\\z', '$'),
      written.slice(0, slash),
    )
  } catch {
    return undefined
  }
}

const operandOf = (token: Token, variables: Variables): Operand => {
  switch (token.kind) {
    case 'text':
      return token.value
    case 'null':
      return null
    case 'pattern':
      return patternOf(token.value)
    default:
      return variables.get(token.value)
  }
}

const compare = (left: Operand, operator: string, right: Operand, rightKnown: boolean): Truth => {
  if (left === undefined || left instanceof RegExp || !rightKnown) return undefined
  if (operator === '==' || operator === '!=') {
    if (right instanceof RegExp) return undefined
    return (left === right) === (operator === '==')
  }
  const pattern = typeof right === 'string' ? /^\/(.*)\/(i?)$/.exec(right) : null
  const regex =
    right instanceof RegExp ? right : pattern === null ? undefined : patternOf(`${pattern[2]}/${pattern[1]}`)
  if (regex === undefined) return undefined
  return (left !== null && regex.test(left)) === (operator === '=~')
}

/** An `if:` of GitLab (docs, "CI/CD job rules", expressions): true, false, or undefined where a variable is known only inside the CI run. */
export const truthOf = (text: string, variables: Variables): Truth => {
  const tokens = tokensOf(text)
  if (tokens === undefined) return undefined
  let at = 0
  let broken = false
  const is = (value: string): boolean => tokens[at]?.kind === 'operator' && tokens[at]?.value === value
  const atom = (depth: number): Truth => {
    if (depth > 50) broken = true
    if (broken) return undefined
    if (is('(')) {
      at += 1
      const inner = either(depth + 1)
      if (is(')')) at += 1
      else broken = true
      return inner
    }
    const token = tokens[at]
    if (token === undefined || token.kind === 'operator') {
      broken = true
      return undefined
    }
    at += 1
    const left = operandOf(token, variables)
    const operator = tokens[at]
    if (operator?.kind !== 'operator' || !['==', '!=', '=~', '!~'].includes(operator.value))
      return left === undefined ? undefined : left !== null && left !== ''
    const other = tokens[at + 1]
    at += 2
    if (other === undefined || other.kind === 'operator') {
      broken = true
      return undefined
    }
    const right = operandOf(other, variables)
    return compare(left, operator.value, right, right !== undefined)
  }
  const both = (depth: number): Truth => {
    let value = atom(depth)
    while (is('&&')) {
      at += 1
      const next = atom(depth)
      value = value === false || next === false ? false : value === undefined || next === undefined ? undefined : true
    }
    return value
  }
  const either = (depth: number): Truth => {
    let value = both(depth)
    while (is('||')) {
      at += 1
      const next = both(depth)
      value = value === true || next === true ? true : value === undefined || next === undefined ? undefined : false
    }
    return value
  }
  const result = either(0)
  return broken || at < tokens.length ? undefined : result
}
