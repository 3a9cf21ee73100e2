export const prices = [100, 250]
