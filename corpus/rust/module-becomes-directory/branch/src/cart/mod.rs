pub fn total(items: &[i64]) -> i64 {
    items.iter().sum()
}

#[cfg(test)]
mod tests {
    #[test]
    fn adds() {
        assert_eq!(super::total(&[1, 2]), 3);
    }
}
