//! Offers: a player makes one, the other answers.

use tiger_event::command::OfferCommand;
use tiger_event::protocol::Offer;
use tiger_event::seat_number;

use super::{answer as answer_form, step, step_of};
use crate::access::Room;
use crate::error::Result;
use crate::handlers::room::reckoned::{is_bearer_captured, under_a_flag};
use crate::handlers::submission::{Answer, Submission};
use crate::pages::room::OFFERS;

pub async fn make(mut sent: Submission) -> Answer {
    let room = Room::of(&sent.access)?;
    let (game, form) = (room.game.id, &mut sent.form);
    let player = match room.seat {
        Some(seat) => Some(seat),
        None => form.read("player", |text| seat_number::parse(text).ok_or("Say which player offers.")),
    };
    let offer = form.read("offer", |text| {
        let chosen = OFFERS.into_iter().find(|(key, _)| *key == text);
        chosen.map(|(_, offer)| offer).ok_or("Choose what is offered.")
    });
    refuse_under_a_flag(&mut sent).await?;
    let room = Room::of(&sent.access)?;
    if let (Some(player), Some(Offer::Concession { in_lieu: None, bearer_captured: false })) = (player, offer)
        && is_bearer_captured(&room, &sent.state, player.other()).await?
    {
        let words =
            Offer::Concession { in_lieu: None, bearer_captured: true }.words(room.event.settings.game);
        let said =
            format!("By the moves on file the winner's Standard Bearer had been captured: choose “{words}”.");
        sent.form.reject("offer", said);
    }
    let command = || {
        let (player, offer) = (player?, offer?);
        // Whoever offers what the other offers accepts it.
        Some(match room.game.equal_offer(player, offer) {
            Some(offer) => OfferCommand::AnswerOffer { game, offer, is_accepted: true },
            None => OfferCommand::MakeOffer { game, player, offer },
        })
    };
    let command = command();
    let deed = step(&sent, "#waiting", "Declare it", "Written down.")?;
    answer_form(sent, deed, command, |page| &mut page.forms.steps.offer).await
}

async fn refuse_under_a_flag(sent: &mut Submission) -> Result<()> {
    if let Some(said) = under_a_flag(&Room::of(&sent.access)?, &sent.state).await? {
        sent.form.reject("", said);
    }
    Ok(())
}

pub async fn answer(mut sent: Submission) -> Answer {
    let game = Room::of(&sent.access)?.game.id;
    let is_accepted = match sent.posted.value("answer") {
        "accept" => Some(true),
        "decline" => Some(false),
        _ => {
            sent.form.reject("", "Accept the offer or decline it.");
            None
        }
    };
    if is_accepted == Some(true) {
        refuse_under_a_flag(&mut sent).await?;
    }
    let offer = step_of(&sent.posted)?;
    let command = is_accepted.map(|is_accepted| OfferCommand::AnswerOffer { game, offer, is_accepted });
    let deed = step(&sent, "#waiting", "Accept", "The answer is written down.")?;
    answer_form(sent, deed, command, |page| &mut page.forms.steps.act).await
}
