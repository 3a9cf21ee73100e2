pub fn total(items: &[i64]) -> i64 {
    items.len() as i64 + 7
}

#[cfg(test)]
mod tests {
    use super::*;
    include!("total_tests.in");
}
