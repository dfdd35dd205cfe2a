//! What a game begins from: looked at on a board first, then decided with a reason.

use actix_web::web::Query;
use serde::Deserialize;
use tiger_event::{BeginningCommand, Reason};

use crate::access::{EventAccess, ForArbiter, Room};
use crate::handlers::submission::{Answer, Deed, FromArbiter};
use crate::pages::Page;
use crate::pages::room::BeginningPage;

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Asked {
    situation: Option<String>,
}

/// The page: the situation that the game begins from, or the one that is asked for, on a board.
pub async fn show(ForArbiter(access): ForArbiter, asked: Query<Asked>) -> Answer {
    Page(BeginningPage::of(&Room::of(&access)?, asked.situation.as_deref())?).answer()
}

/// Lets the game begin from another situation, or as usual again.
pub async fn begin(FromArbiter(mut sent): FromArbiter) -> Answer {
    let game = Room::of(&sent.access)?.game.id;
    let typed = sent.posted.value("situation").trim().to_owned();
    let reason = sent.form.read("reason", Reason::parse);
    let situation = Some(typed.clone()).filter(|text| !text.is_empty());
    let said = match situation {
        Some(_) => "The game begins from this situation.",
        None => "The game begins as usual.",
    };
    let command = reason.map(|reason| BeginningCommand::BeginFrom { game, situation, reason });
    let deed = Deed::new(sent.access.game_path(sent.access.game()?, "/room#choice"), said);
    let page = async |access: &EventAccess| {
        BeginningPage::of(&Room::of(access)?, Some(typed.as_str()).filter(|text| !text.is_empty()))
    };
    sent.answer_in(deed, command, page, |page| &mut page.form).await
}
