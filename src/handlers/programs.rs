//! `/api/v1`: what other programs do for arbiters, through the same door as forms: a key against doing it twice, revisions
//! against overwriting, points seen before they count.

use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tiger_event::text::sentence;
use tiger_event::{Command, Event, Refusal, RoundCommand, Teller};
use utoipa::ToSchema;

use super::room::reckoned;
use super::rounds::draft::lots_drawn;
use super::submission::{Answer, prizes_ahead};
use crate::access::{EventAccess, ForArbiter, Program, Room};
use crate::db;
use crate::error::{AppError, Result};
use crate::exports::api::{self as written, types};
use crate::ledger::{CarriedOut, Committed, Newcomers, OnceKey, Order};
use crate::services::foresee::{ahead, departed, foresee};
use crate::services::pairing::{self, Start};
use crate::services::programs::{self, Scope};
use crate::services::records::{self, HandedIn, Sender};
use crate::services::{self, clocks, prizes};
use crate::state::{AppState, State};

const JSON: &str = "application/json";

/// How a round is drafted.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct WantedDraft {
    /// Whether nobody is paired, so that boards are made by hand.
    is_unpaired: bool,
}

/// A record of a game.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SentRecord {
    /// The text of the record (`.tgr`).
    text: String,
    /// Whether it is kept although the rules refuse it; then an arbiter is asked.
    #[serde(default)]
    anyway: bool,
}

/// What commands need of an event, for its arbiters: identifiers and revisions, drafts among the rest.
#[utoipa::path(
    get,
    path = "/api/v1/events/{slug}/desk",
    security(("token" = [])),
    responses((status = 200, body = types::Desk, description = "As asked"))
)]
pub async fn desk(request: HttpRequest, ForArbiter(access): ForArbiter) -> Answer {
    let may_enter = Program::of(&request).is_ok_and(|program| program.require(Scope::Entries).is_ok());
    Ok(HttpResponse::Ok().content_type(JSON).body(written::desk(&access.event, may_enter)?))
}

/// Gives a command, as the ledger writes it: an object whose field `do` names it. A change of points that stand is refused
/// until `confirmed` repeats the word that the refusal says.
#[utoipa::path(
    post,
    path = "/api/v1/events/{slug}/commands",
    request_body = serde_json::Value,
    security(("token" = [])),
    responses(
        (status = 200, body = types::Done, description = "As asked"),
        (status = 409, body = types::Problem, content_type = "application/problem+json", description = "Somebody was faster: both values"),
    )
)]
pub async fn command(request: HttpRequest, access: EventAccess, state: State, body: Bytes) -> Answer {
    let (program, event, key) = (Program::of(&request)?, access.event.clone(), key(&request)?);
    let sent = db::block(move || Sent::read(&program, &event, &key, &body)).await?;
    let Sent { command, confirmed, key } = sent;
    if let Some(answer) = answered(&access, &state, &key).await? {
        return Ok(answer);
    }
    let (ledger, event, new) =
        (state.ledger.clone(), access.event.id, Newcomers::by(&command, &access.event));
    db::block(move || ledger.check_own(event, &new)).await?;
    let command = reckoned(&access, &state, command).await?;
    ask_first(&access, &command, &confirmed).await?;
    let order = Order::new(access.actor()?, access.event.id, command).once(key);
    carry_out(&access, &state, order).await
}

/// Lets the program pair the next round, as a draft. A round that is drafted already has to be discarded first.
#[utoipa::path(
    post,
    path = "/api/v1/events/{slug}/draft",
    request_body = WantedDraft,
    security(("token" = [])),
    responses((status = 200, body = types::Done, description = "As asked"))
)]
pub async fn draft(request: HttpRequest, access: EventAccess, state: State, body: Bytes) -> Answer {
    Program::of(&request)?.require(Scope::Rounds)?;
    access.require_arbiter()?;
    let WantedDraft { is_unpaired } = if body.is_empty() { WantedDraft::default() } else { read(&body)? };
    let key = key(&request)?.of(&body);
    if let Some(answer) = answered(&access, &state, &key).await? {
        return Ok(answer);
    }
    let drafted = access.event.draft();
    if let Some(round) = drafted {
        let sentence = "is drafted already. Discard it first: `discard_draft`.";
        return Err(AppError::unprocessable(format!("Round {} {sentence}", round.number)));
    }
    let round = access.event.next_round();
    let round = round.ok_or_else(|| AppError::unprocessable("No round can be drafted now."))?;
    let event = lots_drawn(&state.ledger, access.actor()?, &access.event).await??;
    let (id, system) = (event.id, event.settings.format);
    let start = if is_unpaired { Start::Unpaired } else { Start::Proposal };
    let table = db::block(move || Ok::<_, AppError>(pairing::draft(&event, round, start)?)).await?;
    let command = RoundCommand::DraftRound { round, system, table };
    let order = Order::new(access.actor()?, id, command).once(key).seeing(&access.event);
    carry_out(&access, &state, order).await
}

