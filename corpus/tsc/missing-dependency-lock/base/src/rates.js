/** @returns {import('absent-exchange-rates').Rates} */
export function rates() {
  return { eur: 1 }
}
