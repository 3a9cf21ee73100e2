#[test]
fn total_takes_the_discount() {
    assert_eq!(cart::total(&[1000], 10), 900);
}
