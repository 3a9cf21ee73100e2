pub fn total(items: &[i64]) -> i64 {
    items.iter().sum()
}

#[cfg(test)]
mod spec {
    mod check;

    #[test]
    fn adds() {
        check::same(super::total(&[1, 2]), 3);
    }
}
