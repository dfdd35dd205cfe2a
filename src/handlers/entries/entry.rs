//! One player: details, byes, leaving and coming back.

use actix_web::http::StatusCode;
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};

use crate::auth::EventAccess;
use crate::auth::Posted;
use crate::domain::command::Command;
use crate::domain::entry::{ByeKind, Claim, Entry, EntryDetails, RoundNumber};
use crate::domain::roster::parse_rating;
use crate::domain::settings::Format;
use crate::domain::text::{Label, PersonName};
use crate::error::AppError;
use crate::ledger::{OnceKey, Order};
use crate::pages::Page;
use crate::pages::entries::EntryPage;
use crate::pages::event::EventTab;
use crate::pages::flash::see_other_saying;
use crate::pages::form::{Choice, FormView};
use crate::pages::parts::Tone;
use crate::services;
use crate::state::AppState;

/// The forms of the page.
struct Forms {
    details: FormView,
    bye: FormView,
    leave: FormView,
}

impl Forms {
    fn fresh(access: &EventAccess, entry: &Entry) -> Self {
        let text = |label: &Option<Label>| label.as_ref().map(ToString::to_string).unwrap_or_default();
        let open = super::open_round(&access.event).to_string();
        let key = || OnceKey::new().to_string();
        Self {
            details: FormView::new("entry")
                .with_value("name", entry.details.name.as_str())
                .with_value("club", text(&entry.details.club))
                .with_value("federation", text(&entry.details.federation))
                .with_value("rating", entry.details.rating.map(|r| r.to_string()).unwrap_or_default())
                .with_idempotency(key())
                .with_version(&entry.revision),
            bye: FormView::new("bye").with_value("round", open.clone()).with_idempotency(key()),
            leave: FormView::new("leave").with_value("from_round", open).with_idempotency(key()),
        }
    }
}

/// Reads name, club, federation and rating.
pub(in crate::handlers) fn read_details(form: &mut FormView) -> Option<EntryDetails> {
    let name = form.read("name", PersonName::parse);
    let club = form.read("club", Label::parse_optional);
    let federation = form.read("federation", Label::parse_optional);
    let rating = form.read("rating", parse_rating);
    Some(EntryDetails { name: name?, club: club?, federation: federation?, rating: rating? })
}

/// The page.
pub async fn show(request: HttpRequest, access: EventAccess) -> Result<HttpResponse, AppError> {
    access.require_arbiter()?;
    let entry = super::named(&request, &access)?;
    page(&access, entry, Forms::fresh(&access, entry)).answer()
}

/// Saves the details.
pub async fn save(
    state: Data<AppState>,
    request: HttpRequest,
    access: EventAccess,
    posted: Posted,
) -> Result<HttpResponse, AppError> {
    access.require_arbiter()?;
    let entry = super::named(&request, &access)?;
    let mut forms = Forms { details: posted.view("entry"), ..Forms::fresh(&access, entry) };
    let Some(details) = read_details(&mut forms.details) else {
        return page(&access, entry, forms).answer_with(StatusCode::UNPROCESSABLE_ENTITY);
    };
    let command = Command::ChangeEntry { entry: entry.id, details, seen: posted.version()? };
    match carry_out(&state, &access, &posted, command).await {
        Ok(()) => Ok(said(&access, entry, "Saved.")),
        Err(AppError::Unprocessable(sentence)) => {
            forms.details.reject("name", sentence);
            page(&access, entry, forms).answer_with(StatusCode::UNPROCESSABLE_ENTITY)
        }
        Err(AppError::Conflict { theirs, .. }) => {
            let sentence =
                format!("Somebody saved \"{theirs}\" meanwhile. Yours is below; saving again replaces it.");
            forms.details.reject("", sentence);
            // The page is made from the event as it stands, whose revision the next attempt carries.
            forms.details =
                forms.details.with_version(&entry.revision).with_idempotency(OnceKey::new().as_str());
            page(&access, entry, forms).answer_with(StatusCode::CONFLICT)
        }
        Err(error) => Err(error),
    }
}

/// Gives a bye, or takes it back.
pub async fn bye(
    state: Data<AppState>,
    request: HttpRequest,
    access: EventAccess,
    posted: Posted,
) -> Result<HttpResponse, AppError> {
    access.require_arbiter()?;
    let entry = super::named(&request, &access)?;
    let mut forms = Forms { bye: posted.view("bye"), ..Forms::fresh(&access, entry) };
    let round = forms.bye.read("round", read_round);
    let kind = forms.bye.read("kind", |code| match code {
        "" => Ok(None),
        code => ByeKind::from_code(code).map(Some).ok_or("Choose a bye from the list."),
    });
    let (Some(round), Some(kind)) = (round, kind) else {
        return page(&access, entry, forms).answer_with(StatusCode::UNPROCESSABLE_ENTITY);
    };
    let command = Command::RequestBye { entry: entry.id, round, kind };
    match carry_out(&state, &access, &posted, command).await {
        Ok(()) => Ok(said(&access, entry, "Saved.")),
        Err(AppError::Unprocessable(sentence)) => {
            forms.bye.reject("round", sentence);
            page(&access, entry, forms).answer_with(StatusCode::UNPROCESSABLE_ENTITY)
        }
        Err(error) => Err(error),
    }
}

