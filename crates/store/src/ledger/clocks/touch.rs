//! Entry and acknowledgment in one transaction.

use std::sync::Arc;

use chrono::{DateTime, DurationRound, TimeDelta, Utc};
use tiger_event::clock::{Hand, Sent};
use tiger_event::text::small;
use tiger_event::{ClockEntry, EventId, GameId, Reason, Refusal, TabletId};
use tiger_rules::ClockSettings;
use tiger_rules::clock::{ClockEvent, ClockSide, Millis};

use super::super::LedgerError;
use super::super::pen::Pen;
use super::{Clocks, Standing, chain};
use crate::clock;
use crate::db::clocks::{ClockHead, StoredPress};
use crate::db::{self, Db, DbError};

/// How far the clock of a device may be off, beside a fiftieth of the time that it waited.
const INEXACT: TimeDelta = TimeDelta::milliseconds(500);

/// What a transaction came to: the outcome of each touch, and the clock as it stands after anything new.
type Written = (Vec<Outcome>, Option<(ClockHead, Standing)>, Pen);

/// What somebody wants to happen to a clock.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Wish {
    /// It is set to these times and started.
    Start {
        settings: ClockSettings,
        variation: Option<String>,
        /// What happens to it at once.
        then: Vec<ClockEvent>,
    },
    /// Something else.
    Event {
        what: ClockEvent,
        /// An arbiter's reason.
        reason: Option<Reason>,
    },
    /// The device found the server again.
    Reconnect {
        /// How many presses waited on it.
        waited: u32,
    },
    /// A device opened its link.
    Join(TabletId),
    /// A device's right is ended.
    End(TabletId),
    /// Somebody set the system's time, by so many milliseconds.
    Step(i64),
}

/// One thing that a device, or a form, sends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Touch {
    /// The device, or the key of the form.
    pub device: String,
    /// Its number on that device.
    pub device_seq: u64,
    /// How long it has waited there.
    pub age: Millis,
    /// By how many milliseconds the device ran ahead of the server since they last spoke.
    pub drift: Option<i64>,
    /// What proves that it waited, if anything does.
    pub proof: Option<Proof>,
    /// A press: how many its half has had with it, as far as the device knew.
    pub nth: Option<u32>,
    pub wish: Wish,
}

/// When a device could not send what it kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Proof {
    /// Since then it has not been heard.
    pub since: DateTime<Utc>,
    /// Between these it was not heard either, and it came back only just.
    pub silence: Option<(DateTime<Utc>, DateTime<Utc>)>,
}

impl Touch {
    /// What a form sends, which happens now; its key makes it happen once.
    pub fn of_form(key: &str, wish: Wish) -> Self {
        Self {
            device: format!("form-{key}"),
            device_seq: 0,
            age: Millis::ZERO,
            drift: None,
            proof: None,
            nth: None,
            wish,
        }
    }
}

/// What became of it. It is on the disk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// It counts.
    Taken,
    /// It changed nothing; why.
    InVain(String),
}

/// Whether what a clock refuses is kept as sent in vain, told and not kept, or refused altogether.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Strictness {
    Keep,
    Tell,
    Refuse,
}

impl Clocks {
    /// Takes what a device sends, in its order. What the clock refuses is kept as sent in vain, so that nothing that
    /// a player did is lost; `keeps` is false for a hand of which too much of that is kept already.
    pub fn receive(
        &self,
        place: (EventId, GameId),
        by: &Hand,
        touches: &[Touch],
        keeps: bool,
    ) -> Result<Vec<Outcome>, LedgerError> {
        let received = clock::even();
        let strictness = if keeps { Strictness::Keep } else { Strictness::Tell };
        self.write(|db| self.take(db, place, by, touches, received, strictness))
    }

    /// Carries out what somebody asks for with a form.
    pub fn carry_out(
        &self,
        place: (EventId, GameId),
        by: &Hand,
        touch: &Touch,
    ) -> Result<Outcome, LedgerError> {
        self.carry_out_once(place, by, touch, |_| Ok(()))
    }

