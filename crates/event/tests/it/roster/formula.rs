use tiger_event::roster::formula::{bared, guarded};

#[test]
fn no_text_becomes_a_formula_and_each_comes_back() {
    for (text, written) in [
        ("=1+1", "'=1+1"),
        ("@cmd", "'@cmd"),
        ("x;=1+1;y", "x;'=1+1;y"),
        ("Moor, \"@x", "Moor, \"'@x"),
        ("＝1＋1", "'＝1＋1"),
        ("Moor, Tessa-Ann", "Moor, Tessa-Ann"),
        ("O'-Fir, 'Ash", "O'-Fir, 'Ash"),
    ] {
        assert_eq!(guarded(text), written);
        assert_eq!(bared(written), text);
    }
}
