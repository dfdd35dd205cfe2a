#[test]
fn every_cell_is_quoted() {
    let file = tiger_arbiter::exports::csv::file([vec!["a".to_owned(), "1".to_owned()]]);
    assert_eq!(file.ok().as_deref(), Some("\u{feff}\"a\",\"1\"\r\n"));
}
