//! The link by which a player speaks for themselves.

use tiger_event::EntryCommand;
use tiger_event::text::count;

use crate::auth::journal::What;
use crate::auth::{Token, links};
use crate::db;
use crate::db::links::Purpose;
use crate::error::AppError;
use crate::handlers::submission::{Answer, Deed, FromArbiter};
use crate::ledger::LedgerError;
use crate::pages::entries::{InvitationPage, LinkCard, LinksPage};
use crate::pages::{Page, Tone, see_other_saying};
use crate::services::entries::Unlinked;

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

/// Makes a link for each of many, and shows all of them, once: a sheet to be cut up.
pub async fn offer_all(FromArbiter(sent): FromArbiter) -> Answer {
    let back = sent.access.path("/entries");
    sent.access.require_just_typed("/entries")?;
    let unlinked = Unlinked::of(&sent.access.event);
    let wanted = match sent.posted.value("whom") {
        "unused" => [unlinked.never, unlinked.unused].concat(),
        _ => unlinked.never,
    };
    let mut links = Vec::new();
    for entry in wanted {
        let token = Token::new()?;
        let purpose = Purpose::Speaker(sent.access.event.id, entry);
        let invite = EntryCommand::InviteSpeaker { entry, token: token.hash(), stays: true };
        let link = sent.state.base_url.join(&links::path(purpose, &token));
        links.push((entry, link, sent.order(invite)?.about(entry), purpose, token));
    }
    let (ledger, event) = (sent.state.ledger.clone(), sent.access.event.clone());
    let cards = db::block(move || {
        let mut cards = Vec::new();
        for (entry, link, order, purpose, token) in links {
            let done = ledger
                .commit_with(&order, |db| links::create(db, purpose, &token).map_err(LedgerError::from))?;
            if !done.is_repeat {
                cards.push(LinkCard::of(&event, entry, link)?);
            }
        }
        Ok::<_, AppError>(cards)
    })
    .await?;
    if cards.is_empty() {
        let said = "No links were made: they were shown before, or nobody lacks one.";
        return Ok(see_other_saying(&back, Tone::Warning, said));
    }
    let whom = format!("{} in {}", count(cards.len(), "player", "players"), sent.access.event.slug.as_str());
    sent.access.viewer.note(&sent.state, What::EntryLinkMade, &whom);
    Page(LinksPage::of(&sent.access, cards, links::SPEAKER.num_days())).answer()
}

/// Takes the entry from whoever speaks for it.
pub async fn release(FromArbiter(sent): FromArbiter) -> Answer {
    let entry = sent.access.entry()?.id;
    sent.commit(EntryCommand::DismissSpeaker { entry }).await?;
    let back = sent.access.path(&format!("/entries/{entry}"));
    Ok(Deed::new(back, "Nobody speaks for this player now.").done())
}
