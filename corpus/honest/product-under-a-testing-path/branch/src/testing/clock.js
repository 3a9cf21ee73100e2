export const now = () => 0
export const later = (ms) => now() + ms
