/** True in a job of GitHub Actions. */
export const inGithubActions = (env: NodeJS.ProcessEnv = process.env): boolean => env.GITHUB_ACTIONS === 'true'

/**
 * A text of which no line is a command to the runner: what a test printed, and is shown, could otherwise annotate, mask or stop what
 * follows. The runner takes a line that begins with `::`, white space aside, and `##[` anywhere (actions/runner, ActionCommand.cs).
 */
export const harmless = (text: string): string =>
  text.replaceAll(/^([\s\u0085]*):(?=:)/gm, '$1:\u200b').replaceAll('##[', '##\u200b[')

/** Text as it may be printed: in a job, no line of it is a command. */
export const shownText = (text: string): string => (inGithubActions() ? harmless(text) : text)

/** JSON as it may be printed: in a job, the same object spelled so that nothing in it is a command. */
export const shownJson = (json: string): string => (inGithubActions() ? json.replaceAll('##[', '##\\u005b') : json)
