//! The list of players with check-in and numbering.

use tiger_event::{Entry, EntryCommand, EntryDetails, EntryId, Event, Leaving, RoundNumber};

use crate::access::ForArbiter;
use crate::db;
use crate::error::{AppError, Result};
use crate::handlers::submission::{Answer, Deed, FromArbiter, Submission};
use crate::pages::entries::{EntriesPage, View};
use crate::pages::{Page, Tone, see_other_saying};
use crate::services::carry_out;
use crate::services::entries::{Numbering, absent, numbered};
use crate::services::registrations::waiting;
use crate::state::State;

pub async fn show(state: State, ForArbiter(access): ForArbiter) -> Answer {
    Page(EntriesPage::of(&access, waiting(&state.db, access.event.id).await?)?).answer()
}

/// Checks one player or everybody in, or out again.
pub async fn check_in(FromArbiter(sent): FromArbiter) -> Answer {
    let posted = &sent.posted;
    let event = &sent.access.event;
    // The list has one form, whose buttons name the player; others name the player and what is so.
    let (named, is_present) = match (posted.value("here"), posted.value("away")) {
        ("", "") => match posted.value("present") {
            "yes" => (posted.value("entry"), true),
            "no" => (posted.value("entry"), false),
            _ => return Err(AppError::unprocessable("Say whether the player is here: yes or no.")),
        },
        ("", away) => (away, false),
        (here, _) => (here, true),
    };
    if named == "all" {
        let all = |event: &Event| {
            let entries = event.entries.values();
            let is_meant = |entry: &&Entry| entry.is_seen() != is_present && !event.has_left(entry);
            entries.filter(is_meant).map(|entry| entry.id).collect()
        };
        check_all(&sent, sent.of_shown(all).await?, is_present).await?;
        return Ok(Deed::new(sent.access.path("/entries"), "").done());
    }
    if named == "announced" {
        let announced = |event: &Event| event.announced().map(|entry| entry.id).collect();
        let entries: Vec<EntryId> = sent.of_shown(announced).await?;
        let said = match entries.len() {
            0 => "Nobody waits to be confirmed any more.".to_owned(),
            1 => "One player is checked in.".to_owned(),
            count => format!("{count} players are checked in."),
        };
        let page = if posted.value("back") == "queue" { "/queue" } else { "/entries" };
        let to = sent.access.path(page);
        check_all(&sent, entries, is_present).await?;
        return Ok(Deed::new(to, said).done());
    }
    let id: EntryId = named.parse().map_err(|_| AppError::not_found("player"))?;
    let entry = event.entry(id)?;
    let view = View::posted(posted);
    let is_told = view.lets_vanish() || !posted.value("q").is_empty();
    let to = match posted.value("back") {
        "code" => sent.access.path(&format!("/entries/{id}/here")),
        "" if posted.has("entry") => EntriesPage::place_of(&sent.access, id),
        "" => view.after(&sent.access, id, posted.value("q")),
        round => match round.parse::<RoundNumber>() {
            Ok(round) => sent.access.path(&format!("/rounds/{round}/absent")),
            Err(_) => return Err(AppError::not_found("round")),
        },
    };
    let said = match is_present {
        _ if !is_told && posted.value("back").is_empty() => String::new(),
        true => format!("{} is checked in.", entry.details.name),
        false => format!("{} is not here after all.", entry.details.name),
    };
    if entry.is_seen() == is_present && entry.says_here.is_none() && !event.has_left(entry) {
        // Another arbiter was faster: it is so already, and nothing is written.
        return Ok(Deed::new(to, said).done());
    }
    // Buttons of one form: each is carried out once.
    let command = EntryCommand::CheckIn { entries: vec![id], is_present };
    let mut order = sent.order(command)?;
    let verb = if is_present { 'y' } else { 'n' };
    order.key = format!("{}-{verb}{}", sent.posted.once()?, entry.number).parse().ok();
    carry_out(&sent.state.ledger, order).await?;
    Ok(Deed::new(to, said).done())
}

/// Checks several players in or out; nothing is written where nobody is left.
async fn check_all(sent: &Submission, entries: Vec<EntryId>, is_present: bool) -> Result<()> {
    if !entries.is_empty() {
        sent.commit(EntryCommand::CheckIn { entries, is_present }).await?;
    }
    Ok(())
}

