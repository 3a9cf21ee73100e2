mod common;

#[test]
fn adds() {
    common::same(ledger::total(&[1, 2]), 3);
}
