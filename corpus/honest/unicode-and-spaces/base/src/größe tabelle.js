export const size = { klein: 's', groß: 'l' }
