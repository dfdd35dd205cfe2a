//! Who has not come to a round that is being played, by board.

use askama::Template;
use tiger_event::{Game, Round, Seat};

use super::{GridPage, Person};
use crate::access::EventAccess;
use crate::pages::{EventTab, Frame};
use crate::services::entries::Missing;

#[derive(Template)]
#[template(path = "rounds/absent.html")]
pub struct AbsentPage {
    pub frame: Frame,
    pub round: u16,
    /// When who has not come has lost, by the timetable; empty where it does not say.
    pub default_time: String,
    pub rows: Vec<AbsentRow>,
}

pub struct AbsentRow {
    /// The number of the board in the hall.
    pub board: u16,
    pub player: Person,
    /// Who waits there.
    pub opponent: Person,
    /// Or does not.
    pub is_opponent_missing: bool,
    /// Where the result is entered.
    pub result: String,
}

impl AbsentPage {
    pub fn of(access: &EventAccess, round: &Round) -> Self {
        let event = &access.event;
        let missing = Missing::of(event);
        let row = |game: &Game, seat: Seat| {
            let other = game.player(seat.other());
            missing.contains(game.player(seat)).then(|| AbsentRow {
                board: event.board_number(game),
                player: Person::of(event, game.player(seat)),
                opponent: Person::of(event, other),
                is_opponent_missing: missing.contains(other),
                result: access.game_path(game, "/result"),
            })
        };
        let open = event.games_of(round.number).into_iter().filter(|game| game.awaits_result());
        let rows = open.flat_map(|game| [row(game, Seat::First), row(game, Seat::Second)]);
        let default_time = event.timetable().and_then(|timetable| timetable.default_time(round.number));
        Self {
            frame: access
                .frame_under(EventTab::Rounds)
                .under(format!("Round {}", round.number), GridPage::path(access, round.number)),
            round: round.number,
            default_time: default_time.map(|at| at.format("%H:%M").to_string()).unwrap_or_default(),
            rows: rows.flatten().collect(),
        }
    }
}
