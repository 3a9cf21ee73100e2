#[test]
fn one() { assert_eq!(a::a(), 1); }
