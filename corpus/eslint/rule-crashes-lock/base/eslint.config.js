import js from '@eslint/js'

const house = {
  rules: {
    'no-tabs-in-names': {
      create: () => ({
        Program() {
          throw new TypeError('cannot read the dictionary')
        },
      }),
    },
  },
}

export default [
  { plugins: { house }, rules: { 'house/no-tabs-in-names': 'error' } },
  js.configs.recommended,
  { languageOptions: { globals: { process: 'readonly', console: 'readonly' } } },
]
