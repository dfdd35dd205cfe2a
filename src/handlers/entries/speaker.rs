//! The link by which a player speaks for themselves.

use tiger_event::EntryCommand;

use crate::auth::journal::What;
use crate::auth::{Token, links};
use crate::db;
use crate::db::links::Purpose;
use crate::handlers::submission::{Answer, Deed, FromArbiter};
use crate::ledger::LedgerError;
use crate::pages::entries::InvitationPage;
use crate::pages::{Page, Tone, see_other_saying};

/// Makes a link and shows it, once.
pub async fn offer(FromArbiter(sent): FromArbiter) -> Answer {
    let entry = sent.access.entry()?;
    sent.access.require_just_typed(&format!("/entries/{}", entry.id))?;
    let token = Token::new()?;
    let purpose = Purpose::Speaker(sent.access.event.id, entry.id);
    let order =
        sent.order(EntryCommand::InviteSpeaker { entry: entry.id, token: token.hash(), stays: true })?;
    let link = sent.state.base_url.join(&links::path(purpose, &token));
    let ledger = sent.state.ledger.clone();
    let committed = db::block(move || {
        ledger.commit_with(&order, |db| links::create(db, purpose, &token).map_err(LedgerError::from))
    })
    .await?;
    if committed.is_repeat {
        let back = sent.access.path(&format!("/entries/{}", entry.id));
        let said = "This link was made and shown before. Make a new one if it is lost.";
        return Ok(see_other_saying(&back, Tone::Warning, said));
    }
    let whom = format!("{} in {}", entry.details.name, sent.access.event.slug.as_str());
    sent.access.viewer.note(&sent.state, What::EntryLinkMade, &whom);
    Page(InvitationPage::of(&sent.access, entry, link, links::lifetime(purpose).num_days())?).answer()
}

/// Takes the entry from whoever speaks for it.
pub async fn release(FromArbiter(sent): FromArbiter) -> Answer {
    let entry = sent.access.entry()?.id;
    sent.commit(EntryCommand::DismissSpeaker { entry }).await?;
    let back = sent.access.path(&format!("/entries/{entry}"));
    Ok(Deed::new(back, "Nobody speaks for this player now.").done())
}
