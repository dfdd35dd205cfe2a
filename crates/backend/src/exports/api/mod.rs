//! An event for programs, part by part, as `/api/v1` answers.

use std::sync::Arc;

use tiger_event::result::seat_index;
use tiger_event::{
    Entry, EntryId, Event, Game, GameId, GameResult, Label, Round, RoundNumber, RoundState, Ruling, Seat,
    StaffRole,
};
use tiger_pairing::tiebreak::definition;

use super::json::write as json;
use super::{FindRecord, tgr};
use crate::error::{AppError, Result};
use crate::publish::{ApiView, Card, Issue};

mod ratings;
pub mod types;

pub use ratings::{RatingList, ratings};

/// Things on a page of a list.
pub const PER_PAGE: usize = 100;

/// The address that everything here begins with.
pub const BASE: &str = "/api/v1";

pub(super) fn write(view: ApiView, issue: &Issue, find_record: FindRecord<'_>) -> Result<String> {
    let event = &issue.event;
    match view {
        ApiView::Event => json(&event_of(issue)),
        ApiView::Entries(page) => json(&entries(event, page)),
        ApiView::Rounds => json(&rounds(event)),
        ApiView::Round(number) => json(&round(event, number)?),
        ApiView::Standings(after) => json(&standings(issue, after)?),
        ApiView::Games(page) => json(&games(event, page)),
        ApiView::Game(id) => {
            let game = event.games.get(&id).ok_or(AppError::not_found("game"))?;
            let has_record = game.record_to_publish().is_some();
            let tgr = has_record.then(|| tgr::game(issue, id, find_record)).transpose()?;
            json(&types::GameWithRecord { game: game_of(event, game), tgr })
        }
        ApiView::Rulings => {
            let rulings = event.rulings.iter().filter(|ruling| event.games.contains_key(&ruling.game));
            json(&types::RulingList { rulings: rulings.map(|ruling| ruling_of(event, ruling)).collect() })
        }
    }
}

/// Where to begin.
pub fn root() -> Result<String> {
    json(&types::Api {
        version: 1,
        program: format!("tiger-arbiter {}", env!("CARGO_PKG_VERSION")),
        events: format!("{BASE}/events"),
        description: format!("{BASE}/openapi.json"),
    })
}

pub fn events(cards: &[Arc<Card>], page: u32) -> Result<String> {
    let line = |card: &Arc<Card>| types::EventLine {
        slug: card.slug.clone(),
        name: card.name.clone(),
        game: card.game.key().to_owned(),
        format: card.format.key().to_owned(),
        venue: card.venue.clone(),
        starts_on: card.starts_on,
        ends_on: card.ends_on,
        players: number(card.players),
        rounds: card.rounds,
        planned_rounds: card.planned_rounds,
        is_finished: card.is_finished,
        href: format!("{BASE}/events/{}", card.slug),
    };
    let (paging, part) = part(cards, page);
    json(&types::EventList { paging, events: part.iter().map(line).collect() })
}

/// How many pages so many things have; one at least.
pub fn pages(total: usize) -> u32 {
    number(total.div_ceil(PER_PAGE).max(1))
}

fn part<T>(all: &[T], page: u32) -> (types::Paging, &[T]) {
    let begin = (page.saturating_sub(1) as usize).saturating_mul(PER_PAGE).min(all.len());
    let end = (begin + PER_PAGE).min(all.len());
    let paging = types::Paging { page, pages: pages(all.len()), total: number(all.len()) };
    (paging, &all[begin..end])
}

fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

fn event_of(issue: &Issue) -> types::Event {
    let event = &issue.event;
    let settings = &event.settings;
    let arbiters = event.staff.values().map(|member| types::Arbiter {
        name: member.name.to_string(),
        is_chief: member.role == StaffRole::Chief,
    });
    types::Event {
        id: event.id.to_string(),
        slug: event.slug.to_string(),
        version: issue.version,
        name: settings.name.to_string(),
        game: settings.game.key().to_owned(),
        format: settings.format.key().to_owned(),
        venue: settings.venue.as_ref().map(ToString::to_string),
        starts_on: settings.starts_on,
        ends_on: settings.ends_on,
        time_zone: settings.time_zone.to_string(),
        players: number(event.entries.len()),
        rounds: event.published_rounds(),
        planned_rounds: event.planned_rounds(),
        tie_breaks: settings.tie_breaks.iter().map(ToString::to_string).collect(),
        arbiters: arbiters.collect(),
        is_finished: event.is_finished,
    }
}

