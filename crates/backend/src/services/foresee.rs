//! What a step would do to the points, reckoned before anybody confirms it: the step is tried on a copy of the event.

use std::sync::Arc;

use tiger_event::leaving::Played;
use tiger_event::scoring::row_of;
use tiger_event::{
    Actor, Attendance, Bytes32, Command, Departure, EntryCommand, EntryId, Event, EventCommand, Format, Game,
    GameId, GameResult, ResultCode, ResultEntry, RoundNumber, RoundState, Tie,
};
use tiger_rules::GamePoints;

use crate::db;
use crate::error::{AppError, Result};
use crate::services::standings::{EventStandings, Line, Tally};
use crate::services::take_back::tried;

/// Looks ahead in one of the ways below, off the threads that answer requests: the standings of a great field take a while
/// to reckon, twice.
pub async fn ahead<T: Send + 'static>(
    event: &Arc<Event>,
    actor: Actor,
    command: &Command,
    look: fn(&Event, &Actor, &Command) -> T,
) -> Result<T> {
    let (event, command) = (event.clone(), command.clone());
    db::block(move || Ok::<_, AppError>(look(&event, &actor, &command))).await
}

/// What a step would change of a game's result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Foreseen {
    pub before: Option<GameResult>,
    pub after: Option<GameResult>,
    /// The row of the scoring table that the points come from; empty where no result is left.
    pub row: String,
    /// What it does to the first and the second player in the standings.
    pub standing: [Change; 2],
}

/// One player's points and place, before and after.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Change {
    pub before: Tally,
    pub after: Tally,
    /// The place before; 0 for none.
    pub place_before: usize,
    /// The place after; 0 for none.
    pub place_after: usize,
}

impl Foreseen {
    /// A short text that is the same only for the same change: who has confirmed it has seen these points.
    pub fn fingerprint(&self) -> String {
        let worth = |result: &Option<GameResult>| result.as_ref().and_then(worth);
        fingerprint(worth(&self.before), worth(&self.after))
    }
}

/// A result that a change of the event's scoring would score anew.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rescored {
    pub game: GameId,
    pub before: GameResult,
    pub after: GameResult,
}

impl Rescored {
    /// As [`Foreseen::fingerprint`], for all of them.
    pub fn fingerprint(all: &[Self]) -> String {
        let one = |it: &Self| format!("{} {}", it.game, fingerprint(worth(&it.before), worth(&it.after)));
        Bytes32::digest(all.iter().map(one).collect::<Vec<_>>().join("; ").as_bytes()).to_string()
    }
}

/// The result with its points, as [`fingerprint`] takes it.
pub const fn worth(result: &GameResult) -> Option<Worth> {
    Some((result.entry, result.points))
}

/// The results that new settings would score anew, round by round and board by board; none if the event would refuse
/// them.
pub fn rescored(event: &Event, actor: &Actor, command: &Command) -> Vec<Rescored> {
    if !matches!(command, Command::Event(EventCommand::ChangeSettings { .. })) {
        return Vec::new();
    }
    let Ok(after) = tried(event, actor, command) else { return Vec::new() };
    let of_rounds = event.rounds.iter().flat_map(|round| event.games_of(round.number));
    let changed = of_rounds.filter_map(|game| {
        let before = game.result.clone()?;
        let after = after.game(game.id).ok()?.result.clone()?;
        (before.points != after.points).then_some(Rescored { game: game.id, before, after })
    });
    changed.collect()
}

/// Who goes on in a bracket without a game because a player leaves, each in a sentence; none of other commands.
pub fn walkovers(event: &Event, actor: &Actor, command: &Command) -> Vec<String> {
    if !matches!(command, Command::Entry(EntryCommand::Withdraw { .. })) || event.published_rounds() == 0 {
        return Vec::new();
    }
    let Ok(Some(before)) = event.bracket(None) else { return Vec::new() };
    let Some(after) = tried(event, actor, command).ok().and_then(|after| after.bracket(None).ok()).flatten()
    else {
        return Vec::new();
    };
    let told = after.stages.iter().flatten().filter_map(|tie| {
        let winner = tie.winner()?;
        let was = before.stages.iter().flatten().find(|it| it.id == tie.id).and_then(Tie::winner);
        (was != Some(winner)).then(|| {
            let (title, gain) = (after.tie_title(tie), after.gain(tie));
            format!("{title}: {} {gain}, and everybody sees it.", event.name_of(winner))
        })
    });
    told.collect()
}

/// Whose places other tie-breaks change once a round is closed, the first of the standings first; none of other commands.
pub fn reordered(event: &Event, actor: &Actor, command: &Command) -> Vec<(EntryId, Change)> {
    let Command::Event(EventCommand::ChangeSettings { settings, .. }) = command else { return Vec::new() };
    if settings.tie_breaks == event.settings.tie_breaks || !event.has_closed_rounds() {
        return Vec::new();
    }
    let tables = tried(event, actor, command).ok().and_then(|after| {
        Some((EventStandings::of(event, None).ok()?, EventStandings::of(&after, None).ok()?))
    });
    let Some((before, after)) = tables else { return Vec::new() };
    let changes = after.lines.iter().map(|line| (line.entry, change(before.line(line.entry), Some(line))));
    changes.filter(|(_, change)| change.place_before != change.place_after).collect()
}

