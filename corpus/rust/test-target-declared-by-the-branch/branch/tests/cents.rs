#[test]
fn cents_of_a_euro() {
    assert_eq!(cart::cents(1), 100);
}
