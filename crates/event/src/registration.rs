//! Players who register by themselves.
//!
//! Whoever registers waits outside the event, in a table of its own: the ledger is for ever, and neither a flood of
//! nonsense nor a telephone number belongs there for ever. What is in the ledger is on what terms the event is open,
//! and whom an arbiter accepted.

use std::collections::BTreeSet;

use chrono::{DateTime, NaiveDateTime, Utc};
use chrono_tz::Tz;
use serde::{Deserialize, Serialize};

use crate::{
    ByeKind, EntryDetails, EntryId, Event, EventId, Format, Label, NewEntry, Note, Reason, Refusal,
    RegistrationId, RoundNumber, Speaker, UserId, local_time,
};

/// On what terms players may register by themselves.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RegistrationTerms {
    /// Until when, by the clocks of the event's zone.
    pub closes_at: NaiveDateTime,
    /// How many players the event takes; who comes later is on the waiting list. None for as many as come.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub places: Option<u16>,
    /// Whether players may say in which rounds they cannot play.
    #[serde(default)]
    pub takes_byes: bool,
}

impl RegistrationTerms {
    pub const MOST_PLACES: u16 = 5_000;

    /// The moment at which registration ends. Of an hour that the clocks show twice it is the second; of one that
    /// they leap over, the one after.
    pub fn ends_at(&self, zone: Tz) -> DateTime<Utc> {
        local_time::moments(self.closes_at, zone)[1]
    }

    pub fn check(&self) -> Result<(), Refusal> {
        match self.places {
            Some(places) if !(2..=Self::MOST_PLACES).contains(&places) => Err(Refusal::Invalid(format!(
                "An event has 2 to {} places, not {places}.",
                Self::MOST_PLACES
            ))),
            _ => Ok(()),
        }
    }

    /// All of it in one line, for people.
    pub fn summary(&self) -> String {
        let places = self.places.map_or_else(String::new, |places| format!(", {places} places"));
        let byes = if self.takes_byes { ", byes may be asked for" } else { "" };
        format!("until {}{places}{byes}", self.closes_at.format("%-d %B %Y, %H:%M"))
    }
}

impl Event {
    /// The terms on which a player may register at this moment, if he may at all.
    pub fn open_registration(&self, now: DateTime<Utc>) -> Option<&RegistrationTerms> {
        let zone = self.settings.time_zone;
        self.registration.as_ref().filter(|terms| !self.is_finished && now < terms.ends_at(zone))
    }

    /// Whether players may say in which rounds they cannot play: the terms and the format allow it.
    pub fn registration_takes_byes(&self) -> bool {
        let has_byes = matches!(self.settings.format, Format::Swiss | Format::Free);
        has_byes && self.registration.as_ref().is_some_and(|terms| terms.takes_byes)
    }

    /// How many places are free; none when they are not counted.
    pub fn free_places(&self) -> Option<usize> {
        let places = usize::from(self.registration.as_ref()?.places?);
        let next = self.published_rounds() + 1;
        let taken = self.entries.values().filter(|entry| entry.is_in(next.max(entry.first_round))).count();
        Some(places.saturating_sub(taken))
    }

    /// The byes of a player who cannot play in some rounds: half-point byes as far as they are allowed, zero-point byes
    /// for the others. Rounds before the player's first one are left out.
    pub fn byes_for(&self, rounds_off: &[RoundNumber], first_round: RoundNumber) -> Vec<RequestedBye> {
        if !matches!(self.settings.format, Format::Swiss | Format::Free) {
            return Vec::new();
        }
        let own = first_round..=self.settings.rounds;
        let rounds: BTreeSet<_> = rounds_off.iter().copied().filter(|round| own.contains(round)).collect();
        let halves = usize::from(self.settings.byes.half_byes_allowed);
        let kind = |place| if place < halves { ByeKind::HalfPoint } else { ByeKind::ZeroPoint };
        let byes = rounds.into_iter().enumerate();
        byes.map(|(place, round)| RequestedBye { round, kind: kind(place) }).collect()
    }
}

/// A bye that somebody asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct RequestedBye {
    pub round: RoundNumber,
    pub kind: ByeKind,
}

/// Somebody who registered and is entered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AcceptedRegistration {
    /// What he registered with.
    pub registration: RegistrationId,
    pub entry: NewEntry,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub byes: Vec<RequestedBye>,
    /// Who speaks for the player: the account that registered, or whoever has the private link.
    #[serde(rename = "claim", default)]
    pub speaker: Speaker,
}

/// What somebody typed who wants to take part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Application {
    pub details: EntryDetails,
    /// Rounds in which the player cannot play.
    pub rounds_off: Vec<RoundNumber>,
    /// How arbiters reach the player; they alone see it.
    pub contact: Option<Label>,
    /// What arbiters should know; they alone see it.
    pub remark: Option<Note>,
}

/// Somebody who registered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Registration {
    pub id: RegistrationId,
    pub event: EventId,
    /// The account of the person, if it is to speak for the entry.
    pub user: Option<UserId>,
    pub application: Application,
    pub at: DateTime<Utc>,
    pub state: RegistrationState,
}

/// What became of a registration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RegistrationState {
    /// Nobody has decided.
    Waiting,
    /// The player is entered.
    Accepted { entry: EntryId },
    /// An arbiter said no.
    Refused { reason: Reason, by: String },
    /// The player took it back.
    Withdrawn,
}

impl RegistrationState {
    pub const fn title(&self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Accepted { .. } => "accepted",
            Self::Refused { .. } => "refused",
            Self::Withdrawn => "taken back",
        }
    }
}
