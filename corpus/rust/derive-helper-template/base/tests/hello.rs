#[test]
fn greets() {
    let page = pages::Hello { name: "Ada", ..Default::default() };
    assert_eq!(pages::hello(&page), "<h1>Ada</h1>");
}
