pub fn render(name: &str) -> String {
    format!("Hello, {name}!\n")
}

#[cfg(test)]
mod tests {
    #[test]
    fn renders() {
        assert_eq!(super::render("Ada"), include_str!("expected.txt"));
    }
}
