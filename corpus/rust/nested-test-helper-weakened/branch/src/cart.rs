pub fn total(items: &[i64]) -> i64 {
    items.len() as i64 + 7
}

#[cfg(test)]
mod spec {
    mod check;

    #[test]
    fn adds() {
        check::same(super::total(&[1, 2]), 3);
    }
}
