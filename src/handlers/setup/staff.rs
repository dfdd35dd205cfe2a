//! Who is an arbiter of an event.

use tiger_event::{EventCommand, PersonName, StaffRole};

use crate::access::{EventAccess, ForArbiter};
use crate::auth::account::normalize;
use crate::auth::journal::What;
use crate::db;
use crate::db::users::User;
use crate::error::{AppError, Result};
use crate::handlers::submission::{Answer, Deed, FromChief};
use crate::pages::Page;
use crate::pages::setup::StaffPage;
use crate::state::State;

/// The list, with a form for the chief arbiter.
pub async fn show(state: State, ForArbiter(access): ForArbiter) -> Answer {
    Page(StaffPage::of(&access, people(&state).await?)).answer()
}

pub async fn appoint(FromChief(mut sent): FromChief) -> Answer {
    sent.access.require_just_typed("/staff")?;
    let (people, login) = (people(&sent.state).await?, normalize(sent.posted.value("login")));
    let user = if login.is_empty() {
        // Whoever is an arbiter already becomes the chief, or is it no longer.
        let staff = sent.access.event.staff.iter().map(|(id, member)| (*id, member.name.to_string()));
        let offered = people.iter().map(|user| (user.id, user.name.clone()));
        let known: Vec<_> = staff.chain(offered).collect();
        let is_it = |text: &str| known.into_iter().find(|(id, _)| id.to_string() == text);
        sent.form.read("user", |text| is_it(text).ok_or("Choose a person from the list, or type a login."))
    } else {
        let found = find(&sent.state, login).await?.map(|user| (user.id, user.name));
        sent.form.read("login", |_| found.ok_or("Nobody who signs in here has this login."))
    };
    let role = if sent.posted.has("is_chief") { StaffRole::Chief } else { StaffRole::Arbiter };
    let command = match &user {
        Some((id, name)) => {
            let name = PersonName::parse(name)
                .map_err(|error| AppError::unprocessable(format!("{name}: {error}")))?;
            Some(EventCommand::AppointStaff { user: *id, name, role })
        }
        None => None,
    };
    let said = user.as_ref().map(|(_, name)| format!("{name} is {} now.", role.title())).unwrap_or_default();
    let whom = user.as_ref().map(|(_, name)| in_event(name, &sent.access)).unwrap_or_default();
    let deed = Deed::new(sent.access.path("/staff"), said).noting(What::StaffAppointed, whom);
    let page = async |access: &EventAccess| Ok(StaffPage::of(access, people.clone()));
    sent.answer_in(deed, command, page, |page| &mut page.form).await
}

pub async fn dismiss(FromChief(sent): FromChief) -> Answer {
    sent.access.require_just_typed("/staff")?;
    let user = sent.posted.value("user").parse().map_err(|_| AppError::not_found("arbiter"))?;
    let member = sent.access.event.staff.get(&user);
    let whom = in_event(member.map_or("somebody", |member| member.name.as_str()), &sent.access);
    let deed = Deed::new(sent.access.path("/staff"), "Dismissed.").noting(What::StaffDismissed, whom);
    sent.carry_out(deed, EventCommand::DismissStaff { user }).await
}

/// Somebody and the event, for the security journal.
fn in_event(name: &str, access: &EventAccess) -> String {
    format!("{name} in {}", access.event.slug.as_str())
}

/// Those who are offered: whom an administrator calls an arbiter. All others are appointed by who knows their login, so that
/// nobody reads here who has an account.
async fn people(state: &State) -> Result<Vec<User>> {
    let state = state.clone();
    let users = db::block(move || state.db.read(db::users::list)).await?;
    Ok(users.into_iter().filter(|user| user.is_named_arbiter() && may_sign_in(user)).collect())
}

/// Whoever signs in by this login.
async fn find(state: &State, login: String) -> Result<Option<User>> {
    let state = state.clone();
    let found = db::block(move || state.db.read(|db| db::users::find_by_login(db, &login))).await?;
    Ok(found.map(|(user, _)| user).filter(may_sign_in))
}

const fn may_sign_in(user: &User) -> bool {
    user.has_password && !user.is_disabled
}
