use std::ffi::OsString;

use tiger_arbiter::cli::rules::order::options_first;

fn ordered(line: &str) -> String {
    let words = options_first(line.split(' ').map(OsString::from));
    words.iter().map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}

#[test]
fn options_of_play_come_before_the_moves_and_nothing_else_is_touched() {
    assert_eq!(
        ordered("t rules play dance a1-a2 -- --situation S --board=F b2"),
        "t rules play --situation S --board=F dance a1-a2 -- b2"
    );
    assert_eq!(ordered("t rules moves dance --situation S"), "t rules moves dance --situation S");
    assert_eq!(ordered("t rules play dance a1 --situation"), "t rules play --situation dance a1");
}
