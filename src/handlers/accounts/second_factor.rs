//! `/account/second-factor`: setting up the own second factor, new codes on paper, switching it off.

use super::code::WRONG;
use crate::access::{CurrentUser, Posted};
use crate::auth::journal::What;
use crate::db;
use crate::error::{AppError, Result};
use crate::handlers::submission::Answer;
use crate::pages::second_factor::{RecoveryCodesPage, SecondFactorPage};
use crate::pages::{FormView, Page, Tone, see_other, see_other_saying};
use crate::services::factors::{self, Change, Standing};
use crate::state::State;

const HERE: &str = "/account/second-factor";

pub async fn show(user: CurrentUser, state: State) -> Answer {
    let standing = standing(&user, &state).await?;
    Page(SecondFactorPage::of(&user, &standing, FormView::new("factor"))?).answer()
}

async fn standing(user: &CurrentUser, state: &State) -> Result<Standing> {
    if !user.signed_in.user.has_password {
        return Err(AppError::unprocessable(
            "You came by a link: there is no password to add a second factor to.",
        ));
    }
    let (database, id) = (state.db.clone(), user.signed_in.user.id);
    db::block(move || factors::standing(&database, id)).await
}

pub async fn begin(user: CurrentUser, _posted: Posted, state: State) -> Answer {
    user.signed_in.require_just_typed(HERE)?;
    standing(&user, &state).await?;
    let id = user.signed_in.user.id;
    db::block(move || factors::begin(&state.db, id)).await?;
    Ok(see_other(HERE))
}

pub async fn change(user: CurrentUser, posted: Posted, state: State) -> Answer {
    user.signed_in.require_just_typed(HERE)?;
    let before = standing(&user, &state).await?;
    let what = match (before.since, posted.value("what")) {
        (None, _) => Change::Prove,
        (Some(_), "off") => Change::Off,
        (Some(_), _) => Change::NewPaper,
    };
    let (database, signed_in, typed) =
        (state.db.clone(), user.signed_in.clone(), posted.value("code").to_owned());
    let change = move || factors::change(&database, (&signed_in.user, signed_in.session), what, &typed);
    let paper = db::block(change).await?;
    let note = |what| user.viewer.note_as(&state, what, user.signed_in.user.shown_login());
    let Some(paper) = paper else {
        note(What::WrongCode);
        let form = FormView::new("factor").with_error("code", WRONG);
        let page = SecondFactorPage::of(&user, &before, form)?;
        return Page(page).again();
    };
    match what {
        Change::Prove => note(What::FactorSet),
        Change::NewPaper => note(What::PaperMade),
        Change::Off => {
            note(What::FactorOff);
            return Ok(see_other_saying(HERE, Tone::Warning, "The second factor is switched off."));
        }
    }
    Page(RecoveryCodesPage::of(&user.viewer, &paper, HERE)).answer()
}
