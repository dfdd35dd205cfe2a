//! Claims: made by a player or an arbiter, looked into by the rules, judged by an arbiter; and calls of the arbiter.

use tiger_event::{ClaimCommand, ClaimKind, Reason};

use super::{answer, player_or_none, step, step_of};
use crate::access::Room;
use crate::error::AppError;
use crate::handlers::room::reckoned::finding;
use crate::handlers::submission::{Answer, FromArbiter, Submission};

pub async fn make(mut sent: Submission) -> Answer {
    let room = Room::of(&sent.access)?;
    let (game, form) = (room.game.id, &mut sent.form);
    let player = match room.seat {
        Some(seat) => Some(Some(seat)),
        None => form.read("player", |text| player_or_none(text).ok_or("Say who claims.")),
    };
    let kind = form.read("claim", |key| ClaimKind::from_key(key).ok_or("Choose what is claimed."));
    let finding = match kind {
        Some(kind) => finding(&room, &sent.state, kind).await?,
        None => None,
    };
    let command = || Some(ClaimCommand::MakeClaim { game, player: player?, kind: kind?, finding });
    if kind == Some(ClaimKind::Call) {
        let deed = step(&sent, "#waiting", "Call the arbiter", "The arbiter is called.")?;
        return answer(sent, deed, command(), |page| &mut page.forms.steps.act).await;
    }
    let deed = step(&sent, "#waiting", "Claim", "The claim waits for the arbiter.")?;
    answer(sent, deed, command(), |page| &mut page.forms.steps.claim).await
}

pub async fn judge(FromArbiter(mut sent): FromArbiter) -> Answer {
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
    let finding = finding(&room, &sent.state, claimed.kind).await?;
    let deed = match claimed.kind {
        ClaimKind::Call => step(&sent, "#board-steps", "I have been there", "The call is answered.")?,
        _ => step(&sent, "#waiting", "Grant the claim", "The claim is judged.")?,
    };
    let command = || {
        let (is_granted, reason) = (is_granted?, reason.ok()?);
        Some(ClaimCommand::JudgeClaim { game, claim, is_granted, finding, reason })
    };
    answer(sent, deed, command(), |page| &mut page.forms.steps.act).await
}
