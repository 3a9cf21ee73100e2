#[macro_use]
mod macros;
mod mean;
mod total;

pub use mean::mean;
pub use total::total;
