#[test]
fn joins() {
    assert_eq!(joins::join(&["a", "b"]), "a/b");
}
