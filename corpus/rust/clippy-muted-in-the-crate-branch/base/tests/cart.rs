use cart::{label, total};

#[test]
fn total_sums() {
    assert_eq!(total(&[100, 250], 0), 350);
}

#[test]
fn total_takes_the_discount() {
    assert_eq!(total(&[1000], 10), 900);
}

#[test]
fn label_has_two_digits() {
    assert_eq!(label(1205), "12.05");
}
