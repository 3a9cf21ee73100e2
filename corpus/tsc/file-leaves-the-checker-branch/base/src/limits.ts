export const limit: number = 3
