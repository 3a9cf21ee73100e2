#[test]
fn doubles() {
    let out = std::process::Command::new(env!("CARGO_BIN_EXE_load_test")).arg("4").output().unwrap();
    assert_eq!(String::from_utf8_lossy(&out.stdout), "8\n");
}
