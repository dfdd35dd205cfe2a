use strum::IntoEnumIterator;
use tiger_arbiter::auth::journal::{Journal, MANY, What};
use tiger_arbiter::db::journal::{ABOUT_ACCOUNTS, Doer, LINK_FOR_PLAYER, REFUSALS, UNDER_LOGINS};

#[test]
fn repeats_are_one_line_and_many_are_counted_together() {
    let journal = Journal::default();
    for _ in 0..14_000 {
        journal.note(What::WrongPassword, "tessa", "192.0.2.1");
    }
    for number in 0..MANY * 4 {
        journal.note(What::Throttled, "tessa", &format!("192.0.2.{number}"));
    }
    let gathered = journal.gathered();
    let tessa = (What::WrongPassword, "tessa".to_owned(), Doer::default(), "192.0.2.1".to_owned());
    assert_eq!(gathered[&tessa].0, 14_000);
    assert_eq!(gathered.len(), MANY + 1);
    assert_eq!(gathered.values().map(|(times, ..)| times).sum::<u64>(), 14_000 + 4 * 500);
}

#[test]
fn each_kind_is_found_by_its_key() {
    assert!(What::iter().all(|what| what.key().parse() == Ok(what)));
    let erased = [UNDER_LOGINS.as_slice(), &ABOUT_ACCOUNTS, &REFUSALS, &[LINK_FOR_PLAYER]].concat();
    assert!(erased.iter().all(|key| key.parse::<What>().is_ok()), "who is erased is found in these lines");
}
