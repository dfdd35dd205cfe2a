//! Claims: made by a player or an arbiter, looked into by the rules, judged by an arbiter; and calls of the arbiter.

use super::{StepForm, player_or_none, step_of};
use crate::access::Room;
use crate::domain::command::ClaimCommand;
use crate::domain::protocol::ClaimKind;
use crate::domain::text::Reason;
use crate::error::AppError;
use crate::handlers::room::known;
use crate::handlers::submission::{Answer, Submission};

const CLAIM: StepForm = StepForm {
    place: "#waiting",
    button: "Claim",
    said: "The claim waits for the arbiter.",
    refill: |page, form| page.forms.steps.claim.refill(form),
};

const CALL: StepForm = StepForm {
    place: "#waiting",
    button: "Call the arbiter",
    said: "The arbiter is called.",
    refill: |page, form| page.forms.steps.act.refill(form),
};

const BEEN_THERE: StepForm =
    StepForm { place: "#board-steps", button: "I have been there", said: "The call is answered.", ..JUDGE };

const JUDGE: StepForm = StepForm {
    place: "#waiting",
    button: "Grant the claim",
    said: "The claim is judged.",
    refill: |page, form| page.forms.steps.act.refill(form),
};

pub async fn make(mut sent: Submission) -> Answer {
    let room = Room::of(&sent.access)?;
    let (game, form) = (room.game.id, &mut sent.form);
    let player = match room.seat {
        Some(seat) => Some(Some(seat)),
        None => form.read("player", |text| player_or_none(text).ok_or("Say who claims.")),
    };
    let kind = form.read("claim", |key| ClaimKind::from_key(key).ok_or("Choose what is claimed."));
    let known = known(&room, &sent.state).await?;
    let finding = |kind| known.and_then(|known| known.finding(kind));
    let command = || {
        let kind = kind?;
        Some(ClaimCommand::MakeClaim { game, player: player?, kind, finding: finding(kind) })
    };
    let step = if kind == Some(ClaimKind::Call) { CALL } else { CLAIM };
    step.answer(sent, command()).await
}

pub async fn judge(mut sent: Submission) -> Answer {
    sent.access.require_arbiter()?;
    let room = Room::of(&sent.access)?;
    let (game, claim) = (room.game.id, step_of(&sent.posted)?);
    let claims = &room.game.protocol.claims;
    let claimed = claims.iter().find(|claimed| claimed.step == claim).ok_or(AppError::not_found("claim"))?;
    let is_granted = match sent.posted.value("verdict") {
        "grant" => Some(true),
        "refuse" => Some(false),
        _ => {
            sent.form.reject("", "Grant the claim or refuse it.");
            None
        }
    };
    let reason = Reason::parse_optional(sent.posted.value("reason"))
        .map_err(|error| sent.form.reject("", format!("The reason: {error}")));
    let finding = known(&room, &sent.state).await?.and_then(|known| known.finding(claimed.kind));
    let step = if claimed.kind == ClaimKind::Call { BEEN_THERE } else { JUDGE };
    let command = || {
        let (is_granted, reason) = (is_granted?, reason.ok()?);
        Some(ClaimCommand::JudgeClaim { game, claim, is_granted, finding, reason })
    };
    step.answer(sent, command()).await
}
