//! A scoresheet: looked at, written on, taken back, handed in.

use actix_web::http::StatusCode;
use tiger_event::Scoresheet;
use tiger_event::legal_moves::Help;
use tiger_event::permission::Role;
use tiger_event::scoresheet::Holder;
use tiger_rules::Touched;

use super::record;
use crate::access::{EventAccess, Room};
use crate::error::{AppError, Result};
use crate::handlers::query;
use crate::handlers::submission::{Answer, Submission};
use crate::pages::scoresheet::{Asked, CLOSED, ScoresheetPage, Told, is_open};
use crate::pages::{FormView, Page, see_other};
use crate::services::scoresheets::{
    self, Base, Change, Refused, TOUCH, Written, reached, replay, shown, stated,
};
use crate::state::{AppState, State};

/// Whose sheet this person writes.
fn holder(room: &Room<'_>) -> Result<Holder> {
    match room.access.role {
        Role::Player(entry) => Ok(Holder::Player(entry)),
        _ => Ok(Holder::Arbiter(room.access.viewer.require_signed_in()?.user.id)),
    }
}

/// The sheet that an address asks for: one's own, or for arbiters a player's.
fn asked_holder(room: &Room<'_>, asked: &Asked) -> Result<Holder> {
    match asked.of {
        None => holder(room),
        Some(seat) if room.is_arbiter() => Ok(Holder::Player(room.game.player(seat))),
        Some(_) => Err(AppError::forbidden("A scoresheet is its holder's own until it is handed in.")),
    }
}

/// Lets pass what was written for this holder; forms without script name none, and their token is of one session. What
/// waited on a device may be somebody else's who used it before.
fn require_own(holder: Holder, named: &str) -> Result<()> {
    if named.is_empty() || named == holder.to_string() {
        return Ok(());
    }
    Err(AppError::forbidden(
        "These moves were written on somebody else's scoresheet: they are not written on yours.",
    ))
}

fn require_open(room: &Room<'_>) -> Result<()> {
    if room.help() == Help::Closed {
        return Err(AppError::unprocessable(CLOSED));
    }
    if is_open(room) {
        return Ok(());
    }
    Err(AppError::unprocessable(
        "The event is finished: nothing is written on the scoresheets of its games any more.",
    ))
}

pub async fn show(state: State, access: EventAccess) -> Answer {
    let room = Room::of(&access)?;
    let asked = query(access.viewer.request(), "page")?;
    let holder = asked_holder(&room, &asked)?;
    let sheet = scoresheets::load(&state.db, room.event, room.game.id, holder).await?;
    Page(page(&state, &room, &sheet, &asked, Told::default()).await?).answer()
}

async fn page(
    state: &AppState,
    room: &Room<'_>,
    sheet: &Scoresheet,
    asked: &Asked,
    told: Told,
) -> Result<ScoresheetPage> {
    let line = state.live_games.line(&state.db, room.event, room.game).await?;
    ScoresheetPage::of(room, (sheet, line.as_ref()), asked, told)
}

pub async fn write(sent: Submission) -> Answer {
    let typed = sent.posted.value("moves").to_owned();
    change(&sent, Change::Add(typed)).await
}

pub async fn take_back(sent: Submission) -> Answer {
    let keep = sent.posted.value("keep").parse().map_err(|_| {
        AppError::unprocessable("Say how many moves shall stay, as the buttons of the sheet do.")
    });
    Room::of(&sent.access)?;
    change(&sent, Change::KeepFirst(keep?)).await
}

