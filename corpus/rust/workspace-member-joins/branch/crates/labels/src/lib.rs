//! Labels.

/// Cents as text.
pub fn label(cents: u64) -> String {
    format!("{}.{:02}", cents / 100, cents % 100)
}

/// A rate as text.
pub fn percent(kind: &str) -> String {
    format!("{} %", rates::rate(kind))
}
