export const size = { klein: 's', mittel: 'm', groß: 'l' }
