pub fn a() -> i64 { 1 }
