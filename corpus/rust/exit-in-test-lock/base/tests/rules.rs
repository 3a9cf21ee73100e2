#[test]
fn label_of_nothing() {
    assert_eq!(cart::label(0), "0.00");
}
