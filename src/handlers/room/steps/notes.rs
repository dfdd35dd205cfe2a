//! What is noted: the engagement begins, a Seer is consulted, an incident, a fallen flag, a disqualification.

use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use tiger_rules::GamePoints;

use super::{StepForm, player_in};
use crate::auth::{EventAccess, Posted};
use crate::domain::command::Command;
use crate::domain::ids::RulingId;
use crate::domain::points_text::parse_game_points;
use crate::domain::protocol::{IncidentKind, Phase};
use crate::domain::text::{Article, Reason};
use crate::error::AppError;
use crate::handlers::room::Room;
use crate::state::AppState;

const ENGAGE: StepForm = StepForm {
    name: "engage",
    anchor: "#stage",
    button: "Begin",
    said: "The engagement has begun.",
    form: |forms| &mut forms.act,
};

const SEER: StepForm = StepForm {
    name: "seer",
    anchor: "#seers",
    button: "Consult",
    said: "The consultation is counted.",
    form: |forms| &mut forms.act,
};

const INCIDENT: StepForm = StepForm {
    name: "incident",
    anchor: "#happened",
    button: "Note it",
    said: "Noted, and in the register.",
    form: |forms| &mut forms.incident,
};

const FLAG: StepForm = StepForm {
    name: "flag",
    anchor: "#flag",
    button: "The flag has fallen",
    said: "The flag is noted.",
    form: |forms| &mut forms.flag,
};

const DISQUALIFY: StepForm = StepForm {
    name: "disqualify",
    anchor: "#disqualify",
    button: "Disqualify",
    said: "The disqualification is recorded as a ruling.",
    form: |forms| &mut forms.disqualify,
};

/// Says that the deployment is over.
///
/// # Errors
/// For anybody but arbiters.
pub async fn engage(
    state: Data<AppState>,
    request: HttpRequest,
    access: EventAccess,
    posted: Posted,
) -> Result<HttpResponse, AppError> {
    access.require_arbiter()?;
    let room = Room::open(&request, &access)?;
    let command = Command::BeginEngagement { game: room.game.id };
    ENGAGE.carry_out(&room, &state, &posted, command).await
}

/// Counts a consultation with a Seer.
///
/// # Errors
/// For anybody but the players and the arbiters.
pub async fn consult(
    state: Data<AppState>,
    request: HttpRequest,
    access: EventAccess,
    posted: Posted,
) -> Result<HttpResponse, AppError> {
    let room = Room::open(&request, &access)?;
    let player = room.player(&posted)?;
    // A record that was handed in is complete or old; only a sheet that is kept says whose move it is.
    let command = Command::ConsultSeer { game: room.game.id, player, turn: room.turn_now(&state).await? };
    SEER.carry_out(&room, &state, &posted, command).await
}

/// Notes an incident.
///
/// # Errors
/// For anybody but arbiters.
pub async fn incident(
    state: Data<AppState>,
    request: HttpRequest,
    access: EventAccess,
    posted: Posted,
) -> Result<HttpResponse, AppError> {
    access.require_arbiter()?;
    let room = Room::open(&request, &access)?;
    let Some(kind) = IncidentKind::from_key(posted.value("kind")) else {
        return INCIDENT.refuse(&room, &posted, "kind", "Choose what sort of incident it was.");
    };
    let Some(player) = player_in(&posted, "player") else {
        return INCIDENT.refuse(&room, &posted, "player", "Say whom it concerns.");
    };
    let words = match Reason::parse(posted.value("words")) {
        Ok(words) => words,
        Err(error) => return INCIDENT.refuse(&room, &posted, "words", error.to_string()),
    };
    let article = match Article::parse_optional(posted.value("article")) {
        Ok(article) => article,
        Err(error) => return INCIDENT.refuse(&room, &posted, "article", error.to_string()),
    };
    let command = Command::NoteIncident { game: room.game.id, kind, player, words, article };
    INCIDENT.carry_out(&room, &state, &posted, command).await
}

/// Notes a fallen flag.
///
/// # Errors
/// For anybody but arbiters.
pub async fn flag(
    state: Data<AppState>,
    request: HttpRequest,
    access: EventAccess,
    posted: Posted,
) -> Result<HttpResponse, AppError> {
    access.require_arbiter()?;
    let room = Room::open(&request, &access)?;
    let Some(Some(player)) = player_in(&posted, "player") else {
        return FLAG.refuse(&room, &posted, "player", "Say whose flag has fallen.");
    };
    let phase = match posted.value("phase") {
        "deployment" => Phase::Deployment,
        "engagement" | "" => Phase::Engagement,
        _ => return FLAG.refuse(&room, &posted, "phase", "Choose the phase."),
    };
    let command = Command::FlagFallen {
        game: room.game.id,
        player,
        phase,
        bearer_captured: posted.has("bearer"),
        planting_inevitable: posted.has("planting"),
        seen: posted.version()?,
    };
    FLAG.carry_out(&room, &state, &posted, command).await
}

/// Disqualifies a player, or both.
///
/// # Errors
/// For anybody but arbiters.
pub async fn disqualify(
    state: Data<AppState>,
    request: HttpRequest,
    access: EventAccess,
    posted: Posted,
) -> Result<HttpResponse, AppError> {
    access.require_arbiter()?;
    let room = Room::open(&request, &access)?;
    let Some(offender) = player_in(&posted, "offender") else {
        return DISQUALIFY.refuse(&room, &posted, "offender", "Say who is disqualified.");
    };
    let awarded = match (offender, posted.value("awarded").trim()) {
        (None, "") => GamePoints::ZERO,
        (Some(_), "") => {
            let sentence = "The opponent gets what you award: enter the points, or 0.";
            return DISQUALIFY.refuse(&room, &posted, "awarded", sentence);
        }
        (_, text) => match parse_game_points(text) {
            Ok(points) => points,
            Err(sentence) => return DISQUALIFY.refuse(&room, &posted, "awarded", sentence),
        },
    };
    let reason = match Reason::parse(posted.value("reason")) {
        Ok(reason) => reason,
        Err(error) => return DISQUALIFY.refuse(&room, &posted, "reason", error.to_string()),
    };
    let article = match Article::parse_optional(posted.value("article")) {
        Ok(article) => article,
        Err(error) => return DISQUALIFY.refuse(&room, &posted, "article", error.to_string()),
    };
    let command = Command::Disqualify {
        ruling: RulingId::new(),
        game: room.game.id,
        offender,
        awarded,
        reason,
        article,
        seen: posted.version()?,
    };
    DISQUALIFY.carry_out(&room, &state, &posted, command).await
}
