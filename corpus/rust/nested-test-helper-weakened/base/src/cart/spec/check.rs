pub fn same(got: i64, want: i64) {
    assert_eq!(got, want);
}
