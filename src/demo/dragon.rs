//! Dragon: an open event of twenty-four whose first round is about to be paired; half of them have checked in.

use chrono::{DateTime, TimeDelta, Timelike, Utc};
use tiger_event::registration::RegistrationTerms;
use tiger_event::wish::Asked;
use tiger_event::{
    Application, ByeKind, EntryCommand, EntryDetails, Format, Label, Note, PersonName, RegistrationCommand,
    Settings, WishCommand,
};
use tiger_rules::GameKind;

use super::chance::Chance;
use super::people::STORM_AND_FOREST;
use super::scribe::Scribe;
use super::settings::{Plan, settings};
use super::{Accounts, CHIEF_NAME, Told};
use crate::ledger::Ledger;
use crate::services::entries::{Numbering, numbered};

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

/// Who says that they are here.
const ANNOUNCED: [u16; 3] = [10, 12, 16];

/// Who has told that he will not come.
const GONE: u16 = 20;

/// Whose link is printed when the demo starts.
const INVITED: u16 = 6;

/// Who registered by themselves and wait: name, club, rating, contact, remark.
const LATE: [(&str, &str, Option<u16>, &str, &str); 4] = [
    ("Quillon, Maud", "Anvil Square", Some(1688), "maud@anvil.example", ""),
    ("Tarn, Silvester", "", None, "", "I can only come for the second round; my train is late."),
    ("Okonjo, Ferrer", "Castle Keep", Some(1902), "+44 20 7946 0991", ""),
    ("Quillon, Maud", "Anvil Square", Some(1688), "", ""),
];

/// Tells the story up to the present time.
pub(super) fn tell(
    ledger: &Ledger,
    accounts: &Accounts,
    chance: Chance,
    now: DateTime<Utc>,
) -> anyhow::Result<Told> {
    let made = now - TimeDelta::days(30);
    let plan = Settings { players_check_in: true, players_choose: true, ..settings(&PLAN, now, 3)? };
    let mut scribe = Scribe::begin(ledger, (accounts.chief, CHIEF_NAME), plan, made, chance)?;
    scribe.appoint_arbiter(accounts.arbiter)?;
    let (early, late) = STORM_AND_FOREST.split_at(20);
    scribe.enter(early)?;
    scribe.skip_to(now - TimeDelta::days(3));
    scribe.enter(late)?;
    number_by_rating(&mut scribe)?;
    correct_a_club(&mut scribe)?;
    for (number, round, kind) in [(3, 2, ByeKind::HalfPoint), (7, 1, ByeKind::ZeroPoint)] {
        let entry = scribe.player(number)?;
        scribe.give(EntryCommand::RequestBye { entry, round, kind: Some(kind) })?;
    }
    scribe.skip_to(now - TimeDelta::minutes(25));
    let entry = scribe.player(GONE)?;
    scribe.give(EntryCommand::Withdraw { entry, from_round: 1, leaving: None })?;
    for number in PRESENT {
        let entry = scribe.player(number)?;
        scribe.give(EntryCommand::CheckIn { entries: vec![entry], is_present: true })?;
    }
    for number in ANNOUNCED {
        let entry = scribe.player(number)?;
        scribe.give(WishCommand::SayHere { entry })?;
    }
    let asked =
        [(10, Asked::Bye { round: 2, kind: ByeKind::HalfPoint }), (19, Asked::Leave { from_round: 1 })];
    for (number, asked) in asked {
        let entry = scribe.player(number)?;
        scribe.give(WishCommand::MakeWish { entry, asked })?;
    }
    open_registration(&mut scribe, now)?;
    let invited = scribe.player(INVITED)?;
    let claim_path = scribe.invite_speaker(invited)?;
    Ok(Told { invited: scribe.event().name_of(invited).to_owned(), claim_path })
}

/// Registration is open until the end of the second hour; some wait, one of them twice.
fn open_registration(scribe: &mut Scribe<'_>, now: DateTime<Utc>) -> anyhow::Result<()> {
    let zone = scribe.event().settings.time_zone;
    let end = (now + TimeDelta::hours(2)).with_timezone(&zone).naive_local();
    let end = end.date().and_hms_opt(end.hour(), 0, 0).unwrap_or(end);
    let terms = RegistrationTerms { closes_at: end, places: Some(28), takes_byes: true };
    scribe.give(RegistrationCommand::SetRegistration { terms: Some(terms), seen: u64::MAX })?;
    for (minutes, (name, club, rating, contact, remark)) in (5..).step_by(4).zip(LATE) {
        let application = Application {
            details: EntryDetails {
                club: Label::parse_optional(club)?,
                rating,
                ..EntryDetails::named(PersonName::parse(name)?)
            },
            rounds_off: if remark.is_empty() { Vec::new() } else { vec![2] },
            contact: Label::parse_optional(contact)?,
            remark: Note::parse_optional(remark)?,
        };
        scribe.register(application, now - TimeDelta::minutes(minutes))?;
    }
    Ok(())
}

fn number_by_rating(scribe: &mut Scribe<'_>) -> anyhow::Result<()> {
    let order = numbered(&scribe.event(), Numbering::Rating)?;
    scribe.give(EntryCommand::NumberEntries { order })
}

fn correct_a_club(scribe: &mut Scribe<'_>) -> anyhow::Result<()> {
    let event = scribe.event();
    let entry = event.entry(scribe.player(12)?)?;
    let details = EntryDetails { club: Some(Label::parse("De Gouden Toren")?), ..entry.details.clone() };
    scribe.give(EntryCommand::ChangeEntry { entry: entry.id, details, seen: entry.revision })
}
