//! The order of arguments of `rules play`.

use std::ffi::OsString;

/// Puts the options of `rules play` before its moves. A move may begin with a hyphen, so that whatever follows the first
/// move would be taken for one; but no move is spelt like these options.
pub fn options_first(arguments: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
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
