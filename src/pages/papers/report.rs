//! What an arbiter hands in when the event is over.

use askama::Template;
use tiger_event::result::SEATS;
use tiger_event::{Event, Game, RoundBye, RoundNumber};

use crate::error::Result;
use crate::pages::masthead;
use crate::pages::public::PlayerLink;
use crate::pages::room::local;
use crate::pages::rounds::{RegisterRow, names};
use crate::services::reopened::Reopened;

use super::closed_standings;

#[derive(Template)]
#[template(path = "papers/report.html")]
pub(super) struct Report<'a> {
    event_name: String,
    facts: Vec<String>,
    staff: Vec<String>,
    players: usize,
    withdrawn: Vec<String>,
    late: Vec<String>,
    rounds: Vec<Round>,
    /// The rounds whose boards changed after they were published.
    changed: Vec<String>,
    /// Who had a bye, round by round.
    byes: Vec<String>,
    /// Games that are adjourned and wait for their result.
    adjourned: Vec<String>,
    /// The rounds that were opened again, and what came of it.
    reopened: Vec<String>,
    /// Ranks, names and points after the last round that is closed.
    standings: Vec<(String, PlayerLink, String)>,
    /// That round.
    rounds_counted: RoundNumber,
    register: &'a [RegisterRow],
    version: u64,
}

struct Round {
    number: RoundNumber,
    state: &'static str,
    games: usize,
    /// Games that the first and the second side won, and that nobody won.
    won: [usize; 2],
    level: usize,
    forfeits: usize,
    open: usize,
    byes: usize,
}

impl<'a> Report<'a> {
    pub(super) fn of(event: &Event, register: &'a [RegisterRow], reopened: &[Reopened]) -> Result<Self> {
        let standings = closed_standings(event)?;
        let lines = standings.lines.iter().filter(|_| standings.rounds > 0);
        let rounds = || event.rounds.iter().filter(|round| round.number <= event.published_rounds());
        Ok(Self {
            event_name: event.settings.name.to_string(),
            facts: masthead::facts(event),
            staff: event.staff.values().map(|it| format!("{}, {}", it.name, it.role.title())).collect(),
            players: event.entries.len(),
            withdrawn: withdrawn(event),
            late: late(event),
            rounds: rounds().map(|round| told(event, round)).collect(),
            byes: rounds().filter_map(|round| byes(event, round)).collect(),
            adjourned: rounds()
                .flat_map(|round| event.games_of(round.number))
                .filter_map(|it| adjourned(event, it))
                .collect(),
            reopened: reopened.iter().map(|it| opened_again(event, it)).collect(),
            changed: event.rounds.iter().filter_map(|round| changed(event, round)).collect(),
            standings: lines
                .map(|line| (line.place(), PlayerLink::to(event, line.entry), line.tally.shown()))
                .collect(),
            register,
            rounds_counted: standings.rounds,
            version: event.version,
        })
    }
}

fn withdrawn(event: &Event) -> Vec<String> {
    let told = event.entries.values().filter_map(|entry| {
        let from_round = entry.leaves_from()?;
        let games = if event.is_annulled(entry.id) { " (games annulled)" } else { "" };
        Some(format!("{}, from round {from_round}{games}", event.name_of(entry.id)))
    });
    told.collect()
}

fn late(event: &Event) -> Vec<String> {
    let late = event.entries.values().filter(|entry| entry.first_round > 1);
    late.map(|entry| format!("{}, from round {}", event.name_of(entry.id), entry.first_round)).collect()
}

fn changed(event: &Event, round: &tiger_event::round::Round) -> Option<String> {
    let at = local(event, round.changed_at?);
    Some(format!("Boards of round {} were changed while it was played, last on {at}.", round.number))
}

/// Who did not play in a round, and why: on request, for want of an opponent, or away.
fn byes(event: &Event, round: &tiger_event::round::Round) -> Option<String> {
    let named = |bye: &RoundBye| {
        let title = event.bye_title(bye.kind, bye.against.is_some());
        format!("{} ({title})", event.name_of(bye.entry))
    };
    let named: Vec<_> = round.table.byes.iter().map(named).collect();
    (!named.is_empty()).then(|| format!("Round {}: {}.", round.number, named.join("; ")))
}

fn adjourned(event: &Event, game: &Game) -> Option<String> {
    let reason = game.adjourned.as_ref()?;
    let (board, names) = (event.board_number(game), names(event, game));
    Some(format!("Round {}, board {board}, {names}: {reason}", game.round))
}

fn opened_again(event: &Event, it: &Reopened) -> String {
    let changes = match it.changes {
        0 => "no result changed".to_owned(),
        1 => "one result changed".to_owned(),
        changes => format!("results changed {changes} times"),
    };
    let at = local(event, it.at);
    format!("Round {} was opened again on {at} by {} ({}); {changes}.", it.round, it.by, it.reason)
}

fn told(event: &Event, round: &tiger_event::round::Round) -> Round {
    let games = event.games_of(round.number);
    let results: Vec<_> = games.iter().filter_map(|game| game.result.as_ref()).collect();
    let played = || results.iter().filter(|result| result.entry.is_played());
    Round {
        number: round.number,
        state: round.state.title(),
        games: games.len(),
        won: SEATS.map(|seat| played().filter(|result| result.entry.winner == Some(seat)).count()),
        level: played().filter(|result| result.entry.winner.is_none()).count(),
        forfeits: results.len() - played().count(),
        open: games.len() - results.len(),
        byes: round.table.byes.len(),
    }
}
