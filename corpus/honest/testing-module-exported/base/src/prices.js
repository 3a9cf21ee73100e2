export const some = [100, 250]
