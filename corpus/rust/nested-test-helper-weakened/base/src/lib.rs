mod cart;
pub use cart::total;
