#[cfg(any(test, unix))]
pub fn separator() -> char {
    '/'
}

pub fn join(parts: &[&str]) -> String {
    parts.join(&separator().to_string())
}
