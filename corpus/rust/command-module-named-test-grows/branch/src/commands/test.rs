/// Arguments of the `test` subcommand.
pub fn jobs(words: &[&str]) -> usize {
    words.len().max(1)
}

pub fn is_parallel(words: &[&str]) -> bool {
    jobs(words) > 1
}
