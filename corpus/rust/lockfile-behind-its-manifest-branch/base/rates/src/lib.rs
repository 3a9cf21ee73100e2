//! Rates.

/// The rate in percent.
pub fn rate() -> u64 {
    19
}
