#[cfg_attr(test, derive(Debug))]
pub struct Cart {
    items: Vec<i64>,
}

impl Cart {
    pub fn new(items: Vec<i64>) -> Self {
        Cart { items }
    }
    pub fn total(&self) -> i64 {
        self.items.iter().sum()
    }
}
