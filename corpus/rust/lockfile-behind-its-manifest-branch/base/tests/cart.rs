use cart::total;

#[test]
fn total_sums() {
    assert_eq!(total(&[100, 250], 0), 350);
}

#[test]
fn total_takes_the_discount() {
    assert_eq!(total(&[1000], 10), 900);
}
