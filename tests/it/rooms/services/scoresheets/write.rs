use tiger_arbiter::services::scoresheets::write::{count_at, stand, taken_back};

fn list(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

#[test]
fn a_stand_is_found_in_what_was_written_since() {
    let moves = list("a b c");
    assert_eq!(count_at(&moves, &stand(&moves)), Some(3));
    assert_eq!(count_at(&moves, &stand(&list("a b"))), Some(2));
    assert_eq!(count_at(&moves, &stand(&[])), Some(0));
    for other in [stand(&list("a x")), stand(&list("a b c d")), String::new(), "2-".to_owned()] {
        assert_eq!(count_at(&moves, &other), None, "{other}");
    }
}

#[test]
fn what_is_taken_back_is_the_last_that_stands() {
    assert_eq!(taken_back(&list("a b c < d <")), [None, None, Some(3), None, Some(5), None]);
    assert_eq!(taken_back(&list("a b c < < d")), [None, Some(4), Some(3), None, None, None]);
    assert_eq!(taken_back(&list("< a")), [None, None]);
}
