#[test]
fn adds() {
    test_support::same(devcrate::total(&[1, 2]), 3);
}
