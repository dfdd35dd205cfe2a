use tiger_arbiter::ledger::erase::person::{
    family, in_both_orders, in_full, is_plainly_a_name, replace_words,
};

#[test]
fn names_are_found_as_words_in_both_orders() {
    assert_eq!(in_both_orders("Moor, Tessa"), ["Moor, Tessa", "Tessa Moor"]);
    assert_eq!((family("Moor, Tessa"), family("Tessa Moor")), (Some("Moor"), Some("Moor")));
    assert_eq!(family("Wu, Li"), None);
    let full = ["Moor, Tessa", "Moor Tessa", "Tessa Moor"];
    assert_eq!(
        (in_full("Tessa Moor"), in_full("Moor, Tessa")),
        (full.map(str::to_owned).to_vec(), full.map(str::to_owned).to_vec())
    );
    assert_eq!((in_full("Moor"), in_full("Moor,")), (vec![], vec![]));
    assert_eq!(["a", "Li", "arbiter"].map(is_plainly_a_name), [false, true, false]);
    assert_eq!(replace_words("Moor, Moore, Émoor, (Moor)", "Moor", "X"), "X, Moore, Émoor, (X)");
}
