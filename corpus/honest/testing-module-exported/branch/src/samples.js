export const few = [100, 250]
