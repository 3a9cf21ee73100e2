pub fn sum(items: &[i64]) -> i64 {
    items.iter().sum()
}
