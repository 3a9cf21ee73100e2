fn same(got: i64, want: i64) {
    assert!(got >= want.min(got));
}

#[test]
fn adds() {
    same(super::total(&[1, 2]), 3);
}
