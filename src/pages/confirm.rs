//! Before a result is set or changed: what it scores, by which row of the table, and what it does to the standings.

use askama::Template;

use crate::access::EventAccess;
use crate::domain::command::{Command, Teller};
use crate::domain::event::Event;
use crate::domain::game::Game;
use crate::domain::result::GameResult;
use crate::pages::parts::PointsView;
use crate::pages::{Frame, rounds};
use crate::services::foresee::{Change, Foreseen};
use crate::services::standings::Tally;

/// The page.
#[derive(Debug, Template)]
#[template(path = "room/confirm.html")]
pub struct ConfirmPage {
    /// The frame.
    pub frame: Frame,
    /// Board and round.
    pub place: String,
    /// What is about to be done, in words.
    pub what: String,
    /// The result that stands; `no result` if there is none.
    pub before: String,
    /// The result afterwards; `no result` if none is left.
    pub after: String,
    /// The row of the table that its points come from; empty if no result is left.
    pub row: String,
    /// What it does to both players.
    pub players: [PlayerChange; 2],
    /// Whether the points are others than those that were shown a moment ago.
    pub has_changed: bool,
    /// Where it is confirmed.
    pub action: String,
    /// What was typed, to be sent again.
    pub fields: Vec<(String, String)>,
    /// The form's key.
    pub once: String,
    /// The version that the form was made from; empty if it has none.
    pub version: String,
    /// What is confirmed, so that points that change meanwhile are shown first.
    pub confirmed: String,
    /// The word on the button.
    pub button: String,
    /// Where to go when it is not confirmed.
    pub back: String,
}

/// What a step does to one player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayerChange {
    /// The name.
    pub name: String,
    /// The points of this game afterwards, if it has a result then.
    pub points: Option<PointsView>,
    /// The points of this game as they stand, if it has a result.
    pub points_before: Option<PointsView>,
    /// All points before.
    pub total_before: String,
    /// All points after.
    pub total_after: String,
    /// The place before.
    pub place_before: usize,
    /// The place after.
    pub place_after: usize,
}

impl ConfirmPage {
    /// What a command would do to the result of a game; the form that sends it again is still empty.
    #[must_use]
    pub fn of(access: &EventAccess, game: &Game, command: &Command, foreseen: &Foreseen) -> Self {
        let event = &*access.event;
        let what = match (command, &game.last) {
            (Command::Undo(_), Some(last)) => format!("undo: {}", Teller::tell_one(event, &last.command)),
            (command, _) => Teller::tell_one(event, command),
        };
        Self {
            frame: access.frame(None).under("Game room", access.game_path(game, "/room")),
            place: event.place_of(game),
            what,
            before: result_words(event, game, foreseen.before.as_ref()),
            after: result_words(event, game, foreseen.after.as_ref()),
            row: foreseen.row.clone(),
            players: std::array::from_fn(|i| player(event, game, foreseen, i)),
            has_changed: false,
            action: String::new(),
            fields: Vec::new(),
            once: String::new(),
            version: String::new(),
            confirmed: foreseen.fingerprint(),
            button: String::new(),
            back: String::new(),
        }
    }
}

fn result_words(event: &Event, game: &Game, result: Option<&GameResult>) -> String {
    result.map_or_else(|| "no result".to_owned(), |result| rounds::result_text(event, game, result))
}

fn player(event: &Event, game: &Game, foreseen: &Foreseen, i: usize) -> PlayerChange {
    let points = |result: &Option<GameResult>| result.as_ref().map(|it| PointsView::from(it.points[i]));
    let Change { before, after, place_before, place_after } = foreseen.standing[i];
    PlayerChange {
        name: event.name_of(game.players()[i]).to_owned(),
        points: points(&foreseen.after),
        points_before: points(&foreseen.before),
        total_before: Tally::decimal(before),
        total_after: Tally::decimal(after),
        place_before,
        place_after,
    }
}
