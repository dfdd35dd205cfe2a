//! Who is an arbiter of an event.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::Data;

use crate::auth::EventAccess;
use crate::auth::Posted;
use crate::db;
use crate::db::users::User;
use crate::domain::command::Command;
use crate::domain::ids::UserId;
use crate::domain::permission::StaffRole;
use crate::domain::text::PersonName;
use crate::error::AppError;
use crate::ledger::{OnceKey, Order};
use crate::pages::Page;
use crate::pages::event::EventTab;
use crate::pages::flash::see_other_saying;
use crate::pages::form::{Choice, FormView};
use crate::pages::parts::Tone;
use crate::pages::setup::{MemberRow, StaffPage};
use crate::services;
use crate::state::AppState;

/// The list, with a form for the chief arbiter.
pub async fn show(state: Data<AppState>, access: EventAccess) -> Result<HttpResponse, AppError> {
    access.require_arbiter()?;
    let form = FormView::new("staff").with_idempotency(OnceKey::new().as_str());
    page(&state, &access, form).await?.answer()
}

/// Appoints an arbiter.
pub async fn appoint(
    state: Data<AppState>,
    access: EventAccess,
    posted: Posted,
) -> Result<HttpResponse, AppError> {
    access.require_chief()?;
    let mut form = posted.view("staff");
    let chosen = people(&state).await?.into_iter().find(|user| user.id.to_string() == posted.value("user"));
    let Some(user) = chosen else {
        form.reject("user", "Choose a person from the list.");
        return page(&state, &access, form).await?.answer_with(StatusCode::UNPROCESSABLE_ENTITY);
    };
    let name = PersonName::parse(&user.name).map_err(AppError::internal)?;
    let role = if posted.has("is_chief") { StaffRole::Chief } else { StaffRole::Arbiter };
    let said = format!("{name} is {} now.", role.title());
    let command = Command::AppointStaff { user: user.id, name, role };
    let order = Order::new(access.actor()?, access.event.id, command).once(posted.once()?);
    match services::carry_out(&state, order).await {
        Ok(_) => Ok(see_other_saying(&access.path("/staff"), Tone::Good, &said)),
        Err(AppError::Unprocessable(sentence)) => {
            form.reject("", sentence);
            page(&state, &access, form).await?.answer_with(StatusCode::UNPROCESSABLE_ENTITY)
        }
        Err(error) => Err(error),
    }
}

/// Dismisses an arbiter.
pub async fn dismiss(
    state: Data<AppState>,
    access: EventAccess,
    posted: Posted,
) -> Result<HttpResponse, AppError> {
    access.require_chief()?;
    let user: UserId = posted.value("user").parse().map_err(|_| AppError::not_found("arbiter"))?;
    let order =
        Order::new(access.actor()?, access.event.id, Command::DismissStaff { user }).once(posted.once()?);
    let (tone, said) = match services::carry_out(&state, order).await {
        Ok(_) => (Tone::Good, "Dismissed.".to_owned()),
        Err(AppError::Unprocessable(sentence)) => (Tone::Bad, sentence),
        Err(error) => return Err(error),
    };
    Ok(see_other_saying(&access.path("/staff"), tone, &said))
}

/// Those who have a password and may sign in.
async fn people(state: &Data<AppState>) -> Result<Vec<User>, AppError> {
    let state = state.clone();
    let users = db::block(move || state.db.read(db::users::list)).await?;
    Ok(users.into_iter().filter(|user| user.has_password && !user.is_disabled).collect())
}

async fn page(
    state: &Data<AppState>,
    access: &EventAccess,
    form: FormView,
) -> Result<Page<StaffPage>, AppError> {
    let staff = &access.event.staff;
    let people = people(state).await?;
    let people = people
        .into_iter()
        .filter(|user| !staff.contains_key(&user.id))
        .map(|user| Choice::new(user.id.to_string(), user.name))
        .collect();
    let members = staff
        .iter()
        .map(|(id, member)| MemberRow {
            id: id.to_string(),
            name: member.name.to_string(),
            role: member.role.title(),
        })
        .collect();
    Ok(Page(StaffPage {
        frame: access.frame(Some(EventTab::Settings)).under("Settings", access.path("/settings")),
        base: access.base(),
        form,
        people,
        members,
        is_chief: access.role.is_chief(),
        once: OnceKey::new().to_string(),
    }))
}
