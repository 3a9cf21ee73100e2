export default [{ rules: {} }]
