//! Players who register by themselves: the terms, and whom an arbiter accepts.

use super::super::actor::Meta;
use super::super::entry::Claim;
use super::super::event::Event;
use super::super::refusal::Refusal;
use super::super::registration::{AcceptedRegistration, RegistrationTerms};
use super::{Effect, check_seen, entries};

pub(super) fn set(event: &mut Event, meta: &Meta, terms: Option<&RegistrationTerms>, seen: u64) -> Effect {
    let summary = |terms: Option<&RegistrationTerms>| {
        terms.map_or_else(|| "closed".to_owned(), |terms| format!("open {}", terms.summary()))
    };
    check_seen(seen, event.registration_revision, || {
        ("the registration".to_owned(), summary(event.registration.as_ref()), summary(terms))
    })?;
    if let Some(terms) = terms {
        terms.check()?;
        if terms.ends_at(event.settings.time_zone) <= meta.at {
            return Err(Refusal::invalid("This time is over already; registration must end in the future."));
        }
    }
    event.registration = terms.cloned();
    event.registration_revision = meta.seq;
    Ok(())
}

pub(super) fn accept(event: &mut Event, meta: &Meta, accepted: &[AcceptedRegistration]) -> Effect {
    let new: Vec<_> = accepted.iter().map(|one| one.entry.clone()).collect();
    entries::add(event, meta, &new)?;
    for one in accepted {
        let id = one.entry.id;
        for bye in &one.byes {
            entries::request_bye(event, meta, id, bye.round, Some(bye.kind))?;
        }
        if let Claim::Taken { user } = one.claim {
            entries::check_may_speak(event, user)?;
        }
        entries::entry_mut(event, id)?.claim = one.claim;
    }
    Ok(())
}
