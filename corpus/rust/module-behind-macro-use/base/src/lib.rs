#[macro_use]
mod macros;
mod total;

pub use total::total;