/// Withdraws the player.
pub async fn withdraw(
    state: Data<AppState>,
    request: HttpRequest,
    access: EventAccess,
    posted: Posted,
) -> Result<HttpResponse, AppError> {
    leave_or_return(&state, &request, &access, &posted, true).await
}

/// Lets the player play again.
pub async fn reinstate(
    state: Data<AppState>,
    request: HttpRequest,
    access: EventAccess,
    posted: Posted,
) -> Result<HttpResponse, AppError> {
    leave_or_return(&state, &request, &access, &posted, false).await
}

async fn leave_or_return(
    state: &Data<AppState>,
    request: &HttpRequest,
    access: &EventAccess,
    posted: &Posted,
    is_leaving: bool,
) -> Result<HttpResponse, AppError> {
    access.require_arbiter()?;
    let entry = super::named(request, access)?;
    let mut forms = Forms { leave: posted.view("leave"), ..Forms::fresh(access, entry) };
    let Some(from_round) = forms.leave.read("from_round", read_round) else {
        return page(access, entry, forms).answer_with(StatusCode::UNPROCESSABLE_ENTITY);
    };
    let (command, sentence) = if is_leaving {
        (Command::Withdraw { entry: entry.id, from_round }, format!("Out from round {from_round} on."))
    } else {
        (
            Command::Reinstate { entry: entry.id, from_round },
            format!("Plays again from round {from_round} on."),
        )
    };
    match carry_out(state, access, posted, command).await {
        Ok(()) => Ok(said(access, entry, &sentence)),
        Err(AppError::Unprocessable(sentence)) => {
            forms.leave.reject("from_round", sentence);
            page(access, entry, forms).answer_with(StatusCode::UNPROCESSABLE_ENTITY)
        }
        Err(error) => Err(error),
    }
}

/// Removes the player from the list.
pub async fn remove(
    state: Data<AppState>,
    request: HttpRequest,
    access: EventAccess,
    posted: Posted,
) -> Result<HttpResponse, AppError> {
    access.require_arbiter()?;
    let entry = super::named(&request, &access)?;
    let sentence = format!("{} is no longer on the list.", entry.details.name);
    carry_out(&state, &access, &posted, Command::RemoveEntry { entry: entry.id }).await?;
    Ok(see_other_saying(&access.path("/entries"), Tone::Good, &sentence))
}

fn read_round(text: &str) -> Result<RoundNumber, &'static str> {
    text.trim().parse().ok().filter(|round| *round > 0).ok_or("Write the number of a round, such as 2.")
}

async fn carry_out(
    state: &Data<AppState>,
    access: &EventAccess,
    posted: &Posted,
    command: Command,
) -> Result<(), AppError> {
    let order = Order::new(access.actor()?, access.event.id, command).once(posted.once()?);
    services::carry_out(state, order).await.map(|_| ())
}

fn said(access: &EventAccess, entry: &Entry, sentence: &str) -> HttpResponse {
    see_other_saying(&access.path(&format!("/entries/{}", entry.id)), Tone::Good, sentence)
}

fn page(access: &EventAccess, entry: &Entry, forms: Forms) -> Page<EntryPage> {
    let open_round = super::open_round(&access.event);
    let byes = entry.byes.iter().map(|(round, kind)| (*round, kind.title().to_owned(), *round >= open_round));
    let claim = match entry.claim {
        Claim::None => "Nobody speaks for this player yet. Make a link and hand it over as a QR code.",
        Claim::Offered { .. } => "A link was made and not used yet. A new one replaces it.",
        Claim::Taken { .. } => "The player's phone is linked. A new link moves the entry to whoever uses it.",
    };
    Page(EntryPage {
        frame: access.frame(Some(EventTab::Entries)).under("Entries", access.path("/entries")),
        base: access.base(),
        row: super::row(entry),
        form: forms.details,
        leave: forms.leave,
        bye: forms.bye,
        byes: byes.collect(),
        bye_kinds: ByeKind::REQUESTABLE.map(|kind| Choice::new(kind.code(), kind.title())).to_vec(),
        takes_byes: matches!(access.event.settings.format, Format::Swiss | Format::Free),
        is_removable: open_round == 1,
        claim: claim.to_owned(),
        is_claimed: matches!(entry.claim, Claim::Taken { .. }),
        open_round,
        once: OnceKey::new().to_string(),
    })
}