async fn change(sent: &Submission, change: Change) -> Answer {
    let (room, posted, db) = (Room::of(&sent.access)?, &sent.posted, &sent.state.db);
    require_open(&room)?;
    let holder = holder(&room)?;
    require_own(holder, posted.value("holder"))?;
    let place = (&sent.access.event, room.game);
    let typed = posted.value("moves");
    let form = |moves: &str| FormView::fresh("moves-form").with_value("moves", moves);
    let base = match posted.value("after") {
        "" => Base::Revision(posted.version()?),
        stand => Base::Stand(stand.to_owned()),
    };
    let (keys, is_watched) = ((base, posted.key_of_page()?), room.help() != Help::Full);
    let written = scoresheets::write(db, place, holder, keys, (change, is_watched)).await;
    sent.state.live_games.forget(room.game.id);
    let (sheet, told, status) = match written {
        Ok(Written::Done { refused: None, .. }) => return Ok(see_other(&room.path("/scoresheet#board"))),
        // Who taps another force of their own after one means that one.
        Ok(Written::Done { sheet, refused: Some(refused), added: 0 })
            if let Some(other) = other_force(&room, &sheet, &refused) =>
        {
            return Ok(see_other(&room.path(&format!("/scoresheet?from={other}#board"))));
        }
        Ok(Written::Done { sheet, refused, added }) => {
            let form = form(refused.as_ref().map_or("", |refused| &refused.rest));
            let told = Told { refused, added, form: Some(form), ..Told::default() };
            (sheet, told, StatusCode::UNPROCESSABLE_ENTITY)
        }
        Ok(Written::Conflict { sheet }) => {
            let told = Told { conflict: Some(typed.to_owned()), form: Some(form(typed)), ..Told::default() };
            (sheet, told, StatusCode::CONFLICT)
        }
        Err(AppError::Unprocessable(sentence)) => {
            let sheet = scoresheets::load(db, room.event, room.game.id, holder).await?;
            let form = form(typed).with_error("moves", sentence);
            (sheet, Told { form: Some(form), ..Told::default() }, StatusCode::UNPROCESSABLE_ENTITY)
        }
        Err(error) => return Err(error),
    };
    Page(page(&sent.state, &room, &sheet, &Asked::default(), told).await?).answer_with(status)
}

/// The position of a force that can move, where somebody tapped another force first and then this one.
fn other_force(room: &Room<'_>, sheet: &Scoresheet, refused: &Refused) -> Option<String> {
    let (_, to) = refused.text.split_once(TOUCH).filter(|_| refused.rest == refused.text)?;
    let now = reached(room.event, room.game, &sheet.moves).ok()?;
    let leads = |touched: &Touched| touched.touch.from.as_deref() == Some(to);
    now.position.list_touches().iter().any(leads).then(|| to.to_owned())
}

pub async fn hand_in(sent: Submission) -> Answer {
    let room = Room::of(&sent.access)?;
    require_open(&room)?;
    let place = (&sent.access.event, room.game);
    let sheet = scoresheets::load(&sent.state.db, room.event, room.game.id, holder(&room)?).await?;
    let again = async |told: Told, status: StatusCode| {
        Page(page(&sent.state, &room, &sheet, &Asked::default(), told).await?).answer_with(status)
    };
    if sheet.revision != sent.posted.version()? {
        let told = Told { conflict: Some(String::new()), ..Told::default() };
        return again(told, StatusCode::CONFLICT).await;
    }
    let replayed = replay(room.event, room.game, &sheet.moves).map_err(AppError::Unprocessable)?;
    let code = sent.posted.value("ending");
    let ending = replayed.reached.and_then(|now| match shown(room.event, room.game, &now) {
        Some(stated) => Ok(stated),
        None => stated(room.event, room.game, &now, code),
    });
    let handed_in = match ending {
        Ok(ending) => {
            let sender = record::sender(&sent, &room).await?;
            scoresheets::hand_in(&sent.state.ledger, sender, place, &sheet, ending).await
        }
        Err(sentence) => Err(AppError::Unprocessable(sentence)),
    };
    match handed_in {
        Ok(committed) => Ok(record::answer(&room, committed.event.games.get(&room.game.id))),
        Err(AppError::Unprocessable(sentence)) => {
            let told = Told { end: Some((Some(code.to_owned()), sentence)), ..Told::default() };
            again(told, StatusCode::UNPROCESSABLE_ENTITY).await
        }
        Err(error) => Err(error),
    }
}
