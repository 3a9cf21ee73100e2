use labels::label;

#[test]
fn label_has_two_digits() {
    assert_eq!(label(1205), "12.05");
}

#[test]
fn label_of_nothing() {
    assert_eq!(label(0), "0.00");
}
