//! A board of a round and a player's name, as several pages show them.

use tiger_event::record::Checked;
use tiger_event::result::seat_index;
use tiger_event::{Entry, EntryId, Event, Game, GameResult, Seat};

use crate::access;
use crate::pages::entries::origin;
use crate::pages::{PointsView, Status, or_empty};

use super::words;

/// A player's name that leads to his page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayerLink {
    /// Pairing number.
    pub number: u16,
    pub name: String,
    /// Club and federation, in one line.
    pub club: String,
    pub rating: String,
    pub href: String,
}

impl PlayerLink {
    /// The link to an entry's page.
    pub fn of(event: &Event, entry: &Entry) -> Self {
        let details = &entry.details;
        Self {
            number: entry.number,
            name: details.name.to_string(),
            club: origin(details),
            rating: or_empty(&details.rating),
            href: format!("{}/players/{}", access::base(event), entry.number),
        }
    }

    /// The link to the page of an entry's identifier.
    pub fn to(event: &Event, entry: EntryId) -> Self {
        match event.entries.get(&entry) {
            Some(entry) => Self::of(event, entry),
            None => Self {
                number: 0,
                name: event.name_of(entry).to_owned(),
                club: String::new(),
                rating: String::new(),
                href: access::base(event),
            },
        }
    }
}

/// One of the two at a board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeatView {
    pub player: PlayerLink,
    /// The class of the army's mark, empty while it is open.
    pub side: &'static str,
    pub is_winner: bool,
    /// What he scored; none while there is no result.
    pub points: Option<PointsView>,
}

/// A board of a round.
pub struct BoardView {
    pub round: u16,
    /// The number on the table.
    pub number: u16,
    pub href: String,
    /// The one who moves first.
    pub first: SeatView,
    /// The one who moves second.
    pub second: SeatView,
    /// Both players' points, empty while there is no result.
    pub score: String,
    /// How the game ended, and whether it was annulled; empty while there is no result.
    pub ending: String,
    /// Whether it counts for neither.
    pub is_annulled: bool,
    /// What was chosen, empty if nothing was or nothing had to be.
    pub variation: String,
    /// What is to be said of the result: open, adjourned, overruled.
    pub status: Option<Status>,
    /// What is to be said of the record, if one was handed in.
    pub record: Option<Status>,
    /// Whether the game is played and can be watched.
    pub is_live: bool,
}

impl BoardView {
    pub fn of(event: &Event, game: &Game) -> Self {
        let kind = event.settings.game;
        let variation = game.variation(kind);
        let result = game.result.as_ref();
        let seat = |seat, entry| SeatView {
            player: PlayerLink::to(event, entry),
            side: words::side_class(kind, variation, seat),
            is_winner: result.is_some_and(|result| result.entry.winner == Some(seat)),
            points: result.map(|result| result.points[seat_index(seat)].into()),
        };
        Self {
            round: game.round,
            number: event.board_number(game),
            href: format!("{}/games/{}", access::base(event), game.id),
            first: seat(Seat::First, game.first),
            second: seat(Seat::Second, game.second),
            score: result.map(|result| words::score(result.points.map(PointsView::from))).unwrap_or_default(),
            ending: result.map(|result| event.ending_words(game, &result.entry)).unwrap_or_default(),
            is_annulled: result.is_some() && event.annulled_of(game.players()).is_some(),
            variation: variation.map(tiger_rules::Variation::title).unwrap_or_default(),
            is_live: event.live_delay(game).is_some(),
            status: status(game, result),
            record: game.record_to_publish().map(|record| match record.findings.checked {
                Checked::Legal => Status::Checked,
                Checked::Broken { .. } => Status::Unchecked,
            }),
        }
    }

    pub fn of_round(event: &Event, round: u16) -> Vec<Self> {
        event.games_of(round).into_iter().map(|game| Self::of(event, game)).collect()
    }

    /// Whether the result stands.
    pub fn is_done(&self) -> bool {
        !self.score.is_empty()
    }
}

fn status(game: &Game, result: Option<&GameResult>) -> Option<Status> {
    match result {
        Some(result) if matches!(result.source, tiger_event::result::Source::Ruling { .. }) => {
            Some(Status::Overruled)
        }
        Some(_) => None,
        None if game.adjourned.is_some() => Some(Status::Adjourned),
        None => Some(Status::Open),
    }
}
