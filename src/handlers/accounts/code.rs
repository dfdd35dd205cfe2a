//! `/sign-in/code`: the second page of signing in, for whoever typed the right password.

use actix_web::web::Query;
use actix_web::{HttpRequest, HttpResponse};

use super::sign_in::{Next, caller};
use super::{local_path, welcome};
use crate::access::{Posted, Viewer};
use crate::auth::Token;
use crate::auth::cookie::{self, Kind};
use crate::auth::factor::Checked;
use crate::auth::halfway::{self, Finish, Half};
use crate::auth::journal::What;
use crate::db;
use crate::error::problem::{percent_encode, sign_in_path};
use crate::error::{AppError, Result};
use crate::handlers::submission::Answer;
use crate::pages::second_factor::{CodePage, RecoveryCodesPage};
use crate::pages::{FormView, Page, Tone, see_other, see_other_saying};
use crate::state::{AppState, State};

/// Leads somebody who typed the right password on to the second page.
pub(super) fn lead(next: &str, token: &Token, state: &AppState) -> Answer {
    let mut answer = see_other(&format!("/sign-in/code?next={}", percent_encode(next)));
    answer.add_cookie(&cookie::set(Kind::Half, token, &state.config))?;
    Ok(answer)
}

pub async fn show(viewer: Viewer, asked: Query<Next>, request: HttpRequest, state: State) -> Answer {
    let next = local_path(&asked.next);
    match find(&request, &state).await? {
        Some((_, half)) => Page(CodePage::of(&viewer, &half, FormView::new("code"), next)?).answer(),
        None if viewer.signed_in().is_some() => Ok(see_other(next)),
        None => Ok(see_other(&sign_in_path(next))),
    }
}

async fn find(request: &HttpRequest, state: &State) -> Result<Option<(Token, Half)>> {
    let Some(token) = cookie::token(request, Kind::Half, &state.config) else { return Ok(None) };
    let database = state.db.clone();
    let half = db::block(move || database.read(|db| halfway::find(db, &token))).await?;
    Ok(half.map(|half| (token, half)))
}

pub async fn submit(viewer: Viewer, posted: Posted, request: HttpRequest, state: State) -> Answer {
    let next = local_path(posted.value("next")).to_owned();
    let Some((token, half)) = find(&request, &state).await? else { return Ok(again(&next)) };
    let caller = caller(&request, &state.config);
    let address = caller.address.clone();
    let before = viewer.signed_in().map(|before| (before.user.id, before.session));
    let (shared, typed) = (state.clone(), posted.value("code").to_owned());
    let outcome = db::block(move || shared.accounts().finish(&token, &typed, &caller, before)).await?;
    let outcome = outcome.map_err(|retry_after| {
        state.journal.note(What::Throttled, half.user.shown_login(), &address);
        AppError::TooMany { retry_after }
    })?;
    let (tokens, user, checked, paper) = match outcome {
        Finish::Gone => return Ok(again(&next)),
        Finish::Wrong(user) => {
            state.journal.note(What::WrongCode, user.shown_login(), &address);
            let form = FormView::new("code").with_error("code", WRONG);
            let page = CodePage::of(&viewer, &half, form, &next)?;
            return Page(page).again();
        }
        Finish::Welcome { tokens, user, checked, paper } => (tokens, user, checked, paper),
    };
    let what = if let Checked::OnPaper { .. } = checked { What::PaperUsed } else { What::SignedIn };
    state.journal.note(what, user.shown_login(), &address);
    let answer = match checked {
        Checked::Proved => {
            state.journal.note(What::FactorSet, user.shown_login(), &address);
            Page(RecoveryCodesPage::of(&viewer, &paper, &next)).answer()?
        }
        Checked::OnPaper { left } => {
            let said = format!("You signed in with a recovery code. Codes that are left: {left}.");
            see_other_saying(&next, Tone::Warning, &said)
        }
        Checked::Right | Checked::Wrong => see_other(&next),
    };
    let mut answer = welcome(answer, &tokens.session, &state.config)?;
    answer.add_cookie(&cookie::set(Kind::Device, &tokens.device, &state.config))?;
    answer.add_cookie(&cookie::removal(Kind::Half, &state.config))?;
    Ok(answer)
}

/// What is said of a code that does not count.
pub(super) const WRONG: &str =
    "This code is wrong or was used already. The app shows a new one every 30 seconds.";

fn again(next: &str) -> HttpResponse {
    see_other_saying(&sign_in_path(next), Tone::Warning, "That took too long. Please sign in again.")
}
