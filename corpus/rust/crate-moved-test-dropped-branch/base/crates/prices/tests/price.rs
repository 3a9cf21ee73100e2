use prices::price;

#[test]
fn several() {
    assert_eq!(price(3, 5), 15);
}

#[test]
fn none() {
    assert_eq!(price(0, 5), 0);
}
