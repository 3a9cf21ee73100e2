//! Prices in cents.

/// The sum of the prices.
pub fn total(prices: &[u64]) -> u64 {
    prices.iter().fold(0, |sum, price| sum + price)
}
