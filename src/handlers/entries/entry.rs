//! One player: details, byes, leaving and coming back.

use actix_web::HttpResponse;
use tiger_event::{ByeKind, Departure, Entry, EntryCommand, EntryId, Leaving, PersonName, RoundNumber};

use super::field_of;
use crate::access::ForArbiter;
use crate::auth::journal::What;
use crate::db;
use crate::error::{AppError, Result};
use crate::handlers::submission::{Answer, Deed, FromArbiter, Submission, heed};
use crate::pages::confirm::ConfirmPage;
use crate::pages::entries::{BY_RULE, EntryPage, HerePage, read_player};
use crate::pages::{FormView, Page};
use crate::services::prizes::shown_after_erasing;
use crate::services::results::read_reason;

pub async fn show(ForArbiter(access): ForArbiter) -> Answer {
    Page(EntryPage::of(&access, access.entry()?)).answer()
}

/// The player at the door, with the button that checks them in: where the code on their phone leads.
pub async fn at_the_door(ForArbiter(access): ForArbiter) -> Answer {
    Page(HerePage::of(&access, access.entry()?)).answer()
}

pub async fn save(FromArbiter(mut sent): FromArbiter) -> Answer {
    let seen = sent.posted.version()?;
    let entry = sent.access.entry()?.id;
    let details = read_player(&mut sent.form);
    let command = details.map(|details| EntryCommand::ChangeEntry { entry, details, seen });
    let field = field_of(&sent.access.event, command.as_ref());
    answer(sent, (field, "Saved."), command, |page| &mut page.form).await
}

/// Gives a bye, or takes it back.
pub async fn bye(FromArbiter(mut sent): FromArbiter) -> Answer {
    let (entry, form) = (sent.access.entry()?.id, &mut sent.form);
    let round = form.read("round", read_round);
    let kind = form.read("kind", |code| match code {
        "" => Ok(None),
        code => ByeKind::from_code(code).map(Some).ok_or("Choose a bye from the list."),
    });
    let command = || Some(EntryCommand::RequestBye { entry, round: round?, kind: kind? });
    let said = match (round, kind) {
        (Some(round), Some(Some(kind))) => format!("Round {round}: {}.", kind.title()),
        (Some(round), _) => format!("Round {round}: no bye."),
        _ => String::new(),
    };
    answer(sent, ("round", &said), command(), |page| &mut page.bye).await
}

pub async fn seer(FromArbiter(mut sent): FromArbiter) -> Answer {
    let entry = sent.access.entry()?.id;
    let seer = sent.form.read("seer", PersonName::parse_optional);
    let command = seer.map(|seer| EntryCommand::NameSeer { entry, seer });
    answer(sent, ("seer", "Saved."), command, |page| &mut page.seer).await
}

pub async fn withdraw(FromArbiter(mut sent): FromArbiter) -> Answer {
    let entry = sent.access.entry()?.id;
    let from_round = sent.form.read("from_round", read_round);
    let leaving = from_round.and_then(|from_round| read_leaving(&mut sent, entry, from_round));
    let command = || Some(EntryCommand::Withdraw { entry, from_round: from_round?, leaving: Some(leaving?) });
    let said = format!("Out from round {} on.", from_round.unwrap_or_default());
    answer(sent, ("from_round", &said), command(), |page| &mut page.leave).await
}

/// What becomes of the games: as the rule has it, or otherwise with a reason.
fn read_leaving(sent: &mut Submission, entry: EntryId, from_round: RoundNumber) -> Option<Leaving> {
    let rule = sent.access.event.leaving_by_rule(entry, from_round).ok()?;
    let games = match sent.posted.value("games") {
        // Other formats have no such list.
        "" | BY_RULE => rule.games,
        key => match Departure::from_key(key) {
            Some(games) => games,
            None => {
                sent.form.reject("games", "Choose from the list what becomes of the games.");
                return None;
            }
        },
    };
    if games == rule.games || !sent.access.event.settings.format.is_round_robin() {
        return Some(Leaving { games, reason: None });
    }
    let read = read_reason(
        sent.posted.value("reason"),
        "This is not what the rule has: say why; the ledger keeps it.",
    );
    match read {
        Ok(reason) => Some(Leaving { games, reason: Some(reason) }),
        Err(mistake) => {
            sent.form.reject("reason", mistake.sentence);
            None
        }
    }
}

