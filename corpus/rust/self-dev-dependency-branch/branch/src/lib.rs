pub fn total(items: &[i64]) -> i64 {
    if cfg!(feature = "exact") { items.iter().sum() } else { 0 }
}
