#[test]
fn tax_of_a_euro() {
    assert_eq!(cart::tax(100), 19);
}
