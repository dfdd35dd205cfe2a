//! A round: its boards with their results.

use askama::Template;
use tiger_event::result::SEATS;
use tiger_event::{EntryId, Event, NameOrder, Round, RoundBye, RoundState};

use crate::error::{AppError, Result};
use crate::pages::{Frame, PointsView, Status};
use crate::publish::{Issue, Sheet, View};
use crate::services::standings::EventStandings;

use super::board::{BoardView, PlayerLink};
use super::{address, moment, words};

/// A board with what the players had before the round.
pub(super) struct Row {
    pub(super) board: BoardView,
    pub(super) before: [PointsView; 2],
    /// The players' Seers, empty for nobody.
    pub(super) seers: [String; 2],
}

/// Somebody who does not play in the round.
pub(super) struct ByeRow {
    pub(super) player: PlayerLink,
    pub(super) kind: String,
}

/// A player's line of the sheet by name.
pub(super) struct NameRow {
    pub(super) player: PlayerLink,
    /// The board's number; empty without one.
    pub(super) board: String,
    pub(super) side: &'static str,
    /// What the side is called; empty without a board.
    pub(super) seat: &'static str,
    /// Whom against, or the bye.
    pub(super) opponent: String,
}

/// Another round, or another sheet.
pub(super) struct Link {
    pub(super) label: String,
    pub(super) href: String,
    pub(super) is_here: bool,
}

