#[test]
fn one() { assert_eq!(b::b(), 1); }
