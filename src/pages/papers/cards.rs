//! Cards, badges and certificates.

use askama::Template;
use tiger_event::text::ordinal;
use tiger_event::{Entry, Event, NameOrder, RoundNumber, StaffRole};

use crate::error::Result;
use crate::pages::or_empty;
use crate::pages::public::{BoardView, PlayerLink, seat_titles};

use super::{Boards, closed_standings, cut_stack};

#[derive(Template)]
#[template(path = "papers/table_cards.html")]
pub(super) struct TableCards {
    event_name: String,
    round: RoundNumber,
    seats: [&'static str; 2],
    boards: Vec<BoardView>,
    pages: Vec<Vec<Option<usize>>>,
}

impl TableCards {
    pub(super) fn of(event: &Event, round: RoundNumber, wanted: &Boards) -> Self {
        let mut boards = BoardView::of_round(event, round);
        boards.retain(|board| wanted.includes(board.number));
        Self {
            event_name: event.settings.name.to_string(),
            round,
            seats: seat_titles(event.settings.game),
            pages: cut_stack(boards.len(), 2),
            boards,
        }
    }
}

/// The players who have not withdrawn, by name.
pub(super) fn players(event: &Event) -> Vec<PlayerLink> {
    let stays = |entry: &&Entry| !event.has_left(entry);
    let mut players: Vec<_> =
        event.entries.values().filter(stays).map(|entry| PlayerLink::of(event, entry)).collect();
    let mut order = NameOrder::default();
    players.sort_by(|one, other| order.compare(&one.name, &other.name));
    players
}

/// Name cards, three a page, folded so that both sides show the name.
#[derive(Template)]
#[template(path = "papers/name_cards.html")]
pub(super) struct NameCards {
    players: Vec<PlayerLink>,
    pages: Vec<Vec<Option<usize>>>,
}

impl NameCards {
    pub(super) fn of(event: &Event) -> Self {
        let players = players(event);
        Self { pages: cut_stack(players.len(), 3), players }
    }
}

/// Badges, eight a page.
#[derive(Template)]
#[template(path = "papers/badges.html")]
pub(super) struct Badges {
    event_name: String,
    players: Vec<PlayerLink>,
    pages: Vec<Vec<Option<usize>>>,
}

impl Badges {
    pub(super) fn of(event: &Event) -> Self {
        let players = players(event);
        Self { event_name: event.settings.name.to_string(), pages: cut_stack(players.len(), 8), players }
    }
}

/// Certificates, one a page.
#[derive(Template)]
#[template(path = "papers/certificates.html")]
pub(super) struct Certificates {
    event_name: String,
    game: &'static str,
    date: String,
    venue: String,
    chief: String,
    /// How many rounds they count.
    rounds: RoundNumber,
    /// Places and names.
    winners: Vec<(String, String)>,
}

impl Certificates {
    /// Those of the first places after the last closed round; nobody has one before.
    pub(super) fn of(event: &Event, places: u32) -> Result<Self> {
        let standings = closed_standings(event)?;
        let (rounds, best) = (standings.rounds, standings.lines.iter());
        let best = best.filter(|line| rounds > 0 && line.row.rank <= places && !line.row.is_annulled);
        let settings = &event.settings;
        let chief = event.staff.values().find(|member| member.role == StaffRole::Chief);
        Ok(Self {
            event_name: settings.name.to_string(),
            game: settings.game.name(),
            date: settings.ends_on.format("%-d %B %Y").to_string(),
            venue: or_empty(&settings.venue),
            chief: chief.map(|member| member.name.to_string()).unwrap_or_default(),
            rounds,
            winners: best
                .map(|line| (ordinal(line.row.rank), event.name_of(line.entry).to_owned()))
                .collect(),
        })
    }
}