#[derive(Template)]
#[template(path = "public/round.html")]
pub(super) struct RoundPage {
    frame: Frame,
    number: u16,
    title: String,
    status: Status,
    lead: String,
    done: usize,
    seats: [&'static str; 2],
    has_points: bool,
    has_variations: bool,
    rows: Vec<Row>,
    byes: Vec<ByeRow>,
    others: Vec<Link>,
    sheets: Vec<Link>,
    csv: String,
}

impl RoundPage {
    pub(super) fn new(issue: &Issue, number: u16, frame: Frame) -> Result<Self> {
        let event = &issue.event;
        let round = find(issue, number)?;
        let rows = rows(issue, number)?;
        let done = rows.iter().filter(|row| row.board.is_done()).count();
        let others = (1..=event.published_rounds()).map(|other| Link {
            label: other.to_string(),
            href: address(event, View::Round(other)),
            is_here: other == number,
        });
        Ok(Self {
            frame,
            number,
            title: event.round_title(number),
            status: status(round, done),
            lead: lead(issue, round),
            done,
            seats: words::seat_titles(event.settings.game),
            has_points: number > 1,
            has_variations: rows.iter().any(|row| !row.board.variation.is_empty()),
            rows,
            byes: byes(issue, round),
            others: others.collect(),
            sheets: sheets(issue, number, None),
            csv: address(event, View::PairingsCsv),
        })
    }
}

/// What stands there before the first round.
#[derive(Template)]
#[template(path = "public/no_round.html")]
pub(super) struct NoRoundPage {
    pub(super) frame: Frame,
}

/// The players of a round by name.
pub(super) fn names_of(issue: &Issue, number: u16) -> Result<Vec<NameRow>> {
    Ok(names(issue, find(issue, number)?, &BoardView::of_round(&issue.event, number)))
}

pub(super) fn find(issue: &Issue, number: u16) -> Result<&Round> {
    issue.event.rounds.iter().find(|round| round.number == number).ok_or(AppError::NotFound("round"))
}

/// How far a published round has come.
pub(super) const fn status(round: &Round, done: usize) -> Status {
    match round.state {
        RoundState::Closed => Status::Closed,
        RoundState::Draft | RoundState::Published if done > 0 => Status::Running,
        RoundState::Draft | RoundState::Published => Status::Published,
    }
}

pub(super) fn lead(issue: &Issue, round: &Round) -> String {
    let event = &issue.event;
    let mut published = round.system.title().to_owned();
    if let Some(at) = round.published_at {
        published = format!("{published}, published at {}", moment(event, at));
    }
    if let Some(at) = round.changed_at {
        published = format!("{published}, boards changed at {}", moment(event, at));
    }
    format!("{published}. {}", words::begins(event, round.number)).trim_end().to_owned()
}

pub(super) fn rows(issue: &Issue, number: u16) -> Result<Vec<Row>> {
    let event = &issue.event;
    let before = match number {
        0 | 1 => None,
        _ => Some(EventStandings::of(event, Some(number - 1)).map_err(AppError::internal)?),
    };
    let points = |entry| {
        let line = before.as_ref().and_then(|table| table.line(entry));
        line.map(|line| words::tally(line.tally)).unwrap_or_default()
    };
    let games = event.games_of(number).into_iter();
    let row = |game| Row {
        board: BoardView::of(event, game),
        before: game.players().map(points),
        seers: SEATS.map(|seat| event.seer_of(game, seat).map(ToString::to_string).unwrap_or_default()),
    };
    Ok(games.map(row).collect())
}

pub(super) fn byes(issue: &Issue, round: &Round) -> Vec<ByeRow> {
    let event = &issue.event;
    let row = |player, kind| ByeRow { player: PlayerLink::to(event, player), kind };
    let byes = round.table.byes.iter().map(|bye| row(bye.entry, bye_words(event, bye)));
    let absent = round.table.absent.iter().flat_map(|[one, other]| [(*one, *other), (*other, *one)]);
    byes.chain(absent.map(|(own, other)| row(own, absent_words(event, own, other)))).collect()
}

/// What a player without a game has in a round; none if the round knows nothing of the player.
pub(in crate::pages) fn without_game(event: &Event, round: &Round, player: EntryId) -> Option<String> {
    let table = &round.table;
    let bye = table.byes.iter().find(|bye| bye.entry == player).map(|bye| bye_words(event, bye));
    let lost = || {
        let bye = table.byes.iter().find(|bye| bye.against == Some(player))?;
        Some(
            annulled(event, player)
                .unwrap_or_else(|| format!("loss by forfeit to {}", event.name_of(bye.entry))),
        )
    };
    let neither = || {
        let pair = table.absent.iter().find(|pair| pair.contains(&player))?;
        let other = pair.iter().find(|other| **other != player)?;
        Some(absent_words(event, player, *other))
    };
    bye.or_else(lost).or_else(neither)
}

/// What a bye is, and over whom a win by forfeit.
pub(in crate::pages) fn bye_words(event: &Event, bye: &RoundBye) -> String {
    match bye.against {
        Some(absent) => annulled(event, absent)
            .unwrap_or_else(|| format!("{} over {}", bye.title(), event.name_of(absent))),
        None => event.bye_title(bye.kind, bye.against.is_some()).to_owned(),
    }
}

/// What a player of a pair has neither of whom is there.
fn absent_words(event: &Event, own: EntryId, other: EntryId) -> String {
    let annulled = event.annulled_of([own, other]).and_then(|left| annulled(event, left));
    annulled.unwrap_or_else(|| format!("loss by forfeit: {} was not there either", event.name_of(other)))
}

fn annulled(event: &Event, absent: EntryId) -> Option<String> {
    event.is_annulled(absent).then(|| format!("no game: the games of {} are annulled", event.name_of(absent)))
}

pub(super) fn names<'a>(
    issue: &Issue,
    round: &Round,
    boards: impl IntoIterator<Item = &'a BoardView>,
) -> Vec<NameRow> {
    let seats = words::seat_titles(issue.event.settings.game);
    let mut names: Vec<NameRow> = Vec::new();
    for board in boards {
        let pairs = [(&board.first, &board.second, seats[0]), (&board.second, &board.first, seats[1])];
        names.extend(pairs.map(|(own, other, seat)| NameRow {
            player: own.player.clone(),
            board: board.number.to_string(),
            side: own.side,
            seat,
            opponent: other.player.name.clone(),
        }));
    }
    names.extend(byes(issue, round).into_iter().map(|bye| NameRow {
        player: bye.player,
        board: String::new(),
        side: "",
        seat: "",
        opponent: bye.kind,
    }));
    let mut order = NameOrder::default();
    names.sort_by(|one, other| order.compare(&one.player.name, &other.player.name));
    names
}

pub(super) fn sheets(issue: &Issue, number: u16, here: Option<Sheet>) -> Vec<Link> {
    let link = |sheet: Sheet| Link {
        label: sheet.title().to_owned(),
        href: address(&issue.event, View::Sheet(number, sheet)),
        is_here: here == Some(sheet),
    };
    Sheet::ALL.map(link).into()
}
