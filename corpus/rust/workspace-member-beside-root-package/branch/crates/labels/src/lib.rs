//! Labels.

/// Cents as text.
pub fn label(cents: u64) -> String {
    format!("{}.{}", cents / 100, cents % 100)
}
