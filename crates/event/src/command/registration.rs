//! Players who register by themselves: the terms, and whom an arbiter accepts.

use serde::{Deserialize, Serialize};
use strum::VariantNames;

use super::{Effect, Event, Family, Meta, Refusal, Teller, Who, check_seen, entering, entries};
use crate::Speaker;
use crate::registration::{AcceptedRegistration, RegistrationTerms};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, VariantNames)]
#[serde(tag = "do", rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum RegistrationCommand {
    /// Players may register by themselves from now on, on other terms, or no longer.
    SetRegistration {
        /// The terms; none when nobody may.
        terms: Option<RegistrationTerms>,
        seen: u64,
    },
    /// Players who registered by themselves are entered.
    AcceptRegistrations {
        /// The players in the order of their numbers, at least one.
        accepted: Vec<AcceptedRegistration>,
    },
}

impl Family for RegistrationCommand {
    fn who(&self, _: &Event) -> Result<Who, Refusal> {
        Ok(match self {
            Self::SetRegistration { .. } => Who::Chief,
            Self::AcceptRegistrations { .. } => Who::Arbiter,
        })
    }

    fn check_new(&self, event: &Event, meta: &Meta) -> Effect {
        match self {
            // By the rules of the zone as they are known today: an entry stays what it was when they change.
            Self::SetRegistration { terms: Some(terms), .. }
                if terms.ends_at(event.settings.time_zone) <= meta.at =>
            {
                let sentence = "This time is over already; registration must end in the future.";
                Err(Refusal::invalid(sentence))
            }
            Self::AcceptRegistrations { accepted } => {
                entering::check_newcomers(event, accepted.iter().map(|one| &one.entry))
            }
            Self::SetRegistration { .. } => Ok(()),
        }
    }

    fn carry_out(&self, event: &mut Event, meta: &Meta) -> Effect {
        match self {
            Self::SetRegistration { terms, seen } => set(event, meta, terms.as_ref(), *seen),
            Self::AcceptRegistrations { accepted } => accept(event, meta, accepted),
        }
    }

    fn tell(&self, teller: &mut Teller<'_>) -> String {
        match self {
            Self::SetRegistration { terms: Some(terms), .. } => {
                format!("Players may register by themselves: {}", terms.summary())
            }
            Self::SetRegistration { terms: None, .. } => "Registration closed".to_owned(),
            Self::AcceptRegistrations { accepted } => {
                let names = teller.enter(accepted.iter().map(|one| &one.entry));
                format!("Accepted from the registrations: {names}")
            }
        }
    }
}

fn set(event: &mut Event, meta: &Meta, terms: Option<&RegistrationTerms>, seen: u64) -> Effect {
    let summary = |terms: Option<&RegistrationTerms>| {
        terms.map_or_else(|| "closed".to_owned(), |terms| format!("open {}", terms.summary()))
    };
    check_seen(seen, event.registration_revision, || {
        ("the registration".to_owned(), summary(event.registration.as_ref()), summary(terms))
    })?;
    if let Some(terms) = terms {
        terms.check()?;
    }
    event.registration = terms.cloned();
    event.registration_revision = meta.seq;
    Ok(())
}

fn accept(event: &mut Event, meta: &Meta, accepted: &[AcceptedRegistration]) -> Effect {
    let new: Vec<_> = accepted.iter().map(|one| one.entry.clone()).collect();
    entering::add(event, meta, &new)?;
    for one in accepted {
        let id = one.entry.id;
        for bye in &one.byes {
            entries::request_bye(event, meta, id, bye.round, Some(bye.kind))?;
        }
        if let Speaker::Taken { user } = one.speaker {
            entries::check_may_speak(event, user)?;
        }
        entries::entry_mut(event, id)?.speaker = one.speaker;
    }
    Ok(())
}
