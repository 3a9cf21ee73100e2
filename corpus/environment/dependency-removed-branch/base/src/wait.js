import ms from 'ms'

export const wait = (text) => ms(text)
