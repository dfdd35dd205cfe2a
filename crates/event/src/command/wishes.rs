//! What players say and ask for by themselves: that they are here, to leave, a bye.

use serde::{Deserialize, Serialize};
use strum::VariantNames;

use super::entries::{entry_mut, request_bye};
use super::{Effect, Event, Family, Meta, Refusal, Teller, Who, leaving};
use crate::wish::{Asked, Wish};
use crate::{Attendance, ByeKind, EntryId};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, VariantNames)]
#[serde(tag = "do", rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum WishCommand {
    /// A player says that they have come.
    SayHere { entry: EntryId },
    /// A player asks for something.
    MakeWish { entry: EntryId, asked: Asked },
    /// A player does not ask for it any more.
    TakeBackWish { entry: EntryId, wish: u64 },
    /// An arbiter says no.
    RefuseWish { entry: EntryId, wish: u64 },
}

impl Family for WishCommand {
    fn who(&self, _: &Event) -> Result<Who, Refusal> {
        Ok(match self {
            Self::SayHere { entry } | Self::MakeWish { entry, .. } | Self::TakeBackWish { entry, .. } => {
                Who::Entry(*entry)
            }
            Self::RefuseWish { .. } => Who::Arbiter,
        })
    }

    fn check_new(&self, event: &Event, _: &Meta) -> Effect {
        match self {
            Self::MakeWish { asked: Asked::Leave { from_round }, .. } => {
                leaving::check_leaving(event, *from_round)
            }
            _ => Ok(()),
        }
    }

    fn carry_out(&self, event: &mut Event, meta: &Meta) -> Effect {
        match self {
            Self::SayHere { entry } => say_here(event, meta, *entry),
            Self::MakeWish { entry, asked } => make(event, meta, *entry, *asked),
            Self::TakeBackWish { entry, wish } => {
                let entry = entry_mut(event, *entry)?;
                let before = entry.wishes.len();
                entry.wishes.retain(|one| one.id != *wish);
                if entry.wishes.len() == before { Err(no_wish()) } else { Ok(()) }
            }
            Self::RefuseWish { entry, wish } => {
                let wishes = &mut entry_mut(event, *entry)?.wishes;
                let open = wishes.iter_mut().find(|one| one.id == *wish && !one.is_refused);
                open.ok_or_else(no_wish)?.is_refused = true;
                Ok(())
            }
        }
    }

    fn tell(&self, teller: &mut Teller<'_>) -> String {
        match self {
            Self::SayHere { entry } => format!("{} says: I am here", teller.name(*entry)),
            Self::MakeWish { entry, asked } => format!("{} asks {}", teller.name(*entry), asked.words()),
            Self::TakeBackWish { entry, .. } => format!("{} took a wish back", teller.name(*entry)),
            Self::RefuseWish { entry, .. } => format!("A wish of {} was refused", teller.name(*entry)),
        }
    }
}

fn no_wish() -> Refusal {
    Refusal::invalid("This wish does not wait any more. Look at the list again.")
}

fn say_here(event: &mut Event, meta: &Meta, id: EntryId) -> Effect {
    if !event.settings.players_check_in {
        return Err(Refusal::invalid("In this event players come to the arbiter to be checked in."));
    }
    let has_left = event.has_left(event.entry(id)?);
    let entry = entry_mut(event, id)?;
    if !has_left && !entry.is_seen() && entry.says_here.is_none() {
        entry.says_here = Some(meta.at);
        return Ok(());
    }
    Err(Refusal::invalid(match entry.attendance {
        Attendance::Expected => "That has been said already; an arbiter confirms it.",
        Attendance::Present => "This player is checked in already.",
        Attendance::Withdrawn { .. } if !has_left => {
            "This player is checked in already, or has said it already."
        }
        Attendance::Withdrawn { .. } => "This player has withdrawn. An arbiter can let them play again.",
    }))
}

fn make(event: &mut Event, meta: &Meta, id: EntryId, asked: Asked) -> Effect {
    // What an arbiter could not grant is not asked for.
    let mut tried = event.clone();
    match asked {
        Asked::Leave { from_round } => leaving::withdraw(&mut tried, meta, id, from_round, None)?,
        Asked::Bye { kind: ByeKind::FullPoint, .. } => {
            return Err(Refusal::invalid(
                "A full-point bye is the arbiter's to give; it cannot be asked for.",
            ));
        }
        Asked::Bye { round, kind } => request_bye(&mut tried, meta, id, round, Some(kind))?,
    }
    let entry = entry_mut(event, id)?;
    if matches!(entry.attendance, Attendance::Withdrawn { .. }) {
        return Err(Refusal::invalid("This player has withdrawn already."));
    }
    if matches!(asked, Asked::Bye { round, .. } if entry.byes.contains_key(&round)) {
        return Err(Refusal::invalid("This player has a bye in that round already."));
    }
    if entry.wishes.iter().any(|wish| !wish.is_refused && wish.asked.is_about_the_same(asked)) {
        return Err(Refusal::invalid("That is asked for already; an arbiter has to answer it."));
    }
    entry.settle(|earlier| earlier.is_about_the_same(asked));
    entry.wishes.push(Wish { id: meta.seq, asked, at: meta.at, is_refused: false });
    Ok(())
}
