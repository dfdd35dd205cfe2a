//! The book of a clock: all that happened to it; for arbiters, corrections and devices.

use tiger_event::clock::Hand;

use crate::access::ClockAccess;
use crate::db;
use crate::error::{AppError, Result};
use crate::handlers::submission::Answer;
use crate::pages::clocks::BookPage;
use crate::pages::{FormView, Page};
use crate::services::clocks;
use crate::state::State;

pub async fn show(state: State, access: ClockAccess) -> Answer {
    Page(page(&state, &access).await?).answer()
}

async fn page(state: &State, access: &ClockAccess) -> Result<BookPage> {
    if matches!(access.hand, Hand::Tablet { .. }) {
        return Err(AppError::forbidden("The book of a clock is for arbiters and the two players."));
    }
    let standing = clocks::standing(&state.clocks, access.game).await?;
    let presses = clocks::presses(&state.clocks, access.game).await?;
    let (database, game) = (state.db.clone(), access.game);
    let tablets = db::block(move || database.read(|db| db::tablets::list(db, game))).await?;
    BookPage::of(access, &standing, &presses, &tablets)
}

/// The page again, one of its forms with what was typed and what is wrong with it.
pub(super) async fn again(
    state: &State,
    access: &ClockAccess,
    typed: FormView,
    form_of: fn(&mut BookPage) -> &mut FormView,
) -> Answer {
    let mut page = page(state, access).await?;
    form_of(&mut page).refill(typed);
    Page(page).again()
}
