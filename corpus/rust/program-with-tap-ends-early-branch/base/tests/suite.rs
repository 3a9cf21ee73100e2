use cart::total;

fn point(number: u32, name: &str, good: bool) {
    println!("{}ok {number} - {name}", if good { "" } else { "not " });
}

fn main() {
    println!("TAP version 14");
    println!("1..2");
    point(1, "sums", total(&[100, 250]) == 350);
    point(2, "sums nothing", total(&[]) == 0);
}
