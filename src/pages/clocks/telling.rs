//! What happened to a clock, in words.

use tiger_event::clock::Sent;
use tiger_event::text::{capital, count};
use tiger_event::{ClockEntry, Event, Game};
use tiger_rules::clock::{Account, ClockEvent, ClockSide, Millis};

use super::book::PressRow;
use crate::ledger::clocks::{Late, Press};
use crate::pages::public::words::clock;

/// Tells the entries of a clock, the latest first.
pub(super) fn rows(event: &Event, game: &Game, presses: &[Press]) -> Vec<PressRow> {
    let began = presses.iter().find(|press| matches!(press.entry, ClockEntry::Started { .. }));
    let name = |side: ClockSide| event.name_of(game.players()[side.index()]);
    let zone = event.settings.time_zone;
    let row = |press: &Press| PressRow {
        seq: press.seq,
        at: press.at.with_timezone(&zone).format("%H:%M:%S").to_string(),
        moment: began.map_or_else(String::new, |began| {
            let since = u64::try_from((press.at - began.at).num_milliseconds());
            since.map_or_else(|_| String::new(), |since| format!("{}", Millis(since / 1000 * 1000)))
        }),
        by: press.by.name().to_owned(),
        what: what(&press.entry, name),
        note: note(&press.entry),
        is_in_vain: matches!(press.entry, ClockEntry::InVain { .. }),
    };
    presses.iter().rev().map(row).collect()
}

fn what<'a>(entry: &ClockEntry, name: impl Fn(ClockSide) -> &'a str) -> String {
    match entry {
        ClockEntry::Started { settings, variation, then, .. } => {
            let made_for = variation.as_ref().map(|variation| format!(" for {variation}"));
            let mut words = format!("Started{}: {}.", made_for.unwrap_or_default(), clock(settings));
            for event in then {
                words.push_str(&format!(" {}", told(event, &name)));
            }
            words
        }
        ClockEntry::Happened { what, reason, .. } => match reason {
            Some(reason) => format!("{} Reason: {reason}", told(what, name)),
            None => told(what, name),
        },
        ClockEntry::InVain { what, why, .. } => {
            format!("In vain: {} It changed nothing: {why}.", told(what, name))
        }
        ClockEntry::Reconnected { waited, .. } => {
            format!("The connection is back; {} had waited.", count(*waited as usize, "press", "presses"))
        }
        ClockEntry::Joined { .. } => "A device at the board may press this clock.".to_owned(),
        ClockEntry::Ended { .. } => "The device at the board may not press this clock any more.".to_owned(),
        ClockEntry::Stepped { by } => {
            let way = if *by < 0 { "back" } else { "forwards" };
            // To the second: it was noticed between two looks.
            let by = Millis((by.unsigned_abs() + 500) / 1000 * 1000);
            format!("The server's time of day was set {way} by {by}. This clock did not follow it.")
        }
    }
}

fn told<'a>(what: &ClockEvent, name: impl Fn(ClockSide) -> &'a str) -> String {
    let account = |account: &Account| match account {
        Account::Main => "main clock",
        Account::Reserve => "reserve",
    };
    match what {
        ClockEvent::Start => "Started.".to_owned(),
        ClockEvent::Press { side } => format!("{} pressed.", name(*side)),
        ClockEvent::BeginEngagement => "The engagement began.".to_owned(),
        ClockEvent::ResumeDeployment => {
            "Back in the deployment; what the engagement had given is taken away again.".to_owned()
        }
        ClockEvent::Pause => "Stopped.".to_owned(),
        ClockEvent::Resume => "Set going again.".to_owned(),
        ClockEvent::SetTime { side, account: which, to } => {
            format!("{} of {} set to {to}.", capital(account(which)), name(*side))
        }
        ClockEvent::AddTime { side, account: which, amount } => {
            format!("{amount} added to the {} of {}.", account(which), name(*side))
        }
        ClockEvent::TakeTime { side, account: which, amount } => {
            format!("{amount} taken from the {} of {}.", account(which), name(*side))
        }
        ClockEvent::SetMoves { side, moves } => format!("Moves of {} set to {moves}.", name(*side)),
        ClockEvent::SetTurn { side } => format!("{} is to move.", name(*side)),
    }
}

/// What came late to a clock; empty if nothing did.
pub(crate) fn late(late: &Late) -> String {
    match late.presses {
        0 => String::new(),
        1 => format!("1 press came late, by {}", seconds(late.most.0)),
        count => format!("{count} presses came late, by up to {}", seconds(late.most.0)),
    }
}

/// How it was sent, where that is worth saying.
fn note(entry: &ClockEntry) -> String {
    let sent = match entry {
        ClockEntry::Started { sent, .. }
        | ClockEntry::Happened { sent, .. }
        | ClockEntry::InVain { sent, .. }
        | ClockEntry::Reconnected { sent, .. } => sent,
        ClockEntry::Joined { .. } | ClockEntry::Ended { .. } | ClockEntry::Stepped { .. } => {
            return String::new();
        }
    };
    let Sent { age, moved, drift, unproved } = *sent;
    let mut notes = Vec::new();
    if age.0 >= 1000 {
        notes.push(format!("waited {age} on the device"));
    }
    if unproved {
        notes.push(format!("counts from its receipt: nothing proves that it waited {}", seconds(moved.0)));
    } else if !moved.is_zero() {
        notes.push(format!("moved on by {}", seconds(moved.0)));
    }
    if let Some(drift) = drift.filter(|drift| drift.unsigned_abs() >= 500) {
        let word = if drift > 0 { "fast" } else { "slow" };
        notes.push(format!("device {} {word}", seconds(drift.unsigned_abs())));
    }
    notes.join(", ")
}

fn seconds(millis: u64) -> String {
    format!("{}.{} s", millis / 1000, millis % 1000 / 100)
}
