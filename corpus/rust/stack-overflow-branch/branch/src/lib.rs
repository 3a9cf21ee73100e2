//! Prices in cents.

/// The sum of the prices, less a discount in percent.
pub fn total(prices: &[u64], discount: u64) -> u64 {
    let subtotal: u64 = if discount > 0 {
        added(prices)
    } else {
        prices.iter().sum()
    };
    subtotal - subtotal * discount / 100
}

/// Cents as text.
pub fn label(cents: u64) -> String {
    format!("{}.{:02}", cents / 100, cents % 100)
}

fn added(prices: &[u64]) -> u64 {
    let rest: u64 = if prices.len() > 1 {
        added(&prices[1..])
    } else {
        added(prices)
    };
    std::hint::black_box(rest) + prices[0]
}
