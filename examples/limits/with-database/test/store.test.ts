import { connect } from 'node:net'
import { expect, test } from 'vitest'

test('the database answers', async () => {
  const answered = await new Promise((resolve, reject) => {
    const socket = connect(54329, '127.0.0.1', () => resolve(socket.end() !== undefined))
    socket.on('error', reject)
  })
  expect(answered).toBe(true)
})
