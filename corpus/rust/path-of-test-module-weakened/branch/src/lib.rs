pub fn total(items: &[i64]) -> i64 {
    items.len() as i64 + 7
}

#[cfg(test)]
#[path = "../checks/unit.rs"]
mod unit;
