//! Entering players: one by a form, many by pasted lines, a CSV file or a report file, which are looked at first.

use std::borrow::Cow;
use std::sync::Arc;

use actix_web::http::StatusCode;
use actix_web::web::Query;
use serde::Deserialize;
use tiger_event::roster::{Line, Roster, RosterError, is_report};
use tiger_event::{EntryCommand, EntryDetails, EntryId, Event, NewEntry};

use super::field_of;
use crate::access::{EventAccess, ForArbiter};
use crate::clock;
use crate::db::ratings::RatingList;
use crate::db::{self, DbError};
use crate::error::{AppError, Result};
use crate::handlers::submission::{Answer, Deed, FromArbiter};
use crate::pages::entries::{AddEntriesPage, Lookup, OwnLookup, PreviewPage, read_player};
use crate::pages::{FormView, Page, Tone, see_other_saying};
use crate::services::import::text_of;
use crate::services::spreadsheet::{csv_of, is_spreadsheet};
use crate::state::{AppState, State};

/// Whom to look up in the rating list or in the program's own ratings, and whom of them to take.
#[derive(Debug, Deserialize)]
pub struct Asked {
    find: Option<String>,
    take: Option<String>,
    find_own: Option<String>,
    take_own: Option<EntryId>,
}

/// The page; with a rating list, who is found in it, and the form filled with whom the arbiter takes.
pub async fn show(state: State, ForArbiter(access): ForArbiter, asked: Query<Asked>) -> Answer {
    let mut page = AddEntriesPage::of(&access);
    if access.event.settings.own_ratings {
        own_ratings(&state, &access, &asked, &mut page).await?;
    }
    let list = RatingList::at(state.config.ratings.file.clone());
    if list.is_there() {
        let Asked { find, take, .. } = asked.into_inner();
        let find = find.unwrap_or_default();
        let mut form = FormView::new("lookup").with_value("find", find.as_str());
        let (found, taken) = db::block(move || {
            let taken = take.map_or_else(|| Ok(Vec::new()), |id| list.find(&id))?;
            Ok::<_, DbError>((list.find(&find)?, taken))
        })
        .await?;
        match &taken[..] {
            [] => {}
            [player] => {
                page.single = std::mem::replace(&mut page.single, FormView::new("player")).with_rated(player);
            }
            several => form.reject(
                "find",
                format!("The list has this ID {} times: type in by hand which of them it is.", several.len()),
            ),
        }
        page.lookup = Some(Lookup { form, found });
    }
    Page(page).answer()
}

/// Who is found in the ratings that this program keeps, and the form filled with whom the arbiter takes of them.
async fn own_ratings(
    state: &AppState,
    access: &EventAccess,
    asked: &Asked,
    page: &mut AddEntriesPage,
) -> Result<()> {
    let (people, game) = (state.publisher.people().await?, access.event.settings.game);
    let find = asked.find_own.clone().unwrap_or_default();
    let take = asked.take_own.map(|id| id.to_string());
    let form = FormView::new("own").with_value("find_own", find.as_str());
    let (found, taken) = db::block(move || {
        let taken = take.map(|id| people.look_up(game, &id)).unwrap_or_default();
        Ok::<_, AppError>((people.look_up(game, &find), taken))
    })
    .await?;
    if let [(person, player)] = &taken[..] {
        let form = std::mem::replace(&mut page.single, FormView::new("player"));
        page.single = form.with_rated(player).with_value("known_as", person.to_string());
    }
    page.own = Some(OwnLookup { form, found });
    Ok(())
}

/// Enters one player.
pub async fn add(FromArbiter(mut sent): FromArbiter) -> Answer {
    let details = read_player(&mut sent.form);
    let said = details.as_ref().map(|details| format!("{} is entered.", details.name)).unwrap_or_default();
    let command = details.map(|details| enter(&sent.access.event, [details]));
    let deed =
        Deed::new(sent.access.path("/entries/add"), said).at(field_of(&sent.access.event, command.as_ref()));
    sent.answer(deed, command, async |access, form| Ok(page(access, form, |page| &mut page.single))).await
}

/// Shows what was pasted, line by line.
pub async fn preview(FromArbiter(mut sent): FromArbiter) -> Answer {
    let (kind, text) = (sent.posted.value("kind"), sent.posted.value("text"));
    match read(&sent.access.event, kind, text).await? {
        Ok(roster) => Page(PreviewPage::of(&sent.access, kind, text, roster)).answer(),
        Err(error) => {
            sent.form.reject("text", error.to_string());
            sent.again(StatusCode::UNPROCESSABLE_ENTITY, async |access, form| {
                Ok(page(access, form, |page| &mut page.paste))
            })
            .await
        }
    }
}

