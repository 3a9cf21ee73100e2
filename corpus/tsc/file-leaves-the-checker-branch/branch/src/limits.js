export const limit = 'three' - 1