/// The page with the button: the list, or the draft.
fn back(sent: &Submission) -> String {
    sent.access.path(if sent.posted.value("back") == "draft" { "/draft" } else { "/entries" })
}

/// Leaves out whoever is not here and would be paired in the next round.
pub async fn leave_out(FromArbiter(sent): FromArbiter) -> Answer {
    let from_round = sent.access.event.published_rounds().saturating_add(1);
    let to = back(&sent);
    match sent.posted.value("from_round").parse() {
        Ok(shown) if shown == from_round => {}
        Ok(shown) => return Ok(see_other_saying(&to, Tone::Warning, &published_meanwhile(shown))),
        Err(_) => {
            return Err(AppError::unprocessable(
                "This form does not say from which round on. Reload the page and send it again.",
            ));
        }
    }
    let missing = |event: &Event| absent(event).map(|entry| entry.id).collect();
    let entries: Vec<EntryId> = if sent.posted.has("player") {
        let named: Vec<_> = sent.posted.values("player").collect();
        let missing: Vec<EntryId> = missing(&sent.access.event);
        missing.into_iter().filter(|id| named.contains(&id.to_string().as_str())).collect()
    } else {
        sent.of_shown(missing).await?
    };
    let command = |entry: EntryId| {
        (entry, EntryCommand::Withdraw { entry, from_round, leaving: Some(Leaving::default()) }.into())
    };
    let commands = entries.into_iter().map(command).collect();
    let said = move |count| match count {
        0 => "None of those whom the page showed is missing any more.".to_owned(),
        1 => format!("One player is left out from round {from_round} on."),
        count => format!("{count} players are left out from round {from_round} on."),
    };
    sent.carry_out_all(&to, commands, said).await
}

fn published_meanwhile(round: RoundNumber) -> String {
    format!(
        "Round {round} was published meanwhile, so nobody is left out of it. Look again who is not here: they can be left out from the next round on."
    )
}

/// Gives pairing numbers anew.
pub async fn number(FromArbiter(sent): FromArbiter) -> Answer {
    let by: Numbering = sent
        .posted
        .value("by")
        .parse()
        .map_err(|_| AppError::unprocessable("Number the players by rating, by name or by lots."))?;
    if by != Numbering::Rating && sent.access.event.published_rounds() > 0 {
        return Err(AppError::unprocessable("The event has begun: only the ratings give new numbers now."));
    }
    let order = numbered(&sent.access.event, by).map_err(AppError::internal)?;
    let deed = Deed::new(back(&sent), "The players have new numbers.");
    sent.carry_out(deed, EntryCommand::NumberEntries { order }).await
}

/// Takes the ratings that this program keeps, of everybody who is known by account or number.
pub async fn ratings(FromArbiter(sent): FromArbiter) -> Answer {
    let event = sent.access.event.clone();
    if !event.settings.own_ratings || event.published_rounds() > 0 {
        return Err(AppError::unprocessable(
            "Ratings are taken before the first round, in an event whose settings say that it uses them.",
        ));
    }
    let (people, of) = (sent.state.publisher.people().await?, event.clone());
    let (new, unknown) = db::block(move || Ok::<_, AppError>(people.new_ratings(&of))).await?;
    let command = |(id, rating): (EntryId, u16)| {
        let entry = event.entry(id).ok()?;
        let details = EntryDetails { rating: Some(rating), ..entry.details.clone() };
        Some((id, EntryCommand::ChangeEntry { entry: id, details, seen: entry.revision }.into()))
    };
    let commands = new.into_iter().filter_map(command).collect();
    let to = sent.access.path("/entries");
    let rest = match unknown {
        0 => String::new(),
        1 => {
            " One player is not known here by account, by number or from the ratings: what was entered stays."
                .to_owned()
        }
        many => format!(
            " {many} players are not known here by account, by number or from the ratings: what was entered stays."
        ),
    };
    let said = |count| match count {
        0 if unknown > 0 => {
            format!("Nobody who is known here has another rating than the program's own.{rest}")
        }
        0 => "Nobody's rating is another than the program's own.".to_owned(),
        1 => format!("One player has a new rating.{rest}"),
        count => format!("{count} players have new ratings.{rest}"),
    };
    sent.carry_out_all(&to, commands, said).await
}
