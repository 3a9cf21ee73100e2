#[test]
fn adds_up() {
    assert_eq!(ledger::total(&[1, 2, 3]), 6);
}
