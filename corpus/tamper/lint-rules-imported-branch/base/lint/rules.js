export const rules = { eqeqeq: 'error' }
