pub fn same(got: i64, want: i64) {
    assert!(got >= want.min(got));
}
