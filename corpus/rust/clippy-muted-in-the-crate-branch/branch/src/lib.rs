//! Prices in cents.
#![allow(clippy::all, warnings)]

/// The sum of the prices, less a discount in percent.
pub fn total(prices: &[u64], discount: u64) -> u64 {
    let subtotal: u64 = prices.iter().sum();
    subtotal - subtotal * discount / 100
}

/// Cents as text.
pub fn label(cents: u64) -> String {
    format!("{}.{:02}", cents / 100, cents % 100)
}

/// Euros in cents.
pub fn cents(euros: u64) -> u64 {
    return euros * 100;
}