    /// The same, with other work in the same transaction, before it. The work does not run for a form that was
    /// carried out before.
    pub fn carry_out_once(
        &self,
        place: (EventId, GameId),
        by: &Hand,
        touch: &Touch,
        mut work: impl FnMut(&mut Db) -> Result<(), LedgerError>,
    ) -> Result<Outcome, LedgerError> {
        let received = clock::even();
        let touches = std::slice::from_ref(touch);
        let outcomes = self.write(|db| {
            if db::clocks::find_sent(db, place.1, &touch.device, touch.device_seq)?.is_none() {
                work(db)?;
            }
            self.take(db, place, by, touches, received, Strictness::Refuse)
        })?;
        Ok(outcomes.into_iter().next().unwrap_or(Outcome::Taken))
    }

    fn write(
        &self,
        mut work: impl FnMut(&mut Db) -> Result<Written, LedgerError>,
    ) -> Result<Vec<Outcome>, LedgerError> {
        let (outcomes, new, pen) = self.db.write(&mut work)?;
        self.names.keep(&pen);
        if let Some((head, standing)) = new {
            self.remember(&head, &Arc::new(standing));
        }
        Ok(outcomes)
    }

    fn take(
        &self,
        db: &mut Db,
        (event, game): (EventId, GameId),
        by: &Hand,
        touches: &[Touch],
        received: DateTime<Utc>,
        strictness: Strictness,
    ) -> Result<Written, LedgerError> {
        let before = db::clocks::lock_head(db, game)?;
        let mut standing = match &before {
            Some(head) => (*self.at_head(db, head)?).clone(),
            None => Standing::default(),
        };
        if before.is_some_and(|head| head.event != event) {
            return Err(LedgerError::NoEvent);
        }
        // A clock is there from its first entry on.
        let mut head = before.unwrap_or(ClockHead { game, event, seq: 0, hash: chain::BEGINNING });
        let person = by.user();
        let mut pen = self.names.pen(db, person.map(|person| (event, person, by.name())))?;
        let mut outcomes = Vec::with_capacity(touches.len());
        for touch in touches {
            if let Some(earlier) = db::clocks::find_sent(db, game, &touch.device, touch.device_seq)? {
                let texts = super::texts_of(db, std::slice::from_ref(&earlier))?;
                outcomes.push(outcome_of(&super::Press::read(&earlier, &texts)?.entry));
                continue;
            }
            let (at, entry) = place(&mut standing, by, touch, received, strictness)?;
            let outcome = outcome_of(&entry);
            let is_dropped = strictness == Strictness::Tell && matches!(outcome, Outcome::InVain(_));
            outcomes.push(outcome);
            if is_dropped {
                continue;
            }
            let mut stored = StoredPress {
                game,
                seq: head.seq + 1,
                event,
                at,
                received_at: received,
                hand: pen.person(event, (person, by))?,
                device: touch.device.clone(),
                device_seq: touch.device_seq,
                entry: pen.deed(event, &entry)?,
                prev_hash: head.hash,
                hash: chain::BEGINNING,
            };
            stored.hash = chain::hash(&stored);
            if head.seq == 0 && before.is_none() {
                db::clocks::insert_head(db, &head).map_err(DbError::busy_if_taken)?;
            }
            db::clocks::insert(db, &stored).map_err(DbError::busy_if_taken)?;
            (head.seq, head.hash) = (stored.seq, stored.hash);
            standing.seq = stored.seq;
        }
        pen.store(db)?;
        if head.seq == 0 {
            return Ok((outcomes, None, pen));
        }
        db::clocks::update_head(db, &head)?;
        Ok((outcomes, Some((head, standing)), pen))
    }
}

fn outcome_of(entry: &ClockEntry) -> Outcome {
    match entry {
        ClockEntry::InVain { why, .. } => Outcome::InVain(why.clone()),
        _ => Outcome::Taken,
    }
}

