export let state = 'closed'
export const close = () => {
  state = 'closed'
}
export const open = () => {
  state = 'open'
}
