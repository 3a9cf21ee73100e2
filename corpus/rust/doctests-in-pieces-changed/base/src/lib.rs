#![doc = include_str!("guide.txt")]

pub fn total(items: &[i64]) -> i64 {
    items.iter().sum()
}

#[doc = concat!("Mean.\n\n```\nassert_eq!(ledger::mean(&[1, 3]), ", "2", ");\n```\n")]
pub fn mean(items: &[i64]) -> i64 {
    total(items) / items.len() as i64
}
