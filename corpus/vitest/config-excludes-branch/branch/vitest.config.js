import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    exclude: ['**/*.test.js'],
    passWithNoTests: true,
  },
})
