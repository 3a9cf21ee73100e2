/** True for class files of Maven, and what it notes of them, that lie in the repository: they could be taken for those of another tree. */
export const isCompiled = (path: string): boolean =>
  /(?:^|\/)target\/(?:classes|test-classes|maven-status)\//.test(path)
