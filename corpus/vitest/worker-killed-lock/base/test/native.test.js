import { test } from 'vitest'

test('native call', () => {
  process.kill(process.pid, 'SIGKILL')
})
