//! What is noted: the engagement begins, a Seer is consulted, an incident, a fallen flag, a disqualification.

use tiger_event::points_text::parse_award;
use tiger_event::protocol::{Incident, Phase};
use tiger_event::{Article, IncidentKind, NoteCommand, PersonName, Reason, ResultCommand, seat_number};
use tiger_rules::GamePoints;

use super::{answer, player_or_none, step};
use crate::access::Room;
use crate::clock;
use crate::handlers::room::player_of;
use crate::handlers::room::reckoned::{is_bearer_captured, turn};
use crate::handlers::submission::{Answer, FromArbiter, Submission};

/// Says that the deployment is over.
pub async fn engage(FromArbiter(sent): FromArbiter) -> Answer {
    let game = Room::of(&sent.access)?.game.id;
    let deed = step(&sent, "#stage", "Begin", "The engagement has begun.")?;
    answer(sent, deed, Some(NoteCommand::BeginEngagement { game }), |page| &mut page.forms.steps.act).await
}

pub async fn consult(sent: Submission) -> Answer {
    let room = Room::of(&sent.access)?;
    let (game, player) = (room.game.id, player_of(&room, &sent.posted)?);
    let turn = turn(&room, &sent.state).await?;
    let deed = step(&sent, "#seers", "Consult", "The consultation is counted.")?;
    answer(sent, deed, Some(NoteCommand::ConsultSeer { game, player, turn }), |page| {
        &mut page.forms.steps.act
    })
    .await
}

/// Appoints a player's Seer for this game.
pub async fn appoint(FromArbiter(mut sent): FromArbiter) -> Answer {
    let game = Room::of(&sent.access)?.game.id;
    let form = &mut sent.form;
    let player = form.read("player", |text| seat_number::parse(text).ok_or("Say whose Seer it is."));
    let name = form.read("seer", PersonName::parse_optional);
    let command = || Some(NoteCommand::AppointSeer { game, player: player?, name: name? });
    let deed = step(&sent, "#seers", "Appoint", "The Seer is noted.")?;
    answer(sent, deed, command(), |page| &mut page.forms.steps.seer).await
}

const MINUTES: &str = "Minutes are a whole number, 600 at most.";

pub async fn incident(FromArbiter(mut sent): FromArbiter) -> Answer {
    let game = Room::of(&sent.access)?.game.id;
    let form = &mut sent.form;
    let kind =
        form.read("kind", |key| IncidentKind::from_key(key).ok_or("Choose what sort of incident it was."));
    let player = form.read("player", |text| player_or_none(text).ok_or("Say whom it concerns."));
    let words = form.read("words", Reason::parse);
    let article = form.read("article", Article::parse_optional);
    let minutes = form.read("minutes", |text| match text.trim() {
        "" => Ok(0),
        text => text.parse().ok().filter(|minutes| *minutes <= Incident::MOST_MINUTES).ok_or(MINUTES),
    });
    let command = || {
        let (kind, player, words, article, minutes) = (kind?, player?, words?, article?, minutes?);
        Some(NoteCommand::NoteIncident { game, kind, player, words, article, minutes })
    };
    let deed = step(&sent, "#happened", "Note it", "Noted, and in the register.")?;
    answer(sent, deed, command(), |page| &mut page.forms.steps.incident).await
}

pub async fn flag(FromArbiter(mut sent): FromArbiter) -> Answer {
    let game = Room::of(&sent.access)?.game.id;
    let form = &mut sent.form;
    let player = form.read("player", |text| seat_number::parse(text).ok_or("Say whose flag has fallen."));
    let phase = form.read("phase", |text| match text {
        "deployment" => Ok(Phase::Deployment),
        "engagement" | "" => Ok(Phase::Engagement),
        _ => Err("Choose the phase."),
    });
    let [bearer_captured, planting_inevitable] = ["bearer", "planting"].map(|name| sent.posted.has(name));
    let seen = sent.posted.version()?;
    if let (Some(player), Some(Phase::Engagement), false) = (player, phase, bearer_captured)
        && is_bearer_captured(&Room::of(&sent.access)?, &sent.state, player.other()).await?
    {
        let said = "By the moves on file the winner's Standard Bearer had been captured: say so here, or enter the result on its own page.";
        sent.form.reject("bearer", said);
    }
    let command = || {
        let (player, phase) = (player?, phase?);
        Some(NoteCommand::FlagFallen { game, player, phase, bearer_captured, planting_inevitable, seen })
    };
    let deed = step(&sent, "#flag", "The flag has fallen", "The flag is noted.")?;
    answer(sent, deed, command(), |page| &mut page.forms.steps.flag).await
}

/// Disqualifies a player, or both.
pub async fn disqualify(FromArbiter(mut sent): FromArbiter) -> Answer {
    let game = Room::of(&sent.access)?.game.id;
    sent.access.require_just_typed(&format!("/games/{game}/room#disqualify"))?;
    let (form, kind) = (&mut sent.form, sent.access.event.settings.game);
    let offender = form.read("offender", |text| player_or_none(text).ok_or("Say who is disqualified."));
    let awarded = form.read("awarded", |text| match (offender, text.trim()) {
        (Some(None), "") => Ok(GamePoints::ZERO),
        (_, "") => Err("The opponent gets what you award: enter the points, or 0.".to_owned()),
        (_, text) => parse_award(kind, text),
    });
    let reason = form.read("reason", Reason::parse);
    let article = form.read("article", Article::parse_optional);
    let (ruling, seen) = (clock::new_id(), sent.posted.version()?);
    let command = || {
        let (offender, awarded, reason, article) = (offender?, awarded?, reason?, article?);
        Some(ResultCommand::Disqualify { ruling, game, offender, awarded, reason, article, seen })
    };
    let deed = step(&sent, "#disqualify", "Disqualify", "The disqualification is recorded as a ruling.")?;
    answer(sent, deed, command(), |page| &mut page.forms.steps.disqualify).await
}
