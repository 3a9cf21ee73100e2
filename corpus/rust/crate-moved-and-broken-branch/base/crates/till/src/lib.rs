/// What a customer pays, in cents.
pub fn total(rows: &[(u32, u32)]) -> u32 {
    rows.iter().map(|(pieces, each)| prices::price(*pieces, *each)).sum()
}

#[cfg(test)]
mod tests {
    #[test]
    fn adds_up() {
        assert_eq!(super::total(&[(1, 2), (2, 3)]), 8);
    }
}
