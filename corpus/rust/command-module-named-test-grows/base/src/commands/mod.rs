pub mod test;
