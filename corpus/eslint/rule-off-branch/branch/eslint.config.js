import js from '@eslint/js'

export default [
  js.configs.recommended,
  { rules: { 'no-unused-vars': 'off' } },
  { languageOptions: { globals: { process: 'readonly', console: 'readonly' } } },
]
