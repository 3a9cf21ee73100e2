use cart::total;

fn main() {
    println!("the suite begins");
    assert_eq!(total(&[100, 250]), 350);
    assert_eq!(total(&[]), 0);
    println!("all is well");
}
