/// Arguments of the `test` subcommand.
pub fn jobs(words: &[&str]) -> usize {
    words.len()
}
