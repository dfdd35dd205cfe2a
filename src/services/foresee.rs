//! What a step would do to the points, reckoned before anybody confirms it: the step is tried on a copy of the event.

use tiger_rules::GamePoints;

use crate::clock;
use crate::domain::actor::{Actor, Meta};
use crate::domain::command::Command;
use crate::domain::event::Event;
use crate::domain::game::Game;
use crate::domain::possible_result::ResultCode;
use crate::domain::result::{GameResult, ResultEntry};
use crate::domain::scoring::row_of;
use crate::services::standings::{EventStandings, Tally};

/// What a step would change of a game's result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Foreseen {
    /// The result that stands.
    pub before: Option<GameResult>,
    /// The result afterwards.
    pub after: Option<GameResult>,
    /// The row of the scoring table that the points come from; empty where no result is left.
    pub row: String,
    /// What it does to the first and the second player in the standings.
    pub standing: [Change; 2],
}

/// One player's points and place, before and after.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Change {
    /// The total before.
    pub before: Tally,
    /// The total after.
    pub after: Tally,
    /// The place before.
    pub place_before: usize,
    /// The place after.
    pub place_after: usize,
}

impl Foreseen {
    /// A short text that is the same only for the same change: who has confirmed it has seen these points.
    #[must_use]
    pub fn fingerprint(&self) -> String {
        let worth = |result: &Option<GameResult>| result.as_ref().map(|it| (it.entry, it.points));
        fingerprint(worth(&self.before), worth(&self.after))
    }
}

/// A result with its points.
type Worth = (ResultEntry, [GamePoints; 2]);

/// The fingerprint of a change, for pages that show the points themselves; see [`Foreseen::fingerprint`].
#[must_use]
pub fn fingerprint(before: Option<Worth>, after: Option<Worth>) -> String {
    let one = |worth: Option<Worth>| match worth {
        None => "none".to_owned(),
        Some((entry, [first, second])) => format!("{} {first}:{second}", ResultCode(entry)),
    };
    format!("{} to {}", one(before), one(after))
}

/// What the command would do to the result of its game; none if it leaves winner, ending and points as they are, and
/// none if the event would refuse it: the ledger says why.
#[must_use]
pub fn foresee(event: &Event, actor: &Actor, command: &Command) -> Option<Foreseen> {
    let id = command.game()?;
    let meta = Meta { seq: event.version + 1, at: clock::now().max(event.changed_at), by: actor.clone() };
    let after = event.clone().after(&meta, command).ok()?;
    let (before_game, after_game) = (event.game(id).ok()?, after.game(id).ok()?);
    let worth = |game: &Game| game.result.as_ref().map(|result| (result.entry, result.points));
    if worth(before_game) == worth(after_game) {
        return None;
    }
    let row = after_game.result.as_ref().map_or_else(String::new, |result| {
        row_of(&after.settings, after_game.scoring_variation(after.settings.game), result)
    });
    let (before_table, after_table) =
        (EventStandings::of(event, None).ok()?, EventStandings::of(&after, None).ok()?);
    let change = |player| {
        let (before, after) = (before_table.line(player), after_table.line(player));
        let place = |line: Option<&crate::services::standings::Line>| {
            line.map_or(0, |line| usize::try_from(line.row.rank).unwrap_or(0))
        };
        Change {
            before: before.map(|line| line.tally).unwrap_or_default(),
            after: after.map(|line| line.tally).unwrap_or_default(),
            place_before: place(before),
            place_after: place(after),
        }
    };
    Some(Foreseen {
        before: before_game.result.clone(),
        after: after_game.result.clone(),
        row,
        standing: before_game.players().map(change),
    })
}
