#[test]
fn even() {
    assert_eq!(fixturesmod::fixtures::schedule::rounds(4), 3);
}
