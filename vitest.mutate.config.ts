import { defineConfig } from 'vitest/config'

/** For `npm run mutate` alone: the unit tests of `src/verdict`, in one worker without isolation, since they share no state. */
export default defineConfig({
  test: {
    include: ['src/verdict/*.test.ts'],
    exclude: ['**/*.property.test.ts', '**/schemas.test.ts'],
    isolate: false,
  },
})
