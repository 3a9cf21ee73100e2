pub fn total(items: &[i64]) -> i64 {
    items.iter().sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    include!("total_tests.in");
}
