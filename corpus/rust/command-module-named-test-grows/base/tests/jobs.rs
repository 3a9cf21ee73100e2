#[test]
fn counts_jobs() {
    assert_eq!(cmdtest::commands::test::jobs(&["a", "b"]), 2);
    assert_eq!(cmdtest::commands::test::jobs(&[]), 1);
}
