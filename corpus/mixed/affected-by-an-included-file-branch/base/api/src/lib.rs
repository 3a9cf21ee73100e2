//! The schema that the web client is held to.

/// Its text.
pub const SCHEMA: &str = include_str!("../../web/schema.json");
