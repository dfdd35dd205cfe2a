//! The event of the histories, as it is made.

use chrono::NaiveDate;
use tiger_arbiter::domain::command::{Command, EventCommand};
use tiger_arbiter::domain::ids::{EventId, UserId};
use tiger_arbiter::domain::legal_moves::LegalMoves;
use tiger_arbiter::domain::result::Points;
use tiger_arbiter::domain::settings::{ByePolicy, Format, KnockoutRules, Settings};
use tiger_arbiter::domain::text::{EventName, PersonName, Slug};
use tiger_rules::{ClockSettings, GameKind, PointsTable};

pub(crate) fn create() -> Command {
    let day = NaiveDate::from_ymd_opt(2026, 11, 21).unwrap();
    let settings = Settings {
        name: EventName::parse("Law Cup").unwrap(),
        venue: None,
        starts_on: day,
        ends_on: day,
        time_zone: chrono_tz::UTC,
        game: GameKind::TigerChess,
        format: Format::Free,
        rounds: 4,
        clock: ClockSettings::standard(GameKind::TigerChess),
        tie_breaks: Vec::new(),
        points: PointsTable::Game,
        byes: ByePolicy {
            full: Points::whole(3),
            half: Points::whole(1),
            half_byes_allowed: 1,
            full_point: None,
        },
        nominal_counts: true,
        players_report: true,
        legal_moves: LegalMoves::default(),
        live_delay: None,
        first_board: 1,
        is_accelerated: false,
        board_file: None,
        knockout: KnockoutRules::default(),
        file: Default::default(),
    };
    Command::Event(EventCommand::CreateEvent {
        event: EventId::new(),
        slug: Slug::parse("law-cup").unwrap(),
        settings: Box::new(settings),
        chief: UserId::new(),
        chief_name: PersonName::parse("Chief").unwrap(),
    })
}
