#[test]
fn schema_has_a_name() {
    assert!(api::SCHEMA.contains("\"name\""));
}
