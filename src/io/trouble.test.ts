import { expect, test } from 'vitest'
import { printedTrouble, systemTrouble } from './trouble.ts'

test.each([
  ['fatal: write error: No space left on device\n', 'no-space', 'cannot copy: no space left on the device (ENOSPC)'],
  ['error: Disk quota exceeded', 'no-space', 'cannot copy: the disk quota is used up (EDQUOT)'],
  [
    "fatal: cannot mkdir x: Read-only file system'",
    'machine-trouble',
    'cannot copy: the file system is read-only (EROFS)',
  ],
  ['fatal: x: Permission denied', 'machine-trouble', 'cannot copy: permission denied (EACCES)'],
])('a program of ours printed %j', (output, kind, message) => {
  expect(printedTrouble('cannot copy', output)).toMatchObject({ kind, message, detail: output.trim() })
  expect(printedTrouble('cannot copy', output)?.remedy).toBeDefined()
})

test('what names nothing of the machine stays what it is, and what is no system error is a bug', () => {
  expect(printedTrouble('cannot copy', 'fatal: bad object 1234')).toBeNull()
  expect(() => systemTrouble('cannot copy', new TypeError('x is undefined'))).toThrow('x is undefined')
})
