use prices::price;

#[test]
fn several() {
    assert!(price(3, 5) > 0);
}

#[test]
fn none() {
    assert!(price(0, 5) < 9);
}
