//! A person speaks for a player from now on, by the link that an arbiter handed over.

use tiger_event::permission::Role;
use tiger_event::{Actor, Command, Entry, EntryCommand, Event, Refusal, UserId};

use crate::auth::{Token, links, sessions};
use crate::config::Config;
use crate::db::links::Purpose;
use crate::db::users::{self, NewUser, User};
use crate::error::{AppError, Result};
use crate::ledger::{Ledger, LedgerError, Order};
use crate::{clock, db};

use std::sync::Arc;

/// What a link leads to.
#[derive(Debug, Clone)]
pub struct Offer {
    pub event: Arc<Event>,
    pub entry: Entry,
    /// Whether the one who asks speaks for the player already.
    pub is_own: bool,
    /// Whether an arbiter of the event asks, who is led to the player at the door.
    pub is_arbiter: bool,
}

/// Finds what a link leads to. Blocking.
pub fn find(ledger: &Ledger, token: &Token, viewer: Option<&User>) -> Result<Offer> {
    ledger.database().read(|db| {
        let link = db::links::find(db, token.hash())?.ok_or(links::NO_LINK)?;
        let Purpose::Speaker(event, entry) = link.purpose else { return Err(links::NO_LINK) };
        let event = ledger.event_on(db, event)?;
        let entry = event.entry(entry).map_err(|_| links::NO_LINK)?.clone();
        let role = viewer.map(|user| event.role_of(user.id, user.is_admin));
        let is_own = role == Some(Role::Player(entry.id));
        let is_arbiter = role.is_some_and(Role::is_arbiter);
        if is_own || is_arbiter || link.is_open(clock::now()) {
            Ok(Offer { event, entry, is_own, is_arbiter })
        } else {
            Err(links::NO_LINK)
        }
    })
}

/// Whoever brings the link speaks for the player: the account that is signed in, otherwise a new person without a
/// password, whose session begins under the given token. Blocking.
pub fn become_speaker(
    (ledger, config): (&Ledger, &Config),
    link: &Token,
    offer: &Offer,
    viewer: Option<&User>,
    session: &Token,
    user_agent: &str,
) -> Result<()> {
    let user = viewer.map_or_else(clock::new_id::<UserId>, |user| user.id);
    if viewer.is_some_and(|user| offer.event.role_of(user.id, user.is_admin).is_arbiter()) {
        return Err(AppError::forbidden(
            "You are signed in as an arbiter. Open the link on the player's own device, or sign out first.",
        ));
    }
    let name = viewer.map_or(offer.entry.details.name.as_str(), |user| user.name.as_str());
    let actor = Actor::User { id: user, name: name.to_owned(), is_admin: false };
    let command =
        Command::Entry(EntryCommand::BecomeSpeaker { entry: offer.entry.id, user, token: link.hash() });
    let order = Order::new(actor, offer.event.id, command);
    ledger.commit_with(&order, |db| {
        if !links::use_up(db, link)? {
            return Err(Refusal::NotFound("link, or it was used already").into());
        }
        if viewer.is_none() {
            let new = NewUser {
                id: user,
                login: None,
                name,
                password_hash: None,
                is_admin: false,
                at: clock::now(),
            };
            users::insert(db, &new)?;
            sessions::begin(db, config, user, session, user_agent)?;
        }
        Ok::<(), LedgerError>(())
    })?;
    Ok(())
}
