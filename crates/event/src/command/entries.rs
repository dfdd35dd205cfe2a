//! Players: check-in, withdrawal, byes, claims.

use serde::{Deserialize, Serialize};
use strum::VariantNames;

use super::telling::list;
use super::{
    Effect, Event, Family, Meta, Refusal, RoundState, Teller, Who, check_seen, entering, leaving, numbering,
};
use crate::text::{count, folded};
use crate::wish::Asked;
use crate::{
    Attendance, ByeKind, Bytes32, Departure, Entry, EntryDetails, EntryId, PersonName, Reason, RoundNumber,
    Speaker, UserId,
};

/// A player to be entered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NewEntry {
    pub id: EntryId,
    #[serde(serialize_with = "crate::apart::serialize")]
    pub details: EntryDetails,
    /// The first round that the player is paired in.
    pub first_round: RoundNumber,
}

/// How a player leaves.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Leaving {
    /// What becomes of the player's games in a round robin; elsewhere their results stand.
    #[serde(default)]
    pub games: Departure,
    /// Why it is otherwise than the rule has it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<Reason>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, VariantNames)]
#[serde(tag = "do", rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
#[expect(
    clippy::large_enum_variant,
    reason = "a command is made, carried out and gone: few are there at a time"
)]
pub enum EntryCommand {
    /// Players are entered, in the order of their numbers.
    AddEntries {
        /// The players, at least one.
        entries: Vec<NewEntry>,
    },
    /// A player's name, club or rating is replaced.
    ChangeEntry {
        entry: EntryId,
        #[serde(serialize_with = "crate::apart::serialize")]
        details: EntryDetails,
        seen: u64,
    },
    /// A player who was never paired is taken out.
    RemoveEntry { entry: EntryId },
    /// Pairing numbers are given anew, before the first round.
    NumberEntries {
        /// All entries, number 1 first.
        order: Vec<EntryId>,
    },
    /// Players are seen in the hall, or not after all.
    CheckIn { entries: Vec<EntryId>, is_present: bool },
    /// A player plays no more, or will not from a later round on.
    Withdraw {
        entry: EntryId,
        /// The first round that the player is not paired in.
        from_round: RoundNumber,
        /// What becomes of the player's games; earlier programs did not say it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        leaving: Option<Leaving>,
    },
    /// A player who withdrew plays again, or one who has had no round yet begins in another one.
    Reinstate {
        entry: EntryId,
        /// The first round that they are paired in; the rounds between become zero-point byes of who withdrew.
        from_round: RoundNumber,
    },
    /// That a player left, or came back, is taken back: what it changed is as it was before.
    RestoreEntry {
        entry: EntryId,
        attendance: Attendance,
        /// The byes as they were in the rounds that the player's return had filled; none: no bye.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        byes: Vec<(RoundNumber, Option<ByeKind>)>,
        reason: Reason,
    },
    /// A player asks for a bye, or takes the wish back.
    RequestBye { entry: EntryId, round: RoundNumber, kind: Option<ByeKind> },
    /// A player's Seer is named for all games, or nobody any more (Dragon, rules 3 to 5).
    NameSeer { entry: EntryId, seer: Option<PersonName> },
    /// A link is made; whoever brings it speaks for the player.
    #[serde(rename = "offer_claim")]
    #[strum(serialize = "offer_claim")]
    InviteSpeaker {
        entry: EntryId,
        /// SHA-256 of the link's token.
        token: Bytes32,
        /// Whoever speaks for the player goes on until the link is opened; by earlier programs nobody did.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        stays: bool,
    },
    /// A person who brings the link speaks for the player from now on.
    #[serde(rename = "claim_entry")]
    #[strum(serialize = "claim_entry")]
    BecomeSpeaker {
        entry: EntryId,
        user: UserId,
        /// SHA-256 of the link's token.
        token: Bytes32,
    },
    /// Nobody may speak for the player any more.
    #[serde(rename = "release_claim")]
    #[strum(serialize = "release_claim")]
    DismissSpeaker { entry: EntryId },
}

