//! One player's rounds as a calendar file that a calendar follows.
//!
//! A round keeps its `UID` from the timetable to its result: it gains board, side and opponent when it is published, and
//! loses them when it is taken back. Each issue of the event counts as newer than the one before.

use tiger_event::alerts::{is_out, side};
use tiger_event::result::seat_index;
use tiger_event::timetable::{Line, What};
use tiger_event::{Entry, Event, Game, GameResult, RoundNumber, Seat};

use super::{Calendar, late};
use crate::error::{AppError, Result};
use crate::publish::Issue;

/// What a calendar says of a round.
struct Told {
    title: String,
    details: Vec<String>,
    /// Whether the player need not come.
    is_free: bool,
}

/// The calendar of the player with a number, for those to whom the event is public; of nobody who was erased.
pub(in crate::exports) fn player(issue: &Issue, number: u16) -> Result<String> {
    let event = &issue.event;
    let entry = event.entries.values().find(|entry| entry.number == number && !entry.is_erased);
    let entry = entry.ok_or(AppError::not_found("player"))?;
    let lines = event.timetable().ok_or(AppError::not_found("timetable"))?.lines();
    let rounds = lines.iter().filter_map(|line| match line.what {
        What::Round(round) => Some((round, line)),
        What::Occasion(_) => None,
    });
    let name = format!("{}, {}", entry.details.name, event.settings.name);
    let of_rounds = rounds.clone().map(|(_, line)| line);
    let mut file = Calendar::begun(&name, event.settings.time_zone, of_rounds)?;
    for (round, line) in rounds {
        if let Some(told) = told(issue, entry, round) {
            file.round(issue, (entry, round), line, &told);
        }
    }
    file.line("END", "VCALENDAR");
    Ok(file.0)
}

impl Calendar {
    fn round(&mut self, issue: &Issue, (entry, round): (&Entry, RoundNumber), line: &Line<'_>, told: &Told) {
        let event = &issue.event;
        let uid = format!("round-{round}-{}", entry.id);
        self.entry(&uid, line, event.settings.time_zone, (issue.version, event.changed_at));
        self.text("SUMMARY", &format!("{}, {}", told.title, event.settings.name));
        self.venue(event);
        if !told.details.is_empty() {
            self.text("DESCRIPTION", &told.details.join("\n"));
        }
        if told.is_free {
            self.line("TRANSP", "TRANSPARENT");
        }
        self.line("END", "VEVENT");
    }
}

/// What is known of a player's round; none of a round that the player has no part in.
fn told(issue: &Issue, entry: &Entry, round: RoundNumber) -> Option<Told> {
    let event = &issue.event;
    let default = || event.timetable().and_then(|it| it.default_minutes).map(late);
    if let Some(game) = issue.game_of(entry.id, round) {
        let seat = game.seat_of(entry.id)?;
        let opponent = event.name_of(game.player(seat.other()));
        let title = format!("Round {round}, board {} against {opponent}", event.board_number(game));
        let side = format!("{}.", side(event.settings.game, seat));
        let state = game.result.as_ref().map(|result| result_of(event, game, result, seat));
        return Some(Told {
            title,
            details: vec![side].into_iter().chain(state.or_else(|| open(game, default()))).collect(),
            is_free: false,
        });
    }
    if let Ok(published) = event.round(round) {
        let bye = published.table.byes.iter().find(|bye| bye.entry == entry.id)?;
        return Some(Told {
            title: format!("Round {round}: {}", event.bye_title(bye.kind, bye.against.is_some())),
            details: Vec::new(),
            is_free: true,
        });
    }
    let may_play = !event.is_finished && entry.is_in(round) && !is_out(event, entry);
    may_play.then(|| Told {
        title: format!("Round {round}"),
        details: default().into_iter().collect(),
        is_free: false,
    })
}

fn open(game: &Game, default: Option<String>) -> Option<String> {
    if game.adjourned.is_some() { Some("Adjourned.".to_owned()) } else { default }
}

fn result_of(event: &Event, game: &Game, result: &GameResult, seat: Seat) -> String {
    let word = match result.entry.winner {
        Some(winner) if winner == seat => "Won",
        Some(_) => "Lost",
        None if result.points[0] == result.points[1] && result.entry.is_played() => "Drawn",
        None => "Not won",
    };
    let own = seat_index(seat);
    let [points, others] = [result.points[own], result.points[1 - own]];
    format!("{word}, {points} : {others} ({}).", event.ending_words(game, &result.entry))
}
