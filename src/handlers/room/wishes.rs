//! What a player says and asks for by themselves; what an arbiter answers.

use tiger_event::wish::Asked;
use tiger_event::{ByeKind, EntryCommand, EntryId, WishCommand};

use crate::error::AppError;
use crate::handlers::submission::{Answer, Deed, FromArbiter, Submission};
use crate::pages::{Tone, see_other_saying};

pub async fn say_here(sent: Submission) -> Answer {
    let (_, entry) = sent.access.require_player()?;
    let deed = Deed::new(sent.access.path("/me"), "An arbiter confirms it.");
    sent.carry_out(deed, WishCommand::SayHere { entry }).await
}

/// The player asks for a bye, or to leave.
pub async fn ask(sent: Submission) -> Answer {
    let (_, entry) = sent.access.require_player()?;
    let round = sent.posted.value("round").parse();
    let round = round.map_err(|_| AppError::unprocessable("Choose a round from the list."))?;
    let asked = match (sent.posted.value("asks"), ByeKind::from_code(sent.posted.value("kind"))) {
        ("leave", _) => Asked::Leave { from_round: round },
        ("bye", Some(kind)) => Asked::Bye { round, kind },
        _ => return Err(AppError::unprocessable("Choose a bye from the list.")),
    };
    let deed = Deed::new(sent.access.path("/me"), "An arbiter sees it now, and answers.");
    sent.carry_out(deed, WishCommand::MakeWish { entry, asked }).await
}

pub async fn take_back(sent: Submission) -> Answer {
    let (_, entry) = sent.access.require_player()?;
    let wish = sent.access.named("wish", "wish")?;
    let deed = Deed::new(sent.access.path("/me"), "It is taken back.");
    sent.carry_out(deed, WishCommand::TakeBackWish { entry, wish }).await
}

pub async fn decide(FromArbiter(sent): FromArbiter) -> Answer {
    let id: EntryId = sent.access.entry()?.id;
    let wanted: u64 = sent.access.named("wish", "wish")?;
    let queue = sent.access.path("/queue");
    let event = &sent.access.event;
    let open = event.open_wishes().into_iter().find(|(entry, wish)| entry.id == id && wish.id == wanted);
    let name = event.name_of(id).to_owned();
    if !["accept", "refuse"].contains(&sent.posted.value("decision")) {
        return Err(AppError::unprocessable("Accept the wish, or refuse it."));
    }
    if sent.posted.value("decision") == "refuse" {
        let deed = Deed::new(queue, format!("Refused; {name} sees it on their own page."));
        return sent.carry_out(deed, WishCommand::RefuseWish { entry: id, wish: wanted }).await;
    }
    let next = event.published_rounds().saturating_add(1);
    let asked = open.map(|(_, wish)| wish.asked);
    let (command, said) = match asked {
        // A round may have been published since it was asked for.
        Some(Asked::Leave { from_round }) => {
            let from_round = from_round.max(next);
            let said = format!("{name} leaves; the first round without them is round {from_round}.");
            let leaving = Some(event.leaving_by_rule(id, from_round)?);
            (EntryCommand::Withdraw { entry: id, from_round, leaving }, said)
        }
        Some(Asked::Bye { round, kind }) => {
            let said = format!("{name} has a {} in round {round}.", kind.title());
            (EntryCommand::RequestBye { entry: id, round, kind: Some(kind) }, said)
        }
        None => {
            let again = "This wish does not wait any more: it was taken back, or somebody has answered.";
            return Ok(see_other_saying(&queue, Tone::Warning, again));
        }
    };
    let deed = Deed::new(queue, said);
    if let Some(asked) = sent.ask_first(&deed, &command.clone().into()).await? {
        return Ok(asked);
    }
    sent.carry_out(deed, command).await
}
