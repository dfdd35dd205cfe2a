//! Offers: a player makes one, the other answers.

use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use tiger_rules::InLieu;

use super::{StepForm, player_in, step_of};
use crate::auth::{EventAccess, Posted};
use crate::domain::command::Command;
use crate::domain::protocol::Offer;
use crate::error::AppError;
use crate::handlers::room::Room;
use crate::state::AppState;

const OFFER: StepForm = StepForm {
    name: "offer",
    anchor: "#board-steps",
    button: "Declare it",
    said: "Written down.",
    form: |forms| &mut forms.offer,
};

const ANSWER: StepForm = StepForm {
    name: "answer",
    anchor: "#board-steps",
    button: "Accept",
    said: "The answer is written down.",
    form: |forms| &mut forms.act,
};

/// Every offer with its word in forms.
pub(super) const OFFERS: [(&str, Offer); 9] = [
    ("draw", Offer::Draw),
    ("concession", Offer::Concession { in_lieu: None, bearer_captured: false }),
    ("concession-bearer", Offer::Concession { in_lieu: None, bearer_captured: true }),
    ("concession-locking-up", Offer::Concession { in_lieu: Some(InLieu::LockingUp), bearer_captured: false }),
    (
        "concession-direct-capture",
        Offer::Concession { in_lieu: Some(InLieu::DirectCapture), bearer_captured: false },
    ),
    ("concession-planting", Offer::Concession { in_lieu: Some(InLieu::Planting), bearer_captured: false }),
    ("checkmate-lost", Offer::InevitableCheckmate { against_himself: true }),
    ("checkmate-won", Offer::InevitableCheckmate { against_himself: false }),
    ("planting", Offer::InevitablePlanting),
];

/// Makes an offer.
///
/// # Errors
/// For anybody but the players and the arbiters.
pub async fn make(
    state: Data<AppState>,
    request: HttpRequest,
    access: EventAccess,
    posted: Posted,
) -> Result<HttpResponse, AppError> {
    let room = Room::open(&request, &access)?;
    let Some(player) = room.seat.or_else(|| player_in(&posted, "player").flatten()) else {
        return OFFER.refuse(&room, &posted, "player", "Say which player offers.");
    };
    let chosen = OFFERS.into_iter().find(|(key, _)| *key == posted.value("offer"));
    let Some((_, offer)) = chosen else {
        return OFFER.refuse(&room, &posted, "offer", "Choose what is offered.");
    };
    let command = Command::MakeOffer { game: room.game.id, player, offer };
    OFFER.carry_out(&room, &state, &posted, command).await
}

/// Accepts or declines an offer.
///
/// # Errors
/// As [`make`].
pub async fn answer(
    state: Data<AppState>,
    request: HttpRequest,
    access: EventAccess,
    posted: Posted,
) -> Result<HttpResponse, AppError> {
    let room = Room::open(&request, &access)?;
    let is_accepted = match posted.value("answer") {
        "accept" => true,
        "decline" => false,
        _ => return ANSWER.refuse(&room, &posted, "", "Accept the offer or decline it."),
    };
    let command = Command::AnswerOffer { game: room.game.id, offer: step_of(&posted)?, is_accepted };
    ANSWER.carry_out(&room, &state, &posted, command).await
}