pub async fn reinstate(FromArbiter(mut sent): FromArbiter) -> Answer {
    let entry = sent.access.entry()?.id;
    let from_round = sent.form.read("from_round", read_round);
    let command = from_round.map(|from_round| EntryCommand::Reinstate { entry, from_round });
    let said = format!("Plays from round {} on.", from_round.unwrap_or_default());
    answer(sent, ("from_round", &said), command, |page| &mut page.back).await
}

pub async fn erase(mut sent: Submission) -> Answer {
    sent.access.require_administrator()?;
    let entry = sent.access.entry()?.clone();
    let back = sent.access.path(&format!("/entries/{}", entry.id));
    sent.access.require_just_typed(&format!("/entries/{}", entry.id))?;
    if entry.is_erased && !sent.posted.has("name") {
        return Ok(Deed::new(back, "This person was erased already.").done());
    }
    // Whoever was erased before is found in what was written since by the name that they had.
    let since = match entry.is_erased {
        true => Some(sent.form.read("name", PersonName::parse)),
        false => None,
    };
    let read = read_reason(sent.posted.value("reason"), "Say why; the ledger keeps it.");
    let reason = sent.form.heed(read);
    let number = sent.form.read("number", |typed| {
        let is_meant = typed.trim() == entry.number.to_string();
        is_meant
            .then_some(())
            .ok_or_else(|| format!("Type {} to confirm that this player is meant.", entry.number))
    });
    if reason.is_some()
        && number.is_some()
        && let Some(asked) = ask_about_prizes(&sent, &entry, &back).await?
    {
        return Ok(asked);
    }
    let told = reason.as_ref().map(ToString::to_string).unwrap_or_default();
    let done = match (reason, number) {
        (Some(reason), Some(())) if since != Some(None) => {
            let (state, actor, place) = (sent.state.clone(), sent.actor()?, (sent.access.event.id, entry.id));
            let erased = db::block(move || match since.flatten() {
                Some(name) => state.ledger.erase_since(&actor, place, &name, &reason),
                None => state.ledger.erase(&actor, place, &reason),
            })
            .await;
            heed(&mut sent.form, "reason", erased)?
        }
        _ => None,
    };
    let Some(erased) = done else {
        let mut page = EntryPage::of(&sent.access, &entry);
        page.erase = page.erase.map(|mut form| {
            form.refill(sent.form);
            form
        });
        return Page(page).again();
    };
    let whom = format!("{} of {} ({told})", erased.called, sent.access.event.slug);
    sent.access.viewer.note(&sent.state, What::Erased, &whom);
    let said = match erased.left {
        None => format!("Erased: {} now.", erased.called),
        Some(_) => format!(
            "Erased: {} now. Unused parts of the database's files may still hold the name: run `tiger-arbiter erase` once more.",
            erased.called
        ),
    };
    Ok(Deed::new(back, said).done())
}

/// Whoever is erased belongs to no category by birth or sex any more: prizes that everybody sees may be others'.
async fn ask_about_prizes(sent: &Submission, entry: &Entry, back: &str) -> Result<Option<HttpResponse>> {
    let (event, id) = (sent.access.event.clone(), entry.id);
    let prizes = db::block(move || Ok::<_, AppError>(shown_after_erasing(&event, id))).await?;
    let what = format!("Player {} erased: categories by birth or sex are theirs no more", entry.number);
    let page = prizes.map(|prizes| ConfirmPage::of_prizes(&sent.access, what, &prizes));
    Ok(page.map(|page| sent.ask(&Deed::new(back, ""), page)).transpose()?.flatten())
}

pub async fn remove(FromArbiter(sent): FromArbiter) -> Answer {
    let entry = sent.access.entry()?;
    sent.commit(EntryCommand::RemoveEntry { entry: entry.id }).await?;
    let said = format!("{} is no longer on the list.", entry.details.name);
    Ok(Deed::new(sent.access.path("/entries"), said).done())
}

fn read_round(text: &str) -> Result<RoundNumber, &'static str> {
    text.trim().parse().ok().filter(|round| *round > 0).ok_or("Write the number of a round, such as 2.")
}

/// Carries out what one of the page's forms asks for; a refusal stands at its field.
async fn answer(
    sent: Submission,
    (field, said): (&str, &str),
    command: Option<EntryCommand>,
    form_of: fn(&mut EntryPage) -> &mut FormView,
) -> Answer {
    let entry = sent.access.entry()?.id;
    let deed = Deed::new(sent.access.path(&format!("/entries/{entry}")), said).at(field).typed_again();
    sent.answer_in(deed, command, async |access| Ok(EntryPage::of(access, access.entry()?)), form_of).await
}
