//! Ties of the final standings that a play-off or lots settle.

use tiger_event::{AwardCommand, Event, Reason, SettledTie, Settling};

use super::categories::read_players;
use crate::access::ForArbiter;
use crate::handlers::submission::{Answer, Deed, FromArbiter};
use crate::pages::setup::TiesForm;
use crate::pages::{FormView, Page};
use crate::services::standings;

pub async fn show(ForArbiter(access): ForArbiter) -> Answer {
    Page(TiesForm::of(&access)?).answer()
}

pub async fn save(FromArbiter(mut sent): FromArbiter) -> Answer {
    let seen = sent.posted.version()?;
    let places = TiesForm::PLACES.filled(&sent.form).into_iter();
    let ties = places.filter_map(|place| read(&mut sent.form, &sent.access.event, place)).collect();
    let command = (!sent.form.is_rejected()).then_some(AwardCommand::SettleTies { ties, seen });
    let deed = Deed::new(sent.access.path("/settings/ties"), "The ties are saved.").typed_again();
    sent.answer_in(deed, command, async |access| TiesForm::of(access), |page| &mut page.form).await
}

/// The tie at a place. Mistakes are noted at their fields.
fn read(form: &mut FormView, event: &Event, place: usize) -> Option<SettledTie> {
    let [players, by, reason] = ["players", "by", "reason"].map(|name| TiesForm::PLACES.field(place, name));
    let tied = form.read(&players, |text| read_players(text, event));
    let by = form.read(&by, |key| Settling::from_key(key).ok_or("Choose from the list."));
    let reason = form.read(&reason, Reason::parse);
    let tie = SettledTie { players: tied?, by: by?, reason: reason? };
    if event.ties_wait_for().is_none() && !standings::is_level(event, &tie) {
        form.reject(
            &players,
            "Name players who are level on points and stand together, the best first, and all who share a place with them.",
        );
    }
    Some(tie)
}