fn entries(event: &Event, page: u32) -> types::EntryList {
    let all = event.entries_by_number();
    let (paging, part) = part(&all, page);
    types::EntryList { paging, entries: part.iter().map(|entry| entry_of(event, entry)).collect() }
}

fn entry_of(event: &Event, entry: &Entry) -> types::Entry {
    let details = &entry.details;
    let text = |label: &Option<Label>| label.as_ref().map(ToString::to_string);
    types::Entry {
        id: entry.id.to_string(),
        number: entry.number,
        name: details.name.to_string(),
        club: text(&details.club),
        federation: text(&details.federation),
        title: text(&details.identity.title),
        fide_id: text(&details.identity.fide_id),
        rating: details.rating,
        is_present: entry.is_seen(),
        first_round: entry.first_round,
        last_round: entry.leaves_from().map(|from_round| from_round.saturating_sub(1)),
        is_annulled: event.is_annulled(entry.id),
    }
}

fn stage(event: &Event, round: RoundNumber) -> Option<String> {
    Some(event.stage_of_round(round)).filter(|stage| !stage.is_empty())
}

fn rounds(event: &Event) -> types::RoundList {
    let line = |round: &Round| {
        let games = event.games_of(round.number);
        types::RoundLine {
            number: round.number,
            stage: stage(event, round.number),
            is_closed: round.state == RoundState::Closed,
            published_at: round.published_at,
            games: number(games.len()),
            open_games: number(games.iter().filter(|game| game.result.is_none()).count()),
            href: format!("{BASE}/events/{}/rounds/{}", event.slug, round.number),
        }
    };
    types::RoundList { rounds: event.rounds.iter().map(line).collect() }
}

fn round(event: &Event, round: RoundNumber) -> Result<types::Round> {
    let round = event.round(round).map_err(|_| AppError::not_found("round"))?;
    let byes = round.table.byes.iter().map(|bye| types::Bye {
        number: number_of(event, bye.entry),
        name: event.name_of(bye.entry).to_owned(),
        kind: bye.code().to_owned(),
        absent: bye.against.map(|absent| number_of(event, absent)),
        points: event.bye_points(bye).to_string(),
    });
    let absent =
        |entry| types::Absent { number: number_of(event, entry), name: event.name_of(entry).to_owned() };
    Ok(types::Round {
        number: round.number,
        stage: stage(event, round.number),
        is_closed: round.state == RoundState::Closed,
        published_at: round.published_at,
        games: event.games_of(round.number).into_iter().map(|game| game_of(event, game)).collect(),
        byes: byes.collect(),
        both_absent: round.table.absent.iter().map(|pair| pair.map(absent)).collect(),
    })
}

/// An event as its arbiters work at it, drafts among the rest: for them alone. With all that is known of the players for
/// whoever may change it.
pub fn desk(event: &Event, with_details: bool) -> Result<String> {
    let game = |game: &Game| types::DeskGame {
        id: game.id.to_string(),
        board: event.board_number(game),
        first: event.name_of(game.first).to_owned(),
        second: event.name_of(game.second).to_owned(),
        revision: game.seen(),
        has_result: game.result.is_some(),
    };
    let round = |round: &Round| types::DeskRound {
        number: round.number,
        state: round.state,
        revision: round.revision,
        games: event.games_of(round.number).into_iter().map(game).collect(),
        table: (round.state == RoundState::Draft).then(|| (*round.table).clone()),
    };
    let entry = |entry: &Entry| types::DeskEntry {
        id: entry.id.to_string(),
        number: entry.number,
        name: entry.details.name.to_string(),
        is_present: entry.is_seen(),
        revision: entry.revision,
        details: with_details.then(|| entry.details.clone()),
    };
    json(&types::Desk {
        version: event.version,
        next_round: event.next_round(),
        rounds: event.rounds.iter().map(round).collect(),
        entries: event.entries_by_number().into_iter().map(entry).collect(),
    })
}

