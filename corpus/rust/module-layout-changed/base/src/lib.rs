//! A shop.

pub mod cart;
pub use cart::{label, total};
