//! All games of an event, round by round.

use askama::Template;
use tiger_event::text::count;

use crate::pages::Frame;
use crate::publish::{Issue, View};

use super::board::BoardView;
use super::{address, words};

struct RoundGames {
    round: u16,
    href: String,
    boards: Vec<BoardView>,
}

#[derive(Template)]
#[template(path = "public/games.html")]
pub(super) struct GamesPage {
    frame: Frame,
    lead: String,
    seats: [&'static str; 2],
    rounds: Vec<RoundGames>,
    has_records: bool,
    file: String,
}

impl GamesPage {
    pub(super) fn new(issue: &Issue, frame: Frame) -> Self {
        let event = &issue.event;
        let rounds = event.rounds.iter().rev().map(|round| RoundGames {
            round: round.number,
            href: address(event, View::Round(round.number)),
            boards: BoardView::of_round(event, round.number),
        });
        let rounds: Vec<_> = rounds.filter(|round| !round.boards.is_empty()).collect();
        let boards = || rounds.iter().flat_map(|round| &round.boards);
        let records = boards().filter(|board| board.record.is_some()).count();
        let games = boards().count();
        Self {
            frame,
            lead: format!(
                "{}, {} with a record.",
                count(games, "game", "games"),
                if records == 0 { "none".to_owned() } else { records.to_string() }
            ),
            seats: words::seat_titles(event.settings.game),
            has_records: records > 0,
            rounds,
            file: address(event, View::GamesTgr),
        }
    }
}