/// What was done for another program.
pub fn done(entry: u64, told: String, is_repeat: bool) -> Result<String> {
    json(&types::Done { entry, told, is_repeat })
}

fn games(event: &Event, page: u32) -> types::GameList {
    let all: Vec<&Game> = event.rounds.iter().flat_map(|round| event.games_of(round.number)).collect();
    let (paging, part) = part(&all, page);
    types::GameList { paging, games: part.iter().map(|game| game_of(event, game)).collect() }
}

fn number_of(event: &Event, entry: EntryId) -> u16 {
    event.entries.get(&entry).map_or(0, |entry| entry.number)
}

fn game_of(event: &Event, game: &Game) -> types::Game {
    let kind = event.settings.game;
    let seat = |seat: Seat| {
        let entry = game.player(seat);
        let points = game.result.as_ref().map(|result| result.points[seat_index(seat)].decimal());
        types::Seat { number: number_of(event, entry), name: event.name_of(entry).to_owned(), points }
    };
    types::Game {
        id: game.id.to_string(),
        round: game.round,
        board: event.board_number(game),
        first: seat(Seat::First),
        second: seat(Seat::Second),
        variation: game.variation(kind).map(tiger_rules::Variation::title),
        is_adjourned: game.adjourned.is_some(),
        is_annulled: event.annulled_of(game.players()).is_some(),
        result: game.result.as_ref().map(|result| result_of(event, result)),
        record: game.record_to_publish().map(|record| types::Record {
            digest: record.digest.to_string(),
            plies: record.findings.plies,
            file: format!("/events/{}/games/{}.tgr", event.slug, game.id),
        }),
        href: address(event, game.id),
    }
}

fn address(event: &Event, game: GameId) -> String {
    format!("{BASE}/events/{}/games/{game}", event.slug)
}

fn result_of(event: &Event, result: &GameResult) -> types::GameResult {
    types::GameResult {
        winner: result.entry.winner.map(|seat| match seat {
            Seat::First => types::Winner::First,
            Seat::Second => types::Winner::Second,
        }),
        ending: result.entry.ending.to_string(),
        words: result.entry.ending_words(event.settings.game),
        at: result.at,
    }
}

fn ruling_of(event: &Event, ruling: &Ruling) -> types::Ruling {
    types::Ruling {
        id: ruling.id.to_string(),
        game: address(event, ruling.game),
        before: ruling.before.as_ref().map(|result| result_of(event, result)),
        after: result_of(event, &ruling.after),
        reason: ruling.reason.to_string(),
        article: ruling.article.as_ref().map(ToString::to_string),
    }
}

fn standings(issue: &Issue, after: Option<RoundNumber>) -> Result<types::Standings> {
    let table = issue.standings(after)?;
    let columns = table.columns.iter().map(|column| types::TieBreak {
        code: column.tie_break.to_string(),
        name: definition(column.tie_break.code()).name.to_owned(),
    });
    let lines = table.lines.iter().map(|line| types::StandingsLine {
        place: (!line.row.is_annulled).then_some(line.row.rank),
        number: line.number,
        name: issue.event.name_of(line.entry).to_owned(),
        points: line.tally.decimal(),
        nominal_halves: line.tally.nominal,
        stand: Some(line.stand.clone()).filter(|stand| !stand.is_empty()),
        tie_breaks: line.row.values.iter().map(|it| it.value.map(|value| value.to_string())).collect(),
        is_annulled: line.row.is_annulled,
    });
    Ok(types::Standings {
        after_round: table.rounds,
        open_games: number(table.open_games),
        tie_breaks: columns.collect(),
        lines: lines.collect(),
    })
}
