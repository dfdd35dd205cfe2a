//! What differs between two states of an event, in words: between two moments of its ledger, or between what is and what
//! would be.

use std::collections::BTreeSet;

use tiger_event::text::count;
use tiger_event::{Attendance, Departure, Entry, EntryId, Event, Game, Timetable, category};

use crate::services::standings::{EventStandings, Line};

/// What differs, by area.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Differences {
    /// The event itself: settings, visibility, arbiters.
    pub event: Vec<String>,
    pub players: Vec<String>,
    pub rounds: Vec<String>,
    pub games: Vec<String>,
    /// Points and places.
    pub standings: Vec<Moved>,
}

/// A player whose points or place differ.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Moved {
    pub name: String,
    pub points: [String; 2],
    /// Places before and after; a dash for one who was not there.
    pub places: [String; 2],
}

impl Differences {
    pub fn between(before: &Event, after: &Event) -> Self {
        Self {
            event: event(before, after),
            players: players(before, after),
            rounds: rounds(before, after),
            games: games(before, after),
            standings: standings(before, after),
        }
    }

    /// Whether nothing differs that people would see.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

fn event(before: &Event, after: &Event) -> Vec<String> {
    let mut told = Vec::new();
    if before.settings != after.settings {
        told.push(format!("Settings: {}.", after.settings.told_since(&before.settings)));
    }
    if before.categories != after.categories {
        told.push(format!("Categories: {}.", category::summary(after, &after.categories)));
    }
    if before.prizes() != after.prizes() {
        let is = after.prizes().map_or_else(|| "none".to_owned(), |prizes| prizes.summary(after));
        told.push(format!("Prizes: {is}."));
    }
    if before.shows_prizes() != after.shows_prizes() {
        let is = if after.shows_prizes() { "is public" } else { "is not public" };
        told.push(format!("The prize list {is}."));
    }
    if before.timetable() != after.timetable() {
        let is = after.timetable().map_or_else(|| "nothing".to_owned(), Timetable::summary);
        told.push(format!("Timetable: {is}."));
    }
    if before.appeal_terms() != after.appeal_terms() {
        told.push(format!("Appeals: {}.", after.appeal_terms().summary()));
    }
    let groups = |one: &Event, other: &Event| {
        let kept = other.forbidden.iter().map(|group| group.id).collect::<BTreeSet<_>>();
        let groups = one.forbidden.iter().filter(|group| !kept.contains(&group.id));
        let names = groups.map(|group| group.players.iter().map(|id| one.name_of(*id)).collect::<Vec<_>>());
        names.map(|names| names.join("; ")).collect::<Vec<_>>()
    };
    told.extend(groups(after, before).iter().map(|names| format!("Must not meet: {names}.")));
    told.extend(groups(before, after).iter().map(|names| format!("May meet again: {names}.")));
    let yes = [
        (before.is_public, after.is_public, "Everybody may see it.", "It is hidden."),
        (before.is_finished, after.is_finished, "It is finished.", "It goes on."),
    ];
    told.extend(
        yes.into_iter()
            .filter(|(was, is, ..)| was != is)
            .map(|(_, is, yes, no)| if is { yes } else { no }.to_owned()),
    );
    if before.staff != after.staff {
        let names: Vec<_> = after.staff.values().map(|member| member.name.to_string()).collect();
        told.push(format!("Its arbiters are {}.", names.join("; ")));
    }
    told
}

fn players(before: &Event, after: &Event) -> Vec<String> {
    let ids: BTreeSet<EntryId> = before.entries.keys().chain(after.entries.keys()).copied().collect();
    let mut told = Vec::new();
    for id in ids {
        match (before.entries.get(&id), after.entries.get(&id)) {
            (None, Some(entry)) => told.push(format!("{} is entered.", entry.details.summary())),
            (Some(entry), None) => told.push(format!("{} is no longer entered.", entry.details.name)),
            (Some(was), Some(is)) => told.extend(player(was, is)),
            (None, None) => {}
        }
    }
    told
}

fn player(was: &Entry, is: &Entry) -> Vec<String> {
    let name = &is.details.name;
    let mut told = Vec::new();
    if was.details != is.details {
        told.push(format!("{}: now {}.", was.details.summary(), is.details.summary()));
    }
    if was.number != is.number {
        told.push(format!("{name}: number {} instead of {}.", is.number, was.number));
    }
    if was.attendance != is.attendance {
        told.push(match is.attendance {
            Attendance::Expected => format!("{name} is expected."),
            Attendance::Present => format!("{name} is checked in."),
            Attendance::Withdrawn { from_round, games: Departure::Annul, .. } => {
                format!("{name} has withdrawn from round {from_round} on; their games are annulled.")
            }
            Attendance::Withdrawn { from_round, .. } => {
                format!("{name} has withdrawn from round {from_round} on.")
            }
        });
    }
    if was.first_round != is.first_round {
        told.push(format!("{name} plays from round {} on.", is.first_round));
    }
    for (round, kind) in is.byes.iter().filter(|(round, kind)| was.byes.get(round) != Some(kind)) {
        told.push(format!("{name}: {} in round {round}.", kind.title()));
    }
    for round in was.byes.keys().filter(|round| !is.byes.contains_key(round)) {
        told.push(format!("{name}: no bye in round {round}."));
    }
    told
}

fn rounds(before: &Event, after: &Event) -> Vec<String> {
    let numbers: BTreeSet<u16> =
        before.rounds.iter().chain(&after.rounds).map(|round| round.number).collect();
    let mut told = Vec::new();
    for number in numbers {
        match (before.round(number).ok(), after.round(number).ok()) {
            (None, Some(round)) => told.push(format!("Round {number} is {}.", round.state.title())),
            (Some(_), None) => told.push(format!("Round {number} is not there.")),
            (Some(was), Some(is)) => {
                if was.state != is.state {
                    told.push(format!(
                        "Round {number}: {} instead of {}.",
                        is.state.title(),
                        was.state.title()
                    ));
                }
                if was.table != is.table {
                    told.push(format!("Round {number} is paired otherwise."));
                }
            }
            (None, None) => {}
        }
    }
    told
}

fn games(before: &Event, after: &Event) -> Vec<String> {
    let result = |event: &Event, game: &Game| match &game.result {
        Some(result) => event.result_text(game, &result.entry),
        None if game.adjourned.is_some() => "adjourned".to_owned(),
        None => "open".to_owned(),
    };
    let mut games: Vec<&Game> = after.games.values().collect();
    games.sort_by_key(|game| (game.round, game.board));
    let mut told = Vec::new();
    for game in games {
        let is = result(after, game);
        let known = before.games.get(&game.id);
        let was = known.map(|game| result(before, game));
        // A game that has come into being says something when it has a result.
        let was = was.unwrap_or_else(|| "open".to_owned());
        if was != is {
            let names = game.players().map(|player| after.name_of(player)).join(" – ");
            told.push(format!("{}, {names}: {is} instead of {was}.", after.place_title(game)));
        }
        let waited = known.map(|game| game.disputes.len()).unwrap_or_default();
        match game.disputes.len() {
            waits if waits == waited => {}
            0 => told.push(format!("{}: nothing waits for the arbiter.", after.place_title(game))),
            waits => {
                let waits = count(waits, "question waits", "questions wait");
                told.push(format!("{}: {waits} for the arbiter.", after.place_title(game)));
            }
        }
    }
    told
}

fn standings(before: &Event, after: &Event) -> Vec<Moved> {
    let (Ok(was), Ok(is)) = (EventStandings::of(before, None), EventStandings::of(after, None)) else {
        return Vec::new();
    };
    let points = |line: Option<&Line>| line.map_or_else(|| "–".to_owned(), |line| line.tally.shown());
    let place = |line: Option<&Line>| line.map_or_else(|| "–".to_owned(), Line::place);
    let moved = |line: &Line| {
        let other = was.line(line.entry);
        let moved = Moved {
            name: after.name_of(line.entry).to_owned(),
            points: [points(other), points(Some(line))],
            places: [place(other), place(Some(line))],
        };
        let is_moved = moved.points[0] != moved.points[1] || moved.places[0] != moved.places[1];
        is_moved.then_some(moved)
    };
    is.lines.iter().filter_map(moved).collect()
}
