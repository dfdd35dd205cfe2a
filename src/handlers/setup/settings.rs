//! An event's settings.

use tiger_event::EventCommand;

use crate::access::ForArbiter;
use crate::handlers::submission::{Answer, Deed, FromChief};
use crate::pages::Page;
use crate::pages::setup::{SettingsPage, form};

use super::preview::preview;

pub async fn show(ForArbiter(access): ForArbiter) -> Answer {
    Page(SettingsPage::of(&access)).answer()
}

pub async fn save(FromChief(mut sent): FromChief) -> Answer {
    sent.form = form::of(&sent.posted);
    if sent.posted.has("preview") {
        return preview(sent.form, |form, board| {
            let mut page = SettingsPage::of(&sent.access);
            page.form.refill(form);
            SettingsPage { board, ..page }
        });
    }
    let (settings, seen) = (form::read(&mut sent.form), sent.posted.version()?);
    let before = &sent.access.event.settings;
    let command = settings.map(|settings| EventCommand::change_settings(settings.typed_after(before), seen));
    let deed = Deed::new(sent.access.path("/settings"), "The settings are saved.").typed_again();
    sent.answer(deed, command, async |access, form| {
        let mut page = SettingsPage::of(access);
        page.form.refill(form);
        Ok(SettingsPage { board: None, ..page })
    })
    .await
}
