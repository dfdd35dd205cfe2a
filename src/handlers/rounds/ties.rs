//! The ties of a bracket: how they stand, and an arbiter's decision about one.

use tiger_event::{Article, TieCommand, TieVerdict};
use tiger_pairing::knockout::TieId;

use crate::access::{EventAccess, ForArbiter};
use crate::clock;
use crate::error::Result;
use crate::handlers::submission::{Answer, Deed, FromArbiter};
use crate::pages::Page;
use crate::pages::rounds::{TiePage, TiesPage};
use crate::services::results::read_reason;

pub async fn list(ForArbiter(access): ForArbiter) -> Answer {
    Page(TiesPage::of(&access)?).answer()
}

pub async fn show(ForArbiter(access): ForArbiter) -> Answer {
    Page(TiePage::of(&access, named(&access)?)?).answer()
}

pub async fn decide(FromArbiter(mut sent): FromArbiter) -> Answer {
    let tie = named(&sent.access)?;
    sent.access.require_just_typed(&format!("/ties/{}/{}", tie.stage, tie.slot))?;
    let (seen, form) = (sent.posted.version()?, &mut sent.form);
    let verdict = form.read("verdict", |text| match text {
        "nobody" => Ok(TieVerdict::Nobody),
        "games" => Ok(TieVerdict::Games),
        text => text.parse().map(|entry| TieVerdict::Winner { entry }).map_err(|_| "Choose who goes on."),
    });
    let reason = read_reason(form.value("reason"), "Say why: what was seen, and why this decision.");
    let reason = form.heed(reason);
    let article = form.read("article", Article::parse_optional);
    let ruling = clock::new_id();
    let command = || {
        let (verdict, reason, article) = (verdict?, reason?, article?);
        Some(TieCommand::DecideTie { ruling, tie, verdict, reason, article, seen })
    };
    let deed = Deed::new(sent.access.path("/ties"), "The ruling is recorded.");
    sent.answer_in(deed, command(), async |access| TiePage::of(access, tie), |page| &mut page.form).await
}

fn named(access: &EventAccess) -> Result<TieId> {
    Ok(TieId { stage: access.named("stage", "tie")?, slot: access.named("slot", "tie")? })
}
