/** A line of a recipe as it is written. */
export interface RecipeText {
  readonly text: string
  readonly file: string
  /** 1-based line of the file. */
  readonly line: number
}

/** A variable that holds for a target and what it needs: `test: FLAGS = -v`. */
export interface OwnVariable {
  readonly name: string
  readonly operator: string
  readonly value: string
  readonly exported: boolean
}

/** A rule of a target or of a pattern. */
export interface Rule {
  readonly file: string
  readonly line: number
  /** With `%` where the rule is of a pattern. */
  readonly needs: readonly string[]
  /** What must be there before, behind a `|`. */
  readonly first: readonly string[]
  readonly recipe: readonly RecipeText[]
  readonly own: readonly OwnVariable[]
  /** What `%` stands for, where the rule says a pattern beside its targets. */
  readonly stem?: string
  /** False where something in it only make can work out. */
  readonly plain: boolean
}

/** What is wrong with a Makefile: make itself would stop there. */
export interface MakeProblem {
  readonly file: string
  readonly line: number
  readonly message: string
}
