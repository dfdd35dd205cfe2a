//! An event's settings.

use tiger_event::EventCommand;

use crate::access::{EventAccess, ForArbiter};
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
    let page = async |access: &EventAccess| Ok(SettingsPage { board: None, ..SettingsPage::of(access) });
    sent.answer_in(deed, command, page, |page| &mut page.form).await
}
