export let state = 'closed'
export const open = () => {
  state = 'open'
}
