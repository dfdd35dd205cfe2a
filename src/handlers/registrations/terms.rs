//! On what terms players may register by themselves.

use chrono_tz::Tz;
use tiger_event::registration::RegistrationTerms;
use tiger_event::{RegistrationCommand, local_time};

use super::list;
use crate::handlers::submission::{Answer, Deed, FromChief, Submission};
use crate::pages::FormView;

pub async fn save(FromChief(mut sent): FromChief) -> Answer {
    let zone = sent.access.event.settings.time_zone;
    let (terms, seen) = (read(&mut sent.form, zone), sent.posted.version()?);
    let command = terms.map(|terms| RegistrationCommand::SetRegistration { terms: Some(terms), seen });
    answer(sent, command, "Registration is open.").await
}

pub async fn close(FromChief(sent): FromChief) -> Answer {
    let command = RegistrationCommand::SetRegistration { terms: None, seen: sent.posted.version()? };
    answer(sent, Some(command), "Registration is closed.").await
}

fn read(form: &mut FormView, zone: Tz) -> Option<RegistrationTerms> {
    let closes_at = form.read("closes_at", |text| local_time::read(text, zone));
    let places = form.read("places", |text| match text.trim() {
        "" => Ok(None),
        text => {
            text.parse().map(Some).map_err(|_| "Write the number of places, such as 64, or leave it empty.")
        }
    });
    let takes_byes = form.has("takes_byes", "on");
    Some(RegistrationTerms { closes_at: closes_at?, places: places?, takes_byes })
}

async fn answer(sent: Submission, command: Option<RegistrationCommand>, said: &str) -> Answer {
    let deed = Deed::new(sent.access.path("/registrations"), said).at("closes_at").typed_again();
    let state = sent.state.clone();
    sent.answer_in(deed, command, async |access| list::page(&state, access).await, |page| &mut page.terms)
        .await
}
