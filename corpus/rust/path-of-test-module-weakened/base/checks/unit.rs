fn same(got: i64, want: i64) {
    assert_eq!(got, want);
}

#[test]
fn adds() {
    same(super::total(&[1, 2]), 3);
}
