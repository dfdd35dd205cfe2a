//! Dragon: an open event of twenty-four whose first round is about to be paired; half of them have checked in.

use chrono::{DateTime, TimeDelta, Utc};
use tiger_rules::GameKind;

use super::chance::Chance;
use super::people::STORM_AND_FOREST;
use super::scribe::Scribe;
use super::settings::{Plan, settings};
use super::{ARBITER_NAME, Accounts, CHIEF_NAME};
use crate::domain::command::Command;
use crate::domain::entry::{ByeKind, EntryDetails};
use crate::domain::permission::StaffRole;
use crate::domain::settings::Format;
use crate::domain::text::{Label, PersonName};
use crate::ledger::Ledger;

const PLAN: Plan = Plan {
    name: "Storm and Forest Open",
    venue: "Castle Keep, Great Hall",
    game: GameKind::Dragon,
    format: Format::Swiss,
    rounds: 7,
    tie_breaks: ["BH/C1", "BH", "SB", "GV"],
    byes: [5, 1],
    first_board: 21,
};

/// Who is in the hall already, by number.
const PRESENT: [u16; 13] = [1, 2, 4, 5, 8, 9, 11, 13, 14, 17, 18, 21, 22];

/// Who has told that he will not come.
const GONE: u16 = 20;

/// Whose link to claim the entry is printed when the demo starts.
const INVITED: u16 = 6;

/// Tells the story up to the present time; gives the name and the path of the link of a player who has not
/// claimed his entry yet.
pub(super) fn tell(
    ledger: &Ledger,
    accounts: &Accounts,
    chance: Chance,
    now: DateTime<Utc>,
) -> anyhow::Result<(String, String)> {
    let made = now - TimeDelta::days(30);
    let plan = settings(&PLAN, now, 3)?;
    let mut scribe = Scribe::begin(ledger, (accounts.chief, CHIEF_NAME), plan, made, chance)?;
    scribe.give(Command::AppointStaff {
        user: accounts.arbiter,
        name: PersonName::parse(ARBITER_NAME)?,
        role: StaffRole::Arbiter,
    })?;
    let (early, late) = STORM_AND_FOREST.split_at(20);
    scribe.enter(early, 1)?;
    scribe.skip_to(now - TimeDelta::days(3));
    scribe.enter(late, 1)?;
    number_by_rating(&mut scribe)?;
    correct_a_club(&mut scribe)?;
    for (number, round, kind) in [(3, 2, ByeKind::HalfPoint), (7, 1, ByeKind::ZeroPoint)] {
        let entry = scribe.player(number)?;
        scribe.give(Command::RequestBye { entry, round, kind: Some(kind) })?;
    }
    scribe.skip_to(now - TimeDelta::minutes(25));
    let entry = scribe.player(GONE)?;
    scribe.give(Command::Withdraw { entry, from_round: 1 })?;
    for number in PRESENT {
        let entry = scribe.player(number)?;
        scribe.give(Command::CheckIn { entries: vec![entry], is_present: true })?;
    }
    let invited = scribe.player(INVITED)?;
    let path = scribe.offer_claim(invited)?;
    Ok((scribe.event().name_of(invited).to_owned(), path))
}

fn number_by_rating(scribe: &mut Scribe<'_>) -> anyhow::Result<()> {
    use crate::services::entries::{Numbering, numbered};
    let order = numbered(&scribe.event(), Numbering::Rating)?;
    scribe.give(Command::NumberEntries { order })
}

fn correct_a_club(scribe: &mut Scribe<'_>) -> anyhow::Result<()> {
    let event = scribe.event();
    let entry = event.entry(scribe.player(12)?)?;
    let details = EntryDetails { club: Some(Label::parse("De Gouden Toren")?), ..entry.details.clone() };
    scribe.give(Command::ChangeEntry { entry: entry.id, details, seen: entry.revision })
}