/// Hands in the record of a game.
#[utoipa::path(
    post,
    path = "/api/v1/events/{slug}/games/{game}/records",
    request_body = SentRecord,
    security(("token" = [])),
    responses((status = 200, body = types::Done, description = "As asked"))
)]
pub async fn record(request: HttpRequest, access: EventAccess, state: State, body: Bytes) -> Answer {
    Program::of(&request)?.require(Scope::Results)?;
    let SentRecord { text, anyway } = read(&body)?;
    let room = Room::of(&access)?;
    let text = records::completed(&access.event, room.game, &text);
    let once = key(&request)?.of(&body);
    if let Some(answer) = answered(&access, &state, &once).await? {
        return Ok(answer);
    }
    let out_of_time = clocks::out_of_time(&state.clocks, room.game).await?;
    let sender = Sender { actor: access.actor()?, player: room.seat, out_of_time, once };
    match records::hand_in(&state.ledger, sender, (&access.event, room.game), &text, anyway).await? {
        HandedIn::Kept(done) => carried(&access, &done),
        HandedIn::Refused(fault) => Err(AppError::unprocessable(format!("The rules refuse it: {fault}"))),
    }
}

/// A command as a program sent it.
struct Sent {
    command: Command,
    /// Which change of points was seen; empty if none was.
    confirmed: String,
    key: OnceKey,
}

impl Sent {
    /// Reads what may be long beside the threads that answer requests.
    fn read(program: &Program, event: &Event, key: &OnceKey, body: &Bytes) -> Result<Self> {
        let mut sent: Value = read(body)?;
        let key = key.of_json(&sent);
        // A cast of dice has a field of that name, which is no word.
        let is_word = sent["confirmed"].is_string();
        let confirmed =
            sent.as_object_mut().filter(|_| is_word).and_then(|fields| fields.remove("confirmed"));
        let (command, scope) = programs::read_command(&sent)?;
        program.require(programs::scope_in(event, &command, scope))?;
        programs::check_seen(event, &sent)?;
        let confirmed = confirmed.as_ref().and_then(Value::as_str).unwrap_or_default().to_owned();
        Ok(Self { command, confirmed, key })
    }
}

fn read<T: DeserializeOwned>(body: &Bytes) -> Result<T> {
    serde_json::from_slice(body).map_err(|error| {
        AppError::unprocessable(sentence(&format!(
            "This is not the JSON that is wanted here: {}",
            programs::in_words(&error)
        )))
    })
}

fn key(request: &HttpRequest) -> Result<OnceKey> {
    let given = request.headers().get("idempotency-key").and_then(|value| value.to_str().ok());
    let given = given.and_then(|text| text.trim_matches('"').parse::<OnceKey>().ok());
    let wanted = "Send a header `Idempotency-Key` of 16 to 64 letters, digits and hyphens: a new one for each request, the \
                  same one when you send a request again.";
    given.ok_or_else(|| AppError::unprocessable(wanted))
}

/// What a request was answered that was carried out before: the same again, whatever happened since.
async fn answered(access: &EventAccess, state: &AppState, key: &OnceKey) -> Result<Option<HttpResponse>> {
    let (ledger, actor, event, key) = (state.ledger.clone(), access.actor()?, access.event.id, key.clone());
    let done = db::block(move || ledger.done(&actor, event, &key)).await?;
    let answer =
        |done: CarriedOut| told(done.entry.meta.seq, &done.entry.command, [&done.before, &done.after], true);
    done.map(answer).transpose()
}

/// Points that stand change only for who has seen what they change to.
async fn ask_first(access: &EventAccess, command: &Command, confirmed: &str) -> Result<()> {
    let (event, actor) = (&access.event, access.actor()?);
    match prizes_ahead(access, command).await?.map(|lists| prizes::fingerprint(&lists)) {
        Some(word) if word != confirmed => {
            return Err(AppError::unprocessable(format!(
                "This changes the list of the prizes that everybody sees. Send it again with `\"confirmed\": \"{word}\"`, if it shall."
            )));
        }
        Some(_) => return Ok(()),
        None => {}
    }
    let Some(game) = command.game() else {
        let departed = ahead(event, actor, command, departed).await?;
        return match departed.filter(|departed| !departed.changes.is_empty()).map(|it| it.fingerprint()) {
            Some(word) if word != confirmed => Err(AppError::unprocessable(format!(
                "This changes the points or places of players. Send it again with `\"confirmed\": \"{word}\"`, if it shall."
            ))),
            _ => Ok(()),
        };
    };
    if event.game(game).map_err(AppError::from)?.result.is_none() {
        return Ok(());
    }
    match ahead(event, actor, command, foresee).await? {
        Some(foreseen) if foreseen.fingerprint() != confirmed => Err(AppError::unprocessable(format!(
            "This changes a result that stands. Send it again with `\"confirmed\": \"{}\"`, if it shall.",
            foreseen.fingerprint()
        ))),
        _ => Ok(()),
    }
}

async fn carry_out(access: &EventAccess, state: &AppState, order: Order) -> Answer {
    match services::attempt(&state.ledger, order).await? {
        Ok(done) => carried(access, &done),
        Err(Refusal::Conflict(mut conflict)) => {
            conflict.theirs = format!("{} (entry {})", conflict.theirs, conflict.revision);
            Err(Refusal::Conflict(conflict).into())
        }
        Err(refusal) => Err(refusal.into()),
    }
}

fn carried(access: &EventAccess, done: &Committed) -> Answer {
    told(done.seq, &done.command, [&access.event, &done.event], done.is_repeat)
}

/// What was written; the event as it was before and afterwards.
fn told(seq: u64, command: &Command, [before, after]: [&Event; 2], is_repeat: bool) -> Answer {
    let told = Teller::after(after, before).tell(command);
    Ok(HttpResponse::Ok().content_type(JSON).body(written::done(seq, told, is_repeat)?))
}
