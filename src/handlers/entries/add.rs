//! Entering players: one by a form, many by pasted lines, a CSV file or a report file, which are looked at first.

use std::borrow::Cow;

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::Data;
use tiger_pairing::trf;

use crate::auth::EventAccess;
use crate::auth::Posted;
use crate::domain::command::{Command, NewEntry};
use crate::domain::entry::EntryDetails;
use crate::domain::ids::EntryId;
use crate::domain::roster::{Roster, RosterError, decode, is_report};
use crate::error::AppError;
use crate::ledger::{OnceKey, Order};
use crate::pages::Page;
use crate::pages::entries::{AddEntriesPage, LineRow, PreviewPage};
use crate::pages::event::EventTab;
use crate::pages::flash::see_other_saying;
use crate::pages::form::FormView;
use crate::pages::parts::Tone;
use crate::services;
use crate::state::AppState;

/// The three forms of the page.
struct Forms {
    single: FormView,
    paste: FormView,
    file: FormView,
}

impl Forms {
    fn fresh() -> Self {
        Self {
            single: FormView::new("player").with_idempotency(OnceKey::new().as_str()),
            paste: FormView::new("paste"),
            file: FormView::new("file"),
        }
    }
}

/// The page.
pub async fn show(access: EventAccess) -> Result<HttpResponse, AppError> {
    access.require_arbiter()?;
    page(&access, Forms::fresh()).answer()
}

/// Enters one player.
pub async fn add(
    state: Data<AppState>,
    access: EventAccess,
    posted: Posted,
) -> Result<HttpResponse, AppError> {
    access.require_arbiter()?;
    let mut forms = Forms { single: posted.view("player"), ..Forms::fresh() };
    let Some(details) = super::entry::read_details(&mut forms.single) else {
        return page(&access, forms).answer_with(StatusCode::UNPROCESSABLE_ENTITY);
    };
    let said = format!("{} is entered.", details.name);
    match enter(&state, &access, &posted, vec![details]).await {
        Ok(()) => Ok(see_other_saying(&access.path("/entries/add"), Tone::Good, &said)),
        Err(AppError::Unprocessable(sentence)) => {
            forms.single.reject("name", sentence);
            page(&access, forms).answer_with(StatusCode::UNPROCESSABLE_ENTITY)
        }
        Err(error) => Err(error),
    }
}

/// Shows what was pasted, line by line.
pub async fn preview(access: EventAccess, posted: Posted) -> Result<HttpResponse, AppError> {
    access.require_arbiter()?;
    match read(&access, posted.value("kind"), posted.value("text")) {
        Ok(roster) => preview_page(&access, posted.value("kind"), posted.value("text"), &roster).answer(),
        Err(error) => {
            let mut forms = Forms { paste: posted.view("paste"), ..Forms::fresh() };
            forms.paste.reject("text", error.to_string());
            page(&access, forms).answer_with(StatusCode::UNPROCESSABLE_ENTITY)
        }
    }
}

/// Shows what a file holds, line by line.
pub async fn upload(access: EventAccess, posted: Posted) -> Result<HttpResponse, AppError> {
    access.require_arbiter()?;
    let read = match posted.file("file") {
        None => Err("Choose a file first.".to_owned()),
        Some(file) => read_file(&access, &file.bytes).map_err(|error| error.to_string()),
    };
    match read {
        Ok((kind, text, roster)) => preview_page(&access, kind, &text, &roster).answer(),
        Err(sentence) => {
            let mut forms = Forms::fresh();
            forms.file.reject("file", sentence);
            page(&access, forms).answer_with(StatusCode::UNPROCESSABLE_ENTITY)
        }
    }
}

