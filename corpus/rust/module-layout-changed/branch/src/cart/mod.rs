//! Prices in cents.

mod label;
mod total;

pub use label::label;
pub use total::total;
