//! Claims: made by a player or an arbiter, looked into by the rules, judged by an arbiter.

use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};

use super::{StepForm, player_in, step_of};
use crate::auth::{EventAccess, Posted};
use crate::domain::command::Command;
use crate::domain::protocol::ClaimKind;
use crate::domain::text::Reason;
use crate::error::AppError;
use crate::handlers::room::Room;
use crate::state::AppState;

const CLAIM: StepForm = StepForm {
    name: "claim",
    anchor: "#board-steps",
    button: "Claim",
    said: "The claim waits for the arbiter.",
    form: |forms| &mut forms.claim,
};

const JUDGE: StepForm = StepForm {
    name: "judge",
    anchor: "#board-steps",
    button: "Grant the claim",
    said: "The claim is judged.",
    form: |forms| &mut forms.act,
};

/// Makes a claim.
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
    let player = match room.seat {
        Some(seat) => Some(seat),
        None => match player_in(&posted, "player") {
            Some(player) => player,
            None => return CLAIM.refuse(&room, &posted, "player", "Say who claims."),
        },
    };
    let Some(kind) = ClaimKind::from_key(posted.value("claim")) else {
        return CLAIM.refuse(&room, &posted, "claim", "Choose what is claimed.");
    };
    let known = room.known(&state).await?;
    let finding = known.and_then(|known| known.finding(kind));
    let command = Command::MakeClaim { game: room.game.id, player, kind, finding };
    CLAIM.carry_out(&room, &state, &posted, command).await
}

/// Judges a claim.
///
/// # Errors
/// For anybody but arbiters.
pub async fn judge(
    state: Data<AppState>,
    request: HttpRequest,
    access: EventAccess,
    posted: Posted,
) -> Result<HttpResponse, AppError> {
    access.require_arbiter()?;
    let room = Room::open(&request, &access)?;
    let step = step_of(&posted)?;
    let claims = &room.game.protocol.claims;
    let claim = claims.iter().find(|claim| claim.step == step).ok_or(AppError::not_found("claim"))?;
    let is_granted = match posted.value("verdict") {
        "grant" => true,
        "refuse" => false,
        _ => return JUDGE.refuse(&room, &posted, "", "Grant the claim or refuse it."),
    };
    let reason = match Reason::parse_optional(posted.value("reason")) {
        Ok(reason) => reason,
        Err(error) => return JUDGE.refuse(&room, &posted, "", format!("The reason: {error}")),
    };
    let known = room.known(&state).await?;
    let finding = known.and_then(|known| known.finding(claim.kind));
    let command = Command::JudgeClaim { game: room.game.id, claim: step, is_granted, finding, reason };
    JUDGE.carry_out(&room, &state, &posted, command).await
}
