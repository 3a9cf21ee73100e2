#[test]
fn adds() { assert_eq!(ledger::Cart::new(vec![1, 2]).total(), 3); }
