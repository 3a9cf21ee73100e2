#[cfg(any(test, unix))]
pub fn separator() -> char {
    std::path::MAIN_SEPARATOR
}

pub fn join(parts: &[&str]) -> String {
    parts.join(&separator().to_string())
}
