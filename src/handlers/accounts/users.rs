//! `/users`: everybody's accounts, for administrators.

use actix_web::http::StatusCode;
use actix_web::web::Path;
use tiger_event::{PersonName, Reason, UserId};

use crate::access::{AdminUser, Posted};
use crate::auth::account::{set_arbiter, set_disabled};
use crate::auth::journal::What;
use crate::auth::{AccountError, Login, NewAccount, Token, links};
use crate::db::ratings::RatingList;
use crate::db::{self, Database, DbError};
use crate::error::{AppError, Result};
use crate::handlers::submission::{Answer, heed};
use crate::pages::accounts::{EraseAccountPage, NewLink, StateView, UsersPage};
use crate::pages::{FormView, Page, Tone, see_other_saying};
use crate::services::{accounts, erasure, factors};
use crate::state::State;

pub async fn show(admin: AdminUser, state: State) -> Answer {
    Page(page(&admin, state, FormView::new("user"), None).await?).answer()
}

async fn page(admin: &AdminUser, state: State, form: FormView, link: Option<NewLink>) -> Result<UsersPage> {
    let backups = StateView::of_backups(&state.backups);
    let list = RatingList::at(state.config.ratings.file.clone());
    let loaded = db::block(move || Ok::<_, DbError>(list.loaded())).await?;
    let ratings = StateView::of_ratings(&loaded);
    let people = db::block(move || accounts::people(&state.db)).await?;
    Ok(UsersPage::of(&admin.viewer, people, form, link, backups, ratings))
}

pub async fn submit(admin: AdminUser, posted: Posted, state: State) -> Answer {
    admin.signed_in.require_just_typed("/users")?;
    let mut form = FormView::typed("user", &posted);
    let name = form.read("name", PersonName::parse);
    let login = form.read("login", Login::parse);
    if let (Some(name), Some(login)) = (name, login) {
        let called = name.to_string();
        let account = NewAccount { login, name, password_hash: None, is_admin: posted.has("is_admin") };
        let token = Token::new()?;
        let database = state.db.clone();
        match db::block(move || accounts::invite(&database, &account, &token)).await? {
            Some(purpose) => {
                admin.viewer.note(&state, What::AccountMade, &called);
                let url = state.base_url.join(&links::path(purpose, &token));
                let link = NewLink { name: called, url };
                let page = page(&admin, state, FormView::new("user"), Some(link)).await?;
                return Page(page).answer_with(StatusCode::CREATED);
            }
            None => form.reject("login", AccountError::LoginTaken.to_string()),
        }
    }
    Page(page(&admin, state, form, None).await?).again()
}

pub async fn issue_link(admin: AdminUser, _posted: Posted, id: Path<String>, state: State) -> Answer {
    admin.signed_in.require_just_typed("/users")?;
    let (id, database) = (parse_id(&id)?, state.db.clone());
    let (user, path) = db::block(move || accounts::new_link(&database, id)).await?;
    admin.viewer.note(&state, What::LinkMade, &user.name);
    let link = NewLink { name: user.name, url: state.base_url.join(&path) };
    Page(page(&admin, state, FormView::new("user"), Some(link)).await?).answer()
}

pub async fn disable(admin: AdminUser, _posted: Posted, id: Path<String>, state: State) -> Answer {
    let said = "The account is disabled and signed out everywhere.";
    change(&admin, &state, &id, |db, id| set_disabled(db, id, true), (What::Disabled, said)).await
}

pub async fn enable(admin: AdminUser, _posted: Posted, id: Path<String>, state: State) -> Answer {
    let said = "The account is enabled.";
    change(&admin, &state, &id, |db, id| set_disabled(db, id, false), (What::Enabled, said)).await
}

pub async fn name_arbiter(admin: AdminUser, posted: Posted, id: Path<String>, state: State) -> Answer {
    let is_arbiter = posted.has("is_arbiter");
    let done = if is_arbiter {
        (What::ArbiterNamed, "They are an arbiter here and read precedents.")
    } else {
        (What::ArbiterUnnamed, "They are no arbiter here any more; their roles in events stay.")
    };
    change(&admin, &state, &id, move |db, id| set_arbiter(db, id, is_arbiter), done).await
}

