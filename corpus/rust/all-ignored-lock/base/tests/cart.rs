use cart::{label, total};

#[test]
#[ignore]
fn total_sums() {
    assert_eq!(total(&[100, 250], 0), 350);
}

#[test]
#[ignore]
fn total_takes_the_discount() {
    assert_eq!(total(&[1000], 10), 900);
}

#[test]
#[ignore]
fn label_has_two_digits() {
    assert_eq!(label(1205), "12.05");
}
