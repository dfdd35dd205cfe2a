//! Appeals about a game: noted, decided, withdrawn.

use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use tiger_event::protocol::Late;
use tiger_event::{AppealCommand, EntryId, Event, Reason, local_time};

use crate::access::{EventAccess, ForArbiter};
use crate::clock;
use crate::error::Result;
use crate::handlers::setup::appeals::read_names;
use crate::handlers::submission::{Answer, Deed, FromArbiter, Submission};
use crate::pages::rounds::AppealsPage;
use crate::pages::{FormView, Page};

/// The appeals of a game, and the form of another one.
pub async fn show(ForArbiter(access): ForArbiter) -> Answer {
    Page(AppealsPage::of(&access, access.game()?)).answer()
}

pub async fn note(FromArbiter(mut sent): FromArbiter) -> Answer {
    let (event, game) = (sent.access.event.clone(), sent.access.game()?.id);
    let form = &mut sent.form;
    let player = read_player(&event, form);
    let ruling = form.read("against", |text| match text {
        "result" => Ok(None),
        id => id.parse().map(Some).map_err(|_| "Choose what the appeal is against."),
    });
    let words = form.read("words", Reason::parse);
    let made_at = form.read("made_at", |text| read_moment(text, event.settings.time_zone));
    let late = read_late(form);
    let command = || {
        let (player, ruling, words, made_at, late) = (player?, ruling?, words?, made_at?, late?);
        Some(AppealCommand::NoteAppeal { game, player, ruling, words, made_at, late })
    };
    let command = command();
    let deed = here(&sent, "The appeal is noted.")?;
    let page = async |access: &EventAccess| Ok(AppealsPage::of(access, access.game()?));
    sent.answer_in(deed, command, page, |page| &mut page.note).await
}

/// Notes what the committee decided. What follows from an appeal that is upheld is a ruling.
pub async fn decide(FromArbiter(mut sent): FromArbiter) -> Answer {
    let game = sent.access.game()?.id;
    let step: u64 = sent.access.named("step", "appeal")?;
    let form = &mut sent.form;
    let is_upheld = form.read("verdict", |text| match text {
        "upheld" => Ok(true),
        "dismissed" => Ok(false),
        _ => Err("Choose what the committee decided."),
    });
    let words = form.read("words", Reason::parse);
    let members = form.read("members", read_names);
    let command = || {
        let (is_upheld, words, members) = (is_upheld?, words?, members?);
        Some(AppealCommand::DecideAppeal { game, step, is_upheld, words, members })
    };
    let command = command();
    let deed = match is_upheld {
        Some(true) => {
            let result = sent.access.path(&format!("/games/{game}/result"));
            Deed::new(
                result,
                "The appeal is upheld. Rule here what follows from it; a closed round is reopened first.",
            )
        }
        _ => here(&sent, "The decision is noted.")?,
    };
    sent.answer(deed, command, async |access, form| {
        let mut page = AppealsPage::of(access, access.game()?);
        page.refill_decision(step, form);
        Ok(page)
    })
    .await
}

pub async fn withdraw(FromArbiter(sent): FromArbiter) -> Answer {
    let (game, step) = (sent.access.game()?.id, sent.access.named("step", "appeal")?);
    let deed = here(&sent, "The appeal is withdrawn.")?;
    sent.carry_out(deed, AppealCommand::WithdrawAppeal { game, step }).await
}

fn here(sent: &Submission, said: &'static str) -> Result<Deed<'static>> {
    let game = sent.access.game()?;
    Ok(Deed::new(sent.access.game_path(game, "/appeals"), said))
}

/// One of the two players, or another one by number.
fn read_player(event: &Event, form: &mut FormView) -> Option<EntryId> {
    if form.value("player") != "other" && !form.value("number").trim().is_empty() {
        form.reject(
            "number",
            "Either one of the two players, or another one by number: empty this, or choose the other.",
        );
        return None;
    }
    if form.value("player") != "other" {
        return form.read("player", |text| text.parse().map_err(|_| "Say who appeals."));
    }
    form.read("number", |text| {
        let number: Option<u16> = text.trim().parse().ok();
        let entry = event.entries.values().find(|entry| Some(entry.number) == number);
        entry.map(|entry| entry.id).ok_or("Write the pairing number of a player of this event.")
    })
}

/// A time by the clocks of the hall; now, where none is said.
fn read_moment(text: &str, zone: Tz) -> Result<DateTime<Utc>, String> {
    match text.trim() {
        "" => Ok(clock::now()),
        text => Ok(local_time::moments(local_time::read(text, zone)?, zone)[0]),
    }
}

fn read_late(form: &mut FormView) -> Option<Option<Late>> {
    let is_heard = match form.value("late") {
        "heard" => true,
        "refused" => false,
        _ => return Some(None),
    };
    let reason = form.read("late_reason", Reason::parse)?;
    Some(Some(Late { is_heard, reason }))
}
