//! A new event from a report file: looked at first, then made with all its rounds.

use tiger_event::Format;
use tiger_rules::GameKind;

use super::begin::begin;
use super::new::require_organiser;
use crate::access::{self, CurrentUser, Posted};
use crate::error::AppError;
use crate::handlers::submission::Answer;
use crate::ledger::OnceKey;
use crate::pages::setup::{ImportPage, ImportPreview};
use crate::pages::{FormView, Page, Tone, see_other_saying};
use crate::services::import::{Choices, FileMistake, Story, text_of};
use crate::state::State;
use crate::{clock, db};

pub async fn show(user: CurrentUser) -> Answer {
    require_organiser(&user)?;
    let form = FormView::new("import").with_value("game", "");
    page(&user, form, Vec::new()).answer()
}

/// Shows what the file would become, or everything that is wrong with it.
pub async fn preview(user: CurrentUser, posted: Posted) -> Answer {
    require_organiser(&user)?;
    let mut form = FormView::typed("import", &posted);
    let text = match posted.file("file").filter(|file| !file.bytes.is_empty()) {
        Some(file) => text_of(&file.bytes).into_owned(),
        None => posted.value("text").to_owned(),
    };
    if posted.value("text").trim().is_empty() {
        form = without_text(&form).with_value("text", &text);
    }
    if text.trim().is_empty() {
        form.reject("file", "Choose a report file, or paste one.");
    }
    look(&user, form, text).await
}

/// Makes the event with all its rounds.
pub async fn import(state: State, user: CurrentUser, posted: Posted) -> Answer {
    require_organiser(&user)?;
    let mut form = FormView::typed("import", &posted);
    let text = posted.value("text").to_owned();
    let Some(choices) = choices(&mut form) else { return look(&user, form, text).await };
    let Ok(story) = Story::read(&text, &choices) else { return look(&user, form, text).await };
    match begin(&state, &user, &posted, (&story.settings, &story.commands), None).await? {
        Ok(event) => {
            let said = format!(
                "{} is made from the file, with {} players. Only its arbiters see it until you publish it at the desk.",
                event.settings.name,
                event.entries.len()
            );
            Ok(see_other_saying(&format!("{}/desk", access::base(&event)), Tone::Good, &said))
        }
        Err(refusal) => {
            form.reject("", refusal.to_string());
            look(&user, form, text).await
        }
    }
}

fn without_text(form: &FormView) -> FormView {
    ["game", "format"]
        .into_iter()
        .fold(FormView::new("import"), |kept, name| kept.with_value(name, form.value(name)))
}

fn choices(form: &mut FormView) -> Option<Choices> {
    let game = form.read("game", |text| match text {
        "" => Ok(None),
        text => text.parse::<GameKind>().map(Some).map_err(|_| "Choose one of the four games."),
    });
    let format = form.read("format", |text| match text {
        "" => Ok(None),
        text => Format::from_key(text)
            .filter(|format| !format.has_bracket())
            .map(Some)
            .ok_or("Choose how the rounds of the file were paired."),
    });
    Some(Choices { game: game?, format: format?, today: clock::now().date_naive() })
}

/// The preview, or the form again with what is wrong.
async fn look(user: &CurrentUser, mut form: FormView, text: String) -> Answer {
    let choices = choices(&mut form);
    let (Some(choices), false) = (choices, form.is_rejected()) else {
        return page(user, form, Vec::new()).again();
    };
    let now = clock::now();
    let tried = db::block(move || {
        Ok::<_, AppError>(Story::read(&text, &choices).map(|mut story| {
            let refusal = story.try_out(now).err();
            (story, refusal)
        }))
    })
    .await?;
    match tried {
        Err(mistakes) => {
            form.reject(
                "text",
                format!("{} to put right in the file; nothing is made yet.", count(&mistakes)),
            );
            page(user, form, mistakes).again()
        }
        Ok((_, Some(refusal))) => {
            form.reject("text", format!("The file cannot become an event: {refusal}"));
            page(user, form, Vec::new()).again()
        }
        Ok((story, None)) => {
            let form = form.with_idempotency(OnceKey::new().as_str());
            Page(ImportPreview::new(user.viewer.frame(), form, &story)).answer()
        }
    }
}

fn count(mistakes: &[FileMistake]) -> String {
    match mistakes.len() {
        1 => "One thing".to_owned(),
        many => format!("{many} things"),
    }
}

fn page(user: &CurrentUser, form: FormView, mistakes: Vec<FileMistake>) -> Page<ImportPage> {
    Page(ImportPage::new(user.viewer.frame(), form, mistakes))
}
