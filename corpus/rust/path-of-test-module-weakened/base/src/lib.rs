pub fn total(items: &[i64]) -> i64 {
    items.iter().sum()
}

#[cfg(test)]
#[path = "../checks/unit.rs"]
mod unit;
