//! `/account/confirm`: the password once more, before what is grave.

use actix_web::web::Query;

use super::local_path;
use super::sign_in::Next;
use crate::access::{CurrentUser, Posted};
use crate::auth::Lane;
use crate::auth::journal::What;
use crate::db;
use crate::handlers::submission::Answer;
use crate::pages::accounts::ConfirmPasswordPage;
use crate::pages::{FormView, Page, see_other};
use crate::state::State;

pub async fn show(user: CurrentUser, asked: Query<Next>) -> Answer {
    let next = local_path(&asked.next).to_owned();
    Page(ConfirmPasswordPage { frame: user.viewer.frame(), form: FormView::new("confirm"), next }).answer()
}

pub async fn submit(user: CurrentUser, posted: Posted, state: State) -> Answer {
    let next = local_path(posted.value("next")).to_owned();
    let (shared, signed_in, typed) =
        (state.clone(), user.signed_in.clone(), posted.value("password").to_owned());
    let turn = state.hasher.turn(Lane::Known).await?;
    let confirm = move || shared.accounts().confirm(&signed_in.user, signed_in.session, &typed);
    if db::block_in(turn, confirm).await? {
        return Ok(see_other(&next));
    }
    user.viewer.note_as(&state, What::WrongPassword, user.signed_in.user.shown_login());
    let form = FormView::typed("confirm", &posted).with_error("password", "This is not your password.");
    Page(ConfirmPasswordPage { frame: user.viewer.frame(), form, next }).again()
}
