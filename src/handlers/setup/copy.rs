//! Another event like this one.

use tiger_event::{EventName, local_time};

use super::begin::begin;
use super::new::require_organiser;
use crate::access::{self, CurrentUser, EventAccess, ForArbiter, Posted};
use crate::handlers::submission::Answer;
use crate::pages::setup::CopyPage;
use crate::pages::{FormView, Page, Tone, see_other_saying};
use crate::services::copies::{Copied, copy};
use crate::state::State;

pub async fn show(user: CurrentUser, ForArbiter(access): ForArbiter) -> Answer {
    require_organiser(&user)?;
    Page(CopyPage::of(&access)).answer()
}

pub async fn make(state: State, user: CurrentUser, ForArbiter(access): ForArbiter, posted: Posted) -> Answer {
    require_organiser(&user)?;
    let mut form = FormView::typed("copy", &posted);
    let (name, starts_on) =
        (form.read("name", EventName::parse), form.read("starts_on", local_time::read_day));
    let (Some(name), Some(starts_on)) = (name, starts_on) else { return again(&access, form) };
    let wanted = Copied {
        name,
        starts_on,
        has_players: form.has("players", "on"),
        has_arbiters: form.has("arbiters", "on"),
        has_timetable: form.has("timetable", "on"),
        has_prizes: form.has("prizes", "on"),
    };
    let (settings, story) = copy(&access.event, wanted, user.signed_in.user.id);
    match begin(&state, &user, &posted, (&settings, &story), None).await? {
        Ok(event) => {
            let said = "The event is made. Only its arbiters see it until you publish it at the desk.";
            Ok(see_other_saying(&format!("{}/desk", access::base(&event)), Tone::Good, said))
        }
        Err(refusal) => {
            form.reject("", refusal.to_string());
            again(&access, form)
        }
    }
}

fn again(access: &EventAccess, form: FormView) -> Answer {
    let mut page = CopyPage::of(access);
    page.form.refill(form);
    Page(page).again()
}
