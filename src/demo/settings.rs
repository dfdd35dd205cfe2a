//! The settings of the demo's events.

use chrono::{DateTime, TimeDelta, Utc};
use tiger_event::{ByePolicy, EventName, Format, Label, Points, Settings};
use tiger_pairing::tiebreak::TieBreak;
use tiger_rules::GameKind;

/// What tells one of the demo's events from another.
pub struct Plan {
    pub name: &'static str,
    pub venue: &'static str,
    pub game: GameKind,
    pub format: Format,
    pub rounds: u16,
    pub tie_breaks: [&'static str; 4],
    /// Worth of a full and of a half-point bye.
    pub byes: [u16; 2],
    pub first_board: u16,
}

/// Settings of an event that begins on a day and lasts some days.
pub(super) fn settings(plan: &Plan, starts: DateTime<Utc>, days: i64) -> anyhow::Result<Settings> {
    let [full, half] = plan.byes.map(|points| Points::whole(points.into()));
    let starts_on = starts.date_naive();
    Ok(Settings {
        venue: Some(Label::parse(plan.venue)?),
        ends_on: starts_on + TimeDelta::days(days - 1),
        time_zone: chrono_tz::Europe::London,
        rounds: plan.rounds,
        tie_breaks: plan.tie_breaks.iter().map(|code| code.parse()).collect::<Result<Vec<TieBreak>, _>>()?,
        byes: ByePolicy { full, half, half_byes_allowed: 1, full_point: None },
        first_board: plan.first_board,
        ..Settings::usual(EventName::parse(plan.name)?, plan.game, plan.format, starts_on)
    })
}
