/// Tax in cents.
pub fn tax(cents: u64) -> u64 {
    return cents * 19 / 100;
}
