#[test]
fn label_of_a_thousand() {
    assert_eq!(cart::label(100_000), "1,000.00");
}

#[test]
fn label_of_nothing() {
    assert_eq!(cart::label(0), "0.00");
}
