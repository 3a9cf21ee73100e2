export const same = () => {}
