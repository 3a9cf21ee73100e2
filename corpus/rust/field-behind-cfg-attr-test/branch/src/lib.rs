#[cfg_attr(test, derive(Debug))]
pub struct Cart {
    prices: Vec<i64>,
}

impl Cart {
    pub fn new(items: Vec<i64>) -> Self {
        Cart { prices: items }
    }
    pub fn total(&self) -> i64 {
        self.prices.iter().sum()
    }
}
