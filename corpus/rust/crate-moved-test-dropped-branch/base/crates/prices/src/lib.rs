/// Price of some pieces, in cents.
pub fn price(pieces: u32, each: u32) -> u32 {
    pieces * each
}
