pub fn b() -> i64 { 1 }
