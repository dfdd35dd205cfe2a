//! The order of arguments of `rules play`.

use std::ffi::OsString;

/// Puts the options of `rules play` before its moves. A move may begin with a hyphen, so that whatever follows the first
/// move would be taken for one; but no move is spelt like these options.
pub(in crate::cli) fn options_first(arguments: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let mut arguments: Vec<OsString> = arguments.into_iter().collect();
    let is_play = matches!(&arguments[..], [_, rules, play, ..] if rules == "rules" && play == "play");
    if !is_play {
        return arguments;
    }
    let mut rest = arguments.split_off(3).into_iter();
    let mut moves = Vec::new();
    while let Some(argument) = rest.next() {
        let text = argument.to_string_lossy();
        if text == "--situation" || text == "--board" {
            arguments.push(argument);
            arguments.extend(rest.next());
        } else if text.starts_with("--situation=") || text.starts_with("--board=") {
            arguments.push(argument);
        } else {
            moves.push(argument);
        }
    }
    arguments.extend(moves);
    arguments
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;

    use super::options_first;

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
}