/// Shows what a file holds, line by line.
pub async fn upload(FromArbiter(mut sent): FromArbiter) -> Answer {
    let text = match sent.posted.file("file") {
        None => Err("Choose a file first.".to_owned()),
        Some(file) if is_spreadsheet(&file.bytes) => {
            let bytes = file.bytes.clone();
            // It has to be unfolded, and may be great.
            let text = db::block(move || Ok::<_, AppError>(csv_of(&bytes))).await?;
            text.map(|text| ("csv", Cow::Owned(text))).map_err(|error| error.to_string())
        }
        Some(file) => text_with_kind(&file.bytes).map_err(|error| error.to_string()),
    };
    let read = match text {
        Ok((kind, text)) => {
            let roster = read(&sent.access.event, kind, &text).await?;
            roster.map(|roster| (kind, text, roster)).map_err(|error| error.to_string())
        }
        Err(sentence) => Err(sentence),
    };
    match read {
        Ok((kind, text, roster)) => Page(PreviewPage::of(&sent.access, kind, &text, roster)).answer(),
        Err(sentence) => {
            sent.form.reject("file", sentence);
            sent.again(StatusCode::UNPROCESSABLE_ENTITY, async |access, form| {
                Ok(page(access, form, |page| &mut page.file))
            })
            .await
        }
    }
}

/// The page again, one of its forms with what was typed.
fn page(
    access: &EventAccess,
    form: FormView,
    form_of: fn(&mut AddEntriesPage) -> &mut FormView,
) -> AddEntriesPage {
    let mut page = AddEntriesPage::of(access);
    form_of(&mut page).refill(form);
    page
}

/// Enters the good lines of a list.
pub async fn import(FromArbiter(mut sent): FromArbiter) -> Answer {
    if sent.is_done().await? {
        let said = "The list is entered. What is wrong in it was left out.";
        return Ok(see_other_saying(&sent.access.path("/entries"), Tone::Good, said));
    }
    let (kind, text) = (sent.posted.value("kind").to_owned(), sent.posted.value("text").to_owned());
    let roster = read(&sent.access.event, &kind, &text).await?;
    let roster = roster.map_err(|error| sent.form.reject("text", error.to_string())).ok();
    let players: Vec<_> = roster.iter().flat_map(Roster::players).cloned().collect();
    let left: Vec<_> = roster.iter().flat_map(|it| &it.lines).filter(|line| line.player.is_err()).collect();
    let said = match players.len() {
        1 => "One player is entered.".to_owned(),
        count => format!("{count} players are entered."),
    };
    let said = if left.is_empty() { said } else { format!("{said} {}", left_out(&left)) };
    let command = roster.is_some().then(|| enter(&sent.access.event, players));
    let deed = Deed::new(sent.access.path("/entries"), said).at("text");
    let page =
        async |access: &EventAccess| Ok(PreviewPage::of(access, &kind, &text, roster.unwrap_or_default()));
    sent.answer_in(deed, command, page, |page| &mut page.form).await
}

/// Which lines of a list were not entered: whoever sent it mends them there.
fn left_out(lines: &[&Line]) -> String {
    const NAMED: usize = 20;
    // A few are named as they were pasted: the list is there no more.
    let name = |line: &&Line| match lines.len() {
        ..=3 => format!("{} (“{}”)", line.number, line.text.chars().take(80).collect::<String>()),
        _ => line.number.to_string(),
    };
    let numbers = lines.iter().take(NAMED).map(name).collect::<Vec<_>>().join(", ");
    match lines.len() {
        1 => format!("Line {numbers} was left out: mend it in the list and enter that again."),
        count if count > NAMED => format!("{count} lines were left out, the first of them {numbers}."),
        count => {
            format!("{count} lines were left out: {numbers}. Mend them in the list and enter that again.")
        }
    }
}

/// A file's kind and its text. Files of older programs are not UTF-8.
fn text_with_kind(bytes: &[u8]) -> Result<(&'static str, Cow<'_, str>), RosterError> {
    let text = text_of(bytes);
    let kind = if is_report(text.as_bytes()) { "trf" } else { "csv" };
    if text.contains('\0') { Err(RosterError::NoText) } else { Ok((kind, text)) }
}

/// What a list holds. Thousands of lines take their time.
async fn read(event: &Arc<Event>, kind: &str, text: &str) -> Result<Result<Roster, RosterError>> {
    let (event, kind, text) = (event.clone(), kind.to_owned(), text.to_owned());
    db::block(move || {
        let taken: Vec<_> = event.entries.values().map(|entry| entry.details.name.as_str()).collect();
        Ok::<_, AppError>(match kind.as_str() {
            "csv" => Roster::from_csv(&text, &taken),
            "trf" => Roster::from_report(&text, &taken),
            _ => Roster::from_lines(&text, &taken),
        })
    })
    .await
}

/// The players come in with the first round that is not published yet.
fn enter(event: &Event, players: impl IntoIterator<Item = EntryDetails>) -> EntryCommand {
    let first_round = event.published_rounds() + 1;
    let entry = |details| NewEntry { id: clock::new_id(), details, first_round };
    EntryCommand::AddEntries { entries: players.into_iter().map(entry).collect() }
}
