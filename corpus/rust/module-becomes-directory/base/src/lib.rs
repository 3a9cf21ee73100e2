pub mod cart;