/// Says which rounds were paired from a game's points, or drafted from them; none if no later one is.
pub fn rests_on(event: &Event, game: GameId) -> Option<String> {
    let game = event.game(game).ok()?;
    let is_by_points = |system: Format| system == Format::Swiss || system.has_bracket();
    let later = event.rounds.iter().filter(|round| round.number > game.round && is_by_points(round.system));
    let (drafted, paired): (Vec<_>, Vec<_>) = later.partition(|round| round.state == RoundState::Draft);
    let numbers = paired.iter().map(|round| round.number.to_string()).collect::<Vec<_>>();
    let paired = match numbers.as_slice() {
        [] => None,
        [one] => Some(format!("Round {one} was paired from the points as they stand. It stays as it is.")),
        [most @ .., last] => Some(format!(
            "Rounds {} and {last} were paired from the points as they stood then. They stay as they are.",
            most.join(", ")
        )),
    };
    let drafted = drafted.first().map(|round| {
        format!("Round {} is drafted from the points as they stand: draft it again after this.", round.number)
    });
    let told: Vec<String> = paired.into_iter().chain(drafted).collect();
    (!told.is_empty()).then(|| told.join(" "))
}

/// What it does to the standings that a player leaves a round robin, or comes back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Departed {
    pub entry: EntryId,
    /// The first round without the player; none for who comes back.
    pub from_round: Option<RoundNumber>,
    pub games: Departure,
    /// How much the player will have played.
    pub played: Played,
    /// Whose points or places change, the first of the standings first.
    pub changes: Vec<(EntryId, Change)>,
}

impl Departed {
    /// As [`Foreseen::fingerprint`].
    pub fn fingerprint(&self) -> String {
        let one = |(entry, change): &(EntryId, Change)| {
            format!("{entry} {} {} {}", change.before.decimal(), change.after.decimal(), change.place_after)
        };
        let all = self.changes.iter().map(one).collect::<Vec<_>>().join("; ");
        Bytes32::digest(format!("{} {:?} {all}", self.games.key(), self.from_round).as_bytes()).to_string()
    }
}

/// What a command does that lets a player of a round robin leave or come back once rounds are published; none of other
/// commands, and none if the event would refuse it. Who leaves later is shown as if they left now.
pub fn departed(event: &Event, actor: &Actor, command: &Command) -> Option<Departed> {
    let (entry, from_round, games) = match command {
        Command::Entry(EntryCommand::Withdraw { entry, from_round, leaving }) => {
            let games = leaving.as_ref().map(|leaving| leaving.games).unwrap_or_default();
            (*entry, Some(*from_round), games)
        }
        Command::Entry(EntryCommand::Reinstate { entry, .. }) => (*entry, None, Departure::Forfeit),
        _ => return None,
    };
    if !event.settings.format.is_round_robin() || event.published_rounds() == 0 {
        return None;
    }
    let mut after = tried(event, actor, command).ok()?;
    let next = event.published_rounds().saturating_add(1);
    if let Some(entry) = after.entries.get_mut(&entry)
        && let Attendance::Withdrawn { from_round, .. } = &mut entry.attendance
    {
        *from_round = (*from_round).min(next);
    }
    let (before, after) = (EventStandings::of(event, None).ok()?, EventStandings::of(&after, None).ok()?);
    let player = event.entry(entry).ok()?;
    let played = event.played_before(player, from_round.unwrap_or(next));
    let changes = after.lines.iter().filter_map(|line| {
        let change = change(before.line(line.entry), Some(line));
        let differs = (change.before, change.place_before) != (change.after, change.place_after);
        differs.then_some((line.entry, change))
    });
    Some(Departed { entry, from_round, games, played, changes: changes.collect() })
}

fn change(before: Option<&Line>, after: Option<&Line>) -> Change {
    let place = |line: Option<&Line>| {
        let line = line.filter(|line| !line.row.is_annulled);
        line.map_or(0, |line| usize::try_from(line.row.rank).unwrap_or(0))
    };
    Change {
        before: before.map(|line| line.tally).unwrap_or_default(),
        after: after.map(|line| line.tally).unwrap_or_default(),
        place_before: place(before),
        place_after: place(after),
    }
}

pub type Worth = (ResultEntry, [GamePoints; 2]);

/// The fingerprint of a change, for pages that show the points themselves; see [`Foreseen::fingerprint`].
pub fn fingerprint(before: Option<Worth>, after: Option<Worth>) -> String {
    let one = |worth: Option<Worth>| match worth {
        None => "none".to_owned(),
        Some((entry, [first, second])) => format!("{} {first}:{second}", ResultCode(entry)),
    };
    format!("{} to {}", one(before), one(after))
}

/// What the command would do to the result of its game; none if it leaves winner, ending and points as they are, and
/// none if the event would refuse it: the ledger says why.
pub fn foresee(event: &Event, actor: &Actor, command: &Command) -> Option<Foreseen> {
    let id = command.game()?;
    let after = tried(event, actor, command).ok()?;
    let (before_game, after_game) = (event.game(id).ok()?, after.game(id).ok()?);
    let worth = |game: &Game| game.result.as_ref().and_then(worth);
    if worth(before_game) == worth(after_game) {
        return None;
    }
    let row = after_game.result.as_ref().map_or_else(String::new, |result| {
        row_of(&after.settings, after_game.scoring_variation(after.settings.game), result)
    });
    let (before_table, after_table) =
        (EventStandings::of(event, None).ok()?, EventStandings::of(&after, None).ok()?);
    let change = |player| change(before_table.line(player), after_table.line(player));
    Some(Foreseen {
        before: before_game.result.clone(),
        after: after_game.result.clone(),
        row,
        standing: before_game.players().map(change),
    })
}
