use cart::total;

#[test]
fn total_sums() {
    assert_eq!(total(&[100, 250]), 350);
}