/// Enters the good lines of a list.
pub async fn import(
    state: Data<AppState>,
    access: EventAccess,
    posted: Posted,
) -> Result<HttpResponse, AppError> {
    access.require_arbiter()?;
    let (kind, text) = (posted.value("kind"), posted.value("text"));
    let roster = match read(&access, kind, text) {
        Ok(roster) => roster,
        Err(error) => return rejected_list(&access, kind, text, &Roster::default(), &error.to_string()),
    };
    let players: Vec<_> = roster.players().cloned().collect();
    let said = match players.len() {
        1 => "One player is entered.".to_owned(),
        count => format!("{count} players are entered."),
    };
    match enter(&state, &access, &posted, players).await {
        Ok(()) => Ok(see_other_saying(&access.path("/entries"), Tone::Good, &said)),
        Err(AppError::Unprocessable(sentence)) => rejected_list(&access, kind, text, &roster, &sentence),
        Err(error) => Err(error),
    }
}

fn rejected_list(
    access: &EventAccess,
    kind: &str,
    text: &str,
    roster: &Roster,
    sentence: &str,
) -> Result<HttpResponse, AppError> {
    let mut page = preview_page(access, kind, text, roster);
    page.0.form.reject("text", sentence);
    page.answer_with(StatusCode::UNPROCESSABLE_ENTITY)
}

/// A file's kind, its text and what it holds. Report files of older programs are not UTF-8.
fn read_file<'a>(
    access: &EventAccess,
    bytes: &'a [u8],
) -> Result<(&'static str, Cow<'a, str>, Roster), RosterError> {
    let (kind, text) =
        if is_report(bytes) { ("trf", trf::decode(bytes)) } else { ("csv", Cow::Borrowed(decode(bytes)?)) };
    let roster = read(access, kind, &text)?;
    Ok((kind, text, roster))
}

fn read(access: &EventAccess, kind: &str, text: &str) -> Result<Roster, RosterError> {
    let taken: Vec<_> = access.event.entries.values().map(|entry| entry.details.name.as_str()).collect();
    match kind {
        "csv" => Roster::from_csv(text, &taken),
        "trf" => Roster::from_report(text, &taken),
        _ => Roster::from_lines(text, &taken),
    }
}

async fn enter(
    state: &Data<AppState>,
    access: &EventAccess,
    posted: &Posted,
    players: Vec<EntryDetails>,
) -> Result<(), AppError> {
    let first_round = super::open_round(&access.event);
    let entries =
        players.into_iter().map(|details| NewEntry { id: EntryId::new(), details, first_round }).collect();
    let order =
        Order::new(access.actor()?, access.event.id, Command::AddEntries { entries }).once(posted.once()?);
    services::carry_out(state, order).await.map(|_| ())
}

fn page(access: &EventAccess, forms: Forms) -> Page<AddEntriesPage> {
    Page(AddEntriesPage {
        frame: access.frame(Some(EventTab::Entries)).under("Entries", access.path("/entries")),
        base: access.base(),
        single: forms.single,
        paste: forms.paste,
        file: forms.file,
        is_late: super::open_round(&access.event) > 1,
    })
}

fn preview_page(access: &EventAccess, kind: &str, text: &str, roster: &Roster) -> Page<PreviewPage> {
    let form = FormView::new("list")
        .with_value("kind", kind)
        .with_value("text", text)
        .with_idempotency(OnceKey::new().as_str());
    let lines: Vec<_> = roster.lines.iter().map(line_row).collect();
    let bad = roster.mistakes();
    Page(PreviewPage {
        frame: access
            .frame(Some(EventTab::Entries))
            .under("Entries", access.path("/entries"))
            .under("Add players", access.path("/entries/add")),
        base: access.base(),
        form,
        good: lines.len() - bad,
        bad,
        lines,
    })
}

fn line_row(line: &crate::domain::roster::Line) -> LineRow {
    let text = |label: &Option<crate::domain::text::Label>| {
        label.as_ref().map(ToString::to_string).unwrap_or_default()
    };
    let fields = line.player.as_ref().ok().map(|player| {
        let rating = player.rating.map(|rating| rating.to_string()).unwrap_or_default();
        [player.name.to_string(), text(&player.club), text(&player.federation), rating]
    });
    let mistake = line.player.as_ref().err().cloned().unwrap_or_default();
    LineRow { number: line.number, text: line.text.clone(), fields, mistake }
}
