#[test]
fn plans() {
    assert_eq!(mixedspec::test::plan::exams(2), 4);
}
