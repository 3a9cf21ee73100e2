import path from 'node:path'
import { git } from './command.ts'

/** Whether the index of the repository around a file has it, on the disk or not. False where there is no repository or no git. */
export const isTracked = async (file: string): Promise<boolean> => {
  const { dir, base } = path.parse(path.resolve(file))
  const asked = await git(['--literal-pathspecs', 'ls-files', '--error-unmatch', '--', base], { cwd: dir })
  return asked.code === 0
}
