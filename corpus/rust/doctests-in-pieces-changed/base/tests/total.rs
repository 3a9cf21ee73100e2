#[test]
fn adds() {
    assert_eq!(ledger::total(&[1, 2]), 3);
}