pub async fn reset_factor(admin: AdminUser, posted: Posted, id: Path<String>, state: State) -> Answer {
    admin.signed_in.require_just_typed("/users")?;
    let id = parse_id(&id)?;
    if id == admin.signed_in.user.id {
        return Err(AppError::unprocessable("Switch your own off on your account page, with a code."));
    }
    let reason = Reason::parse(posted.value("reason"));
    let reason = reason.map_err(|error| AppError::unprocessable(format!("The reason: {error}")))?;
    let database = state.db.clone();
    let user = db::block(move || factors::reset(&database, id)).await?;
    admin.viewer.note(&state, What::FactorReset, &format!("{} ({reason})", user.name));
    Ok(see_other_saying(
        "/users",
        Tone::Good,
        "The second factor is gone, and they are signed out everywhere.",
    ))
}

pub async fn demand_factor(admin: AdminUser, posted: Posted, state: State) -> Answer {
    admin.signed_in.require_just_typed("/users")?;
    let (is_on, by) = (posted.has("is_demanded"), admin.signed_in.user.id);
    let database = state.db.clone();
    db::block(move || factors::demand(&database, by, is_on)).await?;
    let what = if is_on { What::FactorDemanded } else { What::FactorOptional };
    admin.viewer.note(&state, what, "everybody");
    let said = if is_on {
        "A second factor is asked of all administrators and arbiters. Who has none sets it up at the next sign-in."
    } else {
        "A second factor is left to everybody."
    };
    Ok(see_other_saying("/users", Tone::Good, said))
}

pub async fn ask_to_erase(admin: AdminUser, id: Path<String>, state: State) -> Answer {
    let id = parse_id(&id)?;
    admin.signed_in.require_just_typed(&erase_path(id))?;
    Page(erase_page(&admin, id, &state, FormView::new("erase")).await?).answer()
}

pub async fn erase(admin: AdminUser, posted: Posted, id: Path<String>, state: State) -> Answer {
    let id = parse_id(&id)?;
    admin.signed_in.require_just_typed(&erase_path(id))?;
    let mut page = erase_page(&admin, id, &state, FormView::typed("erase", &posted)).await?;
    let reason = page.form.read("reason", Reason::parse);
    if posted.value("who").trim() != page.typed {
        page.form.reject("who", format!("Type {} to confirm that this person is meant.", page.typed));
    } else if let Some(reason) = reason {
        let actor = admin.signed_in.actor();
        let (shared, why) = (state.clone(), reason.clone());
        let erased = db::block(move || -> Result<_> {
            // Lines about the person that are still in memory are to be there when it is gone through.
            shared.journal.write(&shared.db)?;
            Ok(shared.ledger.erase_account(&actor, id, &why)?)
        })
        .await;
        if let Some(erased) = heed(&mut page.form, "reason", erased)? {
            admin.viewer.note(&state, What::Erased, &format!("{} ({reason})", erased.called));
            let (tone, rest) = match erased.left {
                None => (Tone::Good, ""),
                Some(_) => (Tone::Warning, " Unused parts of the database's files may still hold the name."),
            };
            let said = format!("Erased: {} now.{rest}", erased.called);
            return Ok(see_other_saying("/users", tone, &said));
        }
    }
    Page(page).again()
}

fn erase_path(id: UserId) -> String {
    format!("/users/{id}/erase")
}

async fn erase_page(
    admin: &AdminUser,
    id: UserId,
    state: &State,
    form: FormView,
) -> Result<EraseAccountPage> {
    let ledger = state.ledger.clone();
    let goes = db::block(move || erasure::what_goes(&ledger, id)).await?;
    let typed = goes.user.login.clone().unwrap_or_else(|| goes.user.name.clone());
    Ok(EraseAccountPage { frame: admin.viewer.frame(), form, goes, typed })
}

/// Changes an account, notes it, and says it.
async fn change(
    admin: &AdminUser,
    state: &State,
    id: &str,
    change: impl FnOnce(&Database, UserId) -> Result<(), AccountError> + Send + 'static,
    (what, said): (What, &str),
) -> Answer {
    admin.signed_in.require_just_typed("/users")?;
    let (id, database) = (parse_id(id)?, state.db.clone());
    let user = db::block(move || -> Result<_> {
        change(&database, id)?;
        Ok(database.read(|db| db::users::find(db, id))?)
    });
    admin.viewer.note(state, what, &user.await?.map(|user| user.name).unwrap_or_default());
    Ok(see_other_saying("/users", Tone::Good, said))
}

fn parse_id(text: &str) -> Result<UserId> {
    text.parse().map_err(|_| AppError::not_found("account"))
}
