pub mod commands;

pub fn parallel(words: &[&str]) -> bool {
    commands::test::is_parallel(words)
}