impl Family for EntryCommand {
    fn who(&self, _: &Event) -> Result<Who, Refusal> {
        Ok(match self {
            Self::BecomeSpeaker { user, .. } => Who::User(*user),
            _ => Who::Arbiter,
        })
    }

    fn check_new(&self, event: &Event, _: &Meta) -> Effect {
        match self {
            Self::Withdraw { entry, from_round, .. } => {
                leaving::check_is_not_gone(event, *entry, *from_round)?;
                leaving::check_leaving(event, *from_round)
            }
            Self::Reinstate { entry, from_round } => leaving::check_return(event, *entry, *from_round),
            Self::RequestBye { entry, round, kind: Some(_) } => {
                leaving::check_is_there(event.entry(*entry)?, *round)
            }
            Self::ChangeEntry { entry, .. }
            | Self::NameSeer { entry, .. }
            | Self::InviteSpeaker { entry, .. }
                if event.entries.get(entry).is_some_and(|entry| entry.is_erased) =>
            {
                Err(Refusal::invalid("This player was erased: nothing is written about them any more."))
            }
            Self::ChangeEntry { entry, details, .. } => entering::check_changed(event, *entry, details),
            Self::AddEntries { entries } => entering::check_newcomers(event, entries),
            Self::CheckIn { entries, .. } => entering::check_named(entries),
            _ => Ok(()),
        }
    }

    fn carry_out(&self, event: &mut Event, meta: &Meta) -> Effect {
        match self {
            Self::AddEntries { entries } => entering::add(event, meta, entries),
            Self::ChangeEntry { entry, details, seen } => change(event, meta, *entry, details, *seen),
            Self::RemoveEntry { entry } => remove(event, *entry),
            Self::NumberEntries { order } => numbering::number(event, meta, order),
            Self::CheckIn { entries, is_present } => check_in(event, meta, entries, *is_present),
            Self::Withdraw { entry, from_round, leaving } => {
                leaving::withdraw(event, meta, *entry, *from_round, leaving.as_ref())
            }
            Self::Reinstate { entry, from_round } => leaving::reinstate(event, meta, *entry, *from_round),
            Self::RestoreEntry { entry, attendance, byes, .. } => {
                leaving::restore(event, meta, *entry, (*attendance, byes))
            }
            Self::RequestBye { entry, round, kind } => request_bye(event, meta, *entry, *round, *kind),
            Self::NameSeer { entry, seer } => {
                event.check_has_seers()?;
                entry_mut(event, *entry)?.seer = seer.clone();
                Ok(())
            }
            Self::InviteSpeaker { entry, token, stays } => {
                let entry = entry_mut(event, *entry)?;
                match entry.speaker {
                    Speaker::Taken { .. } if *stays => entry.newer_link = Some(*token),
                    _ => entry.speaker = Speaker::Offered { token: *token },
                }
                Ok(())
            }
            Self::BecomeSpeaker { entry, user, token } => become_speaker(event, *entry, *user, *token),
            Self::DismissSpeaker { entry } => {
                let entry = entry_mut(event, *entry)?;
                let newer = entry.newer_link.take();
                entry.speaker = newer.map_or(Speaker::None, |token| Speaker::Offered { token });
                Ok(())
            }
        }
    }

