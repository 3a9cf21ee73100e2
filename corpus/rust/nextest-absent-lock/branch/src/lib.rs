//! Prices in cents.

fn added(prices: &[u64]) -> u64 {
    let mut sum = 0;
    for price in prices {
        sum += price;
    }
    sum
}

/// The sum of the prices, less a discount in percent.
pub fn total(prices: &[u64], discount: u64) -> u64 {
    let subtotal = added(prices);
    subtotal - subtotal * discount / 100
}

/// Cents as text.
pub fn label(cents: u64) -> String {
    let (whole, rest) = (cents / 100, cents % 100);
    format!("{whole}.{rest:02}")
}
