import house from 'eslint-plugin-absent-house'

export default [house.configs.recommended]
