//! The results that a game can have, as forms offer them.

use tiger_event::text::capital;
use tiger_event::{Event, Game, PossibleResult, ResultEntry, ResultGroup, Seat};
use tiger_rules::GameKind;

use super::points_text;
use crate::pages::public::seat_titles;

/// Results with the same winner.
pub struct OptionGroup {
    pub label: String,
    pub options: Vec<OptionView>,
}

pub struct OptionView {
    /// The value sent.
    pub value: String,
    /// The words, points included.
    pub label: String,
    /// The points alone.
    pub points: String,
    /// The key that chooses it, if it is the usual one.
    pub key: &'static str,
    /// Whether the arbiter has to award the points.
    pub needs_award: bool,
}

/// What the two sides are called: by the game's own names where they are fixed.
pub(super) fn side_names(game: GameKind) -> [&'static str; 2] {
    match game {
        // Which army moves first depends on the formation.
        GameKind::Dragon => ["First", "Second"],
        GameKind::TigerChess | GameKind::LancerChess | GameKind::Dance => seat_titles(game),
    }
}

/// The results of a game, the most usual first.
pub(super) fn options(event: &Event, game: &Game) -> Vec<OptionGroup> {
    game.possible_results(&event.settings).iter().map(|group| option_group(event, game, group)).collect()
}

fn option_group(event: &Event, game: &Game, group: &ResultGroup) -> OptionGroup {
    let draw = event.settings.game.draw_word();
    let label = match (group.winner, group.is_both_lost) {
        (Some(Seat::First), _) => format!("{} wins", event.name_of(game.first)),
        (Some(Seat::Second), _) => format!("{} wins", event.name_of(game.second)),
        (None, false) => draw.to_owned(),
        (None, true) => "Neither scores".to_owned(),
    };
    let options =
        group.results.iter().enumerate().map(|(place, result)| option(result, place == 0, draw)).collect();
    OptionGroup { label, options }
}

fn option(result: &PossibleResult, is_usual: bool, draw: &str) -> OptionView {
    let points = result.points.map(|points| points_text(&points));
    let head = head(&result.entry, draw);
    let scores = points.as_deref().unwrap_or("points by the arbiter");
    OptionView {
        value: result.code(),
        label: format!("{head} {} · {scores}", result.title),
        points: points.unwrap_or_default(),
        key: key(&result.entry, is_usual),
        needs_award: result.points.is_none(),
    }
}

/// What the words begin with, so that typing 1, 0 or the draw's letter finds them in a plain list too.
fn head(entry: &ResultEntry, draw: &str) -> String {
    use tiger_rules::Ending as E;
    match (entry.winner, entry.ending) {
        (Some(Seat::First), _) => "1 – 0".to_owned(),
        (Some(Seat::Second), _) => "0 – 1".to_owned(),
        (None, E::Time | E::Disqualification | E::Forfeit) => "0 – 0".to_owned(),
        (None, _) => format!("{},", capital(draw)),
    }
}

/// A result in few words, such as `1 – 0 checkmate`.
pub fn brief(entry: &ResultEntry, game: GameKind) -> String {
    format!("{} {}", head(entry, game.draw_word()), entry.ending_words(game))
}

/// The key of Vega's that chooses a result; 1, 0 and D are ours too.
fn key(entry: &ResultEntry, is_usual: bool) -> &'static str {
    use tiger_rules::Ending as E;
    match (entry.winner, entry.ending, is_usual) {
        (Some(Seat::First), E::Forfeit, _) => "3",
        (Some(Seat::Second), E::Forfeit, _) => "4",
        (None, E::Forfeit, _) => "2",
        (Some(Seat::First), _, true) => "1",
        (Some(Seat::Second), _, true) => "0",
        (None, _, true) => "d",
        (_, _, false) => "",
    }
}
