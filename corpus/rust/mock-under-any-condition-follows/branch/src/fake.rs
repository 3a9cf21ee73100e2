pub struct Fake(pub u64);

impl crate::Clock for Fake {
    fn now(&self) -> u64 {
        self.0
    }

    fn zone(&self) -> i32 {
        0
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn later() {
        assert!(crate::is_after(&super::Fake(5), 4));
    }
}
