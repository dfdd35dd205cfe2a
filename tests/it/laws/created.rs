//! The event of the histories, as it is made.

use chrono::NaiveDate;
use tiger_arbiter::clock::new_id;
use tiger_event::{Command, EventCommand, EventName, Format, PersonName, Settings, Slug};
use tiger_rules::GameKind;

pub(crate) fn create() -> Command {
    let day = NaiveDate::from_ymd_opt(2026, 11, 21).unwrap();
    let name = EventName::parse("Law Cup").unwrap();
    let usual = Settings::usual(name, GameKind::TigerChess, Format::Free, day);
    let settings = Settings { rounds: 4, players_choose: true, ..usual };
    Command::Event(EventCommand::CreateEvent {
        event: new_id(),
        slug: Slug::parse("law-cup").unwrap(),
        settings: Box::new(settings),
        chief: new_id(),
        chief_name: PersonName::parse("Chief").unwrap(),
    })
}