    fn tell(&self, teller: &mut Teller<'_>) -> String {
        let names = |ids: &[EntryId], teller: &Teller<'_>| list(ids.iter().map(|entry| teller.name(*entry)));
        match self {
            Self::AddEntries { entries } => format!("Entered: {}", teller.enter(entries.iter())),
            Self::ChangeEntry { entry, details, .. } => {
                let before = teller.details.insert(*entry, details.clone());
                let before = before.map_or_else(|| "–".to_owned(), |before| before.summary());
                format!("Player changed from “{before}” to “{}”", details.summary())
            }
            Self::RemoveEntry { entry } => format!("{} taken out", teller.name(*entry)),
            Self::NumberEntries { order } => format!("Pairing numbers given anew: {}", names(order, teller)),
            Self::CheckIn { entries, is_present } => {
                let verb = if *is_present { "Checked in" } else { "No longer checked in" };
                format!("{verb}: {}", names(entries, teller))
            }
            Self::Withdraw { entry, from_round, leaving } => {
                let games = leaving::told(leaving.as_ref());
                format!("{} withdrawn from round {from_round} on{games}", teller.name(*entry))
            }
            Self::Reinstate { entry, from_round } => {
                format!("{} plays from round {from_round} on", teller.name(*entry))
            }
            Self::RestoreEntry { entry, attendance, reason, .. } => {
                let stands = match attendance {
                    Attendance::Withdrawn { from_round, .. } => format!("leaves from round {from_round} on"),
                    Attendance::Expected | Attendance::Present => "stays in the event".to_owned(),
                };
                format!("{} {stands}, as before ({reason})", teller.name(*entry))
            }
            Self::RequestBye { entry, round, kind: Some(kind) } => {
                format!("{}: {} in round {round}", teller.name(*entry), kind.title())
            }
            Self::RequestBye { entry, round, kind: None } => {
                format!("{}: no bye in round {round} after all", teller.name(*entry))
            }
            Self::NameSeer { entry, seer: Some(seer) } => {
                format!("{seer} is Seer of {}", teller.name(*entry))
            }
            Self::NameSeer { entry, seer: None } => format!("{} has no Seer any more", teller.name(*entry)),
            Self::InviteSpeaker { entry, .. } => format!("Link made for {}", teller.name(*entry)),
            Self::BecomeSpeaker { entry, .. } => format!("{} came with the link", teller.name(*entry)),
            Self::DismissSpeaker { entry } => format!("Nobody speaks for {} any more", teller.name(*entry)),
        }
    }
}

pub(super) fn entry_mut(event: &mut Event, id: EntryId) -> Result<&mut Entry, Refusal> {
    event.entries.get_mut(&id).ok_or(Refusal::NotFound("entry"))
}

/// The first round whose pairing a change of an entry can still touch.
pub(super) fn first_open_round(event: &Event) -> RoundNumber {
    event.published_rounds().saturating_add(1)
}

pub(super) fn check_not_paired_yet(event: &Event, round: RoundNumber) -> Effect {
    let open = first_open_round(event);
    if round < open {
        return Err(Refusal::Invalid(format!(
            "Round {round} is published already; the earliest round that this can still change is {open}."
        )));
    }
    Ok(())
}

/// A draft that was made from other players no longer stands.
pub(super) fn drop_stale_draft(event: &mut Event) {
    event.rounds.retain(|round| round.state != RoundState::Draft);
}

fn change(event: &mut Event, meta: &Meta, id: EntryId, details: &EntryDetails, seen: u64) -> Effect {
    entering::check_details(details)?;
    let name = folded(details.name.as_str());
    if event.entries.values().any(|other| other.id != id && folded(other.details.name.as_str()) == name) {
        return Err(Refusal::Invalid(format!("Another player is called {} already.", details.name)));
    }
    let entry = entry_mut(event, id)?;
    check_seen(seen, entry.revision, || {
        (format!("player {}", entry.number), entry.details.summary(), details.summary())
    })?;
    entry.details = details.clone();
    entry.revision = meta.seq;
    Ok(())
}

fn remove(event: &mut Event, id: EntryId) -> Effect {
    let entry = event.entry(id)?;
    if event.published_rounds() > 0 {
        return Err(Refusal::Invalid(format!(
            "{} cannot be removed after a round was published; withdraw the player instead.",
            entry.details.name
        )));
    }
    let number = entry.number;
    event.entries.remove(&id);
    super::forbidden::forget(event, id);
    event.entries.change_each(|other| other.number > number, |other| other.number -= 1);
    drop_stale_draft(event);
    Ok(())
}

