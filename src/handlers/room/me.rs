//! A player's own page: the games of one event.

use crate::access::EventAccess;
use crate::error::Result;
use crate::handlers::alerts;
use crate::handlers::submission::Answer;
use crate::pages::Page;
use crate::pages::alerts::AlertsView;
use crate::pages::room::MyPage;
use crate::services::clocks;
use crate::state::{AppState, State};

pub async fn show(state: State, access: EventAccess) -> Answer {
    let (_, id) = access.require_player()?;
    let alerts = alerts::view(&state, id, access.path("/me/alerts")).await?;
    Page(page(&state, &access, alerts).await?).answer()
}

/// The page, with what was typed there to be told of pairings.
pub async fn page(state: &AppState, access: &EventAccess, alerts: AlertsView) -> Result<MyPage> {
    let (_, id) = access.require_player()?;
    let mut flags = Vec::new();
    let own = access.event.games.values().filter(|game| game.seat_of(id).is_some());
    for game in own.filter(|game| game.result.is_none()) {
        let fallen = clocks::flags(&state.clocks, game).await?;
        flags.extend(fallen.iter().map(|flag| (game.id, flag.sentence(&access.event, game))));
    }
    MyPage::of(access, &state.base_url, (access.event.entry(id)?, alerts), &flags)
}
