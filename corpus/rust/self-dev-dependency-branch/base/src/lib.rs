pub fn total(items: &[i64]) -> i64 {
    items.iter().sum()
}
