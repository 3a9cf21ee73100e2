import { createInterface } from 'node:readline/promises'
import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { makeAsk } from './ask.ts'

test('a line is an answer; the end of the input is none, also for the next question', async () => {
  const input = new PassThrough()
  const terminal = createInterface({ input, output: new PassThrough(), terminal: true })
  const ask = makeAsk(terminal)
  const answered = ask('really? ')
  input.write(' yes \r')
  expect(await answered).toBe('yes')
  const asked = ask('really? ')
  input.write('\u0004')
  expect(await asked).toBeNull()
  expect(await ask('really? ')).toBeNull()
})
