import type { Place } from '../../model/stack.ts'

/** Where everything that Maven or Gradle fetches for one project lies, relative to the stage. */
export const storeName = (directory: string): string =>
  directory === '.' ? 'home/jvm' : `home/jvm-${directory.replaceAll(/[^A-Za-z0-9]+/g, '-')}`

/** The same, absolute: the tree is a directory of the stage. */
export const storeAt = ({ tree, directory }: Pick<Place, 'tree' | 'directory'>): string =>
  `${tree.replace(/\/[^/]*$/, '')}/${storeName(directory)}`