fn check_in(event: &mut Event, meta: &Meta, ids: &[EntryId], is_present: bool) -> Effect {
    let playing = event.round_in_play();
    for id in ids {
        let entry = entry_mut(event, *id)?;
        match entry.attendance {
            Attendance::Withdrawn { from_round, .. } if from_round <= playing => {
                return Err(Refusal::Invalid(format!(
                    "{} has withdrawn; let the player play again first.",
                    entry.details.name
                )));
            }
            attendance => entry.attendance = attendance.seen(is_present),
        }
        entry.says_here = None;
        entry.revision = meta.seq;
    }
    Ok(())
}

/// Refuses byes where nobody asks for one.
fn check_may_ask(event: &Event, round: RoundNumber, kind: Option<ByeKind>) -> Effect {
    if event.settings.format.is_round_robin() {
        return Err(Refusal::invalid(
            "In a round robin everybody is paired in every round; enter a forfeit for a player who is absent.",
        ));
    }
    if event.settings.format.has_bracket() && kind.is_some() {
        return Err(Refusal::invalid(
            "In a knockout or a match nobody asks for a bye: who cannot play forfeits the game, or withdraws.",
        ));
    }
    if round > event.settings.rounds {
        return Err(Refusal::Invalid(format!(
            "The event has {}.",
            count(event.settings.rounds.into(), "round", "rounds")
        )));
    }
    Ok(())
}

pub(super) fn request_bye(
    event: &mut Event,
    meta: &Meta,
    id: EntryId,
    round: RoundNumber,
    kind: Option<ByeKind>,
) -> Effect {
    check_not_paired_yet(event, round)?;
    // What stands can always be taken away, such as a bye from when the event had more rounds.
    if kind.is_some() || !event.entry(id)?.byes.contains_key(&round) {
        check_may_ask(event, round, kind)?;
    }
    let (rounds, allowed) = (event.settings.rounds, event.settings.byes.half_byes_allowed);
    let entry = entry_mut(event, id)?;
    match kind {
        Some(ByeKind::Pairing) => {
            return Err(Refusal::invalid("The pairing gives this bye; it cannot be asked for."));
        }
        Some(kind) => {
            let others = entry.byes.range(..=rounds);
            let others = others.filter(|(r, k)| **r != round && **k == ByeKind::HalfPoint).count();
            if kind == ByeKind::HalfPoint && others >= usize::from(allowed) {
                return Err(Refusal::Invalid(match others {
                    0 => "This event allows no half-point byes.".to_owned(),
                    others => format!(
                        "{} has asked for {} already, and this event allows no more.",
                        entry.details.name,
                        count(others, "half-point bye", "half-point byes")
                    ),
                }));
            }
            entry.byes.insert(round, kind);
        }
        None => {
            entry.byes.remove(&round);
        }
    }
    entry.settle(|asked| matches!(asked, Asked::Bye { round: of, .. } if of == round));
    entry.revision = meta.seq;
    drop_stale_draft(event);
    Ok(())
}

/// Refuses a person who cannot speak for one more player.
pub(super) fn check_may_speak(event: &Event, user: UserId) -> Effect {
    if event.entries.values().any(|entry| entry.speaker == Speaker::Taken { user }) {
        return Err(Refusal::invalid("You speak for another player of this event already."));
    }
    if event.staff.contains_key(&user) {
        return Err(Refusal::invalid("An arbiter of this event cannot also speak for a player."));
    }
    Ok(())
}

fn become_speaker(event: &mut Event, id: EntryId, user: UserId, token: Bytes32) -> Effect {
    check_may_speak(event, user)?;
    let entry = entry_mut(event, id)?;
    if entry.speaker != (Speaker::Offered { token }) && entry.newer_link != Some(token) {
        return Err(Refusal::invalid("This link has been used or replaced. Ask the arbiter for a new one."));
    }
    entry.speaker = Speaker::Taken { user };
    entry.newer_link = None;
    Ok(())
}
