export const plugin = () => ({ name: 'shop' })