/// Finds the moment of something and lets it happen: when it was received, less the time that it had waited, as far as
/// it is proved that it could wait; never before the last thing that happened.
fn place(
    standing: &mut Standing,
    by: &Hand,
    touch: &Touch,
    received: DateTime<Utc>,
    strictness: Strictness,
) -> Result<(DateTime<Utc>, ClockEntry), LedgerError> {
    let age = i64::try_from(touch.age.0).ok().and_then(TimeDelta::try_milliseconds);
    // Clocks count whole milliseconds.
    let now = received.duration_trunc(TimeDelta::milliseconds(1)).unwrap_or(received);
    let claimed = age.and_then(|age| now.checked_sub_signed(age)).unwrap_or(now);
    let proved = proved(claimed, touch.proof, now);
    let at = proved.unwrap_or(now);
    let at = standing.clock.last_event().map_or(at, |last| at.max(last));
    let moved = Millis(u64::try_from((at - claimed).num_milliseconds()).unwrap_or_default());
    let sent = Sent { age: touch.age, moved, drift: touch.drift, unproved: proved.is_none() };
    let entry = match &touch.wish {
        Wish::Start { settings, variation, then } => {
            let (variation, then) = (variation.clone(), then.clone());
            ClockEntry::Started { settings: *settings, variation, then, sent }
        }
        Wish::Event { what, reason } => ClockEntry::Happened { what: *what, reason: reason.clone(), sent },
        Wish::Reconnect { waited } => {
            return Ok((received, ClockEntry::Reconnected { waited: *waited, sent }));
        }
        Wish::Join(tablet) => return Ok((received, ClockEntry::Joined { tablet: *tablet })),
        Wish::End(tablet) => return Ok((received, ClockEntry::Ended { tablet: *tablet })),
        Wish::Step(by) => return Ok((received, ClockEntry::Stepped { by: *by })),
    };
    let told = match &touch.wish {
        Wish::Event { what: ClockEvent::Press { side }, .. } if is_pressed(standing, *side, touch.nth) => {
            Err("this move had been pressed already, on another device".to_owned())
        }
        // Neither player ends the deployment alone while the other has forces to post.
        Wish::Event { what: ClockEvent::BeginEngagement, .. }
            if matches!(by, Hand::Player { .. }) && standing.clock.has_postings_left() =>
        {
            Err("Not all turns of postings were made: an arbiter, or the device between the players, begins the engagement \
                 before that"
                .to_owned())
        }
        _ => standing.tell((at, received), by, &entry),
    };
    match (told, strictness) {
        (Ok(()), _) => Ok((at, entry)),
        (Err(why), Strictness::Refuse) => Err(Refusal::Invalid(sentence(&why)).into()),
        (Err(why), Strictness::Keep | Strictness::Tell) => {
            let what = match entry {
                ClockEntry::Happened { what, .. } => what,
                _ => ClockEvent::Start,
            };
            Ok((at, ClockEntry::InVain { what, why, sent }))
        }
    }
}

/// Whether a half has had the press that a device sends: of two devices at one clock one may have been out of touch, and
/// what was pressed on both happened once.
fn is_pressed(standing: &Standing, side: ClockSide, nth: Option<u32>) -> bool {
    let half = standing.clock.last_reading().map(|reading| *reading.side(side));
    half.zip(nth).is_some_and(|(half, nth)| nth <= half.turns.saturating_add(half.moves))
}

/// The moment that something claims, as far as it is proved; none if it is not. Clocks of devices are not exact: what lies
/// a little before the proof counts for the proof's own moment.
fn proved(claimed: DateTime<Utc>, proof: Option<Proof>, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    if claimed >= now {
        return Some(now);
    }
    let Proof { since, silence } = proof?;
    let inexact = |since: DateTime<Utc>| INEXACT + (now - since) / 50;
    let is_after = |since: DateTime<Utc>| claimed >= since - inexact(since);
    match silence {
        Some((from, to)) if claimed <= to && is_after(from) => Some(claimed.max(from)),
        _ => is_after(since).then(|| claimed.max(since)),
    }
}

/// A reason as a sentence of its own.
fn sentence(why: &str) -> String {
    format!("Not done: {}.", small(why))
}
