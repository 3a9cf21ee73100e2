export type Price = number
