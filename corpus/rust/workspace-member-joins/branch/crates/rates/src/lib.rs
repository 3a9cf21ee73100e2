//! Rates in percent.

/// The rate of a kind.
pub fn rate(kind: &str) -> u64 {
    if kind == "books" {
        7
    } else {
        19
    }
}
