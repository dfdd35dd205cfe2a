//! The draft of the next round: made, changed by hand, published, discarded.

use std::sync::Arc;

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use askama::Template;
use tiger_event::{
    Actor, ByeKind, Conflict, EntryId, Event, Format, GameId, Refusal, Round, RoundCommand, RoundNumber,
    Seat, Table,
};

use crate::access::{EventAccess, ForArbiter, Posted};
use crate::db;
use crate::error::{AppError, Result};
use crate::handlers::submission::{Answer, Deed, FromArbiter, Submission};
use crate::ledger::{Ledger, Order};
use crate::pages::rounds::{DraftPage, GridPage};
use crate::pages::{FormView, Page, Tone, see_other, see_other_saying};
use crate::services::festivals::clashes;
use crate::services::lost_draft::{lost_draft, taken_up};
use crate::services::pairing::{self, Change, Start, Verdict};
use crate::services::{attempt, carry_out};
use crate::state::State;

/// Shows the draft, or the way to one.
pub async fn show(state: State, ForArbiter(access): ForArbiter) -> Answer {
    let mut page = page(&access, FormView::default()).await?;
    let (ledger, event, user) = (state.ledger.clone(), access.event.clone(), access.viewer.signed_in());
    if let Some(user) = user.map(|signed_in| signed_in.user.id) {
        page.clashes = db::block(move || clashes(&ledger, &event, user)).await?;
    }
    page.offer(lost(state.ledger.clone(), access.event.clone()).await?.as_ref(), &access.event);
    Page(page).answer()
}

/// The page, with what was chosen and why it could not be done.
async fn page(access: &EventAccess, form: FormView) -> Result<DraftPage> {
    let mut page = DraftPage::of(access, judged(access.event.clone()).await?)?;
    page.form.refill(form);
    Ok(page)
}

/// What the checker says of the draft, if there is one to be judged.
async fn judged(event: Arc<Event>) -> Result<Option<Verdict>> {
    db::block(move || {
        let Some(round) = event.draft() else {
            return Ok(None);
        };
        match pairing::verdict(&event, round) {
            Err(Refusal::Invalid(said)) => Ok(Some(Verdict { violations: vec![said], ..Verdict::default() })),
            other => other,
        }
    })
    .await
}

/// What can be taken up again of a draft that went because somebody came or left.
async fn lost(ledger: Ledger, event: Arc<Event>) -> Result<Option<Table>> {
    db::block(move || {
        let round = event.draft().map(|draft| draft.number).or_else(|| event.next_round());
        let Some(round) = round else { return Ok(None) };
        let lost = lost_draft(&ledger, &event)?;
        Ok::<_, AppError>(lost.map(|lost| taken_up(&event, round, &lost)).transpose()?.flatten())
    })
    .await
}

/// Takes up a draft again that went: a draft in which nobody is paired is changed by hand to it.
async fn take_up(sent: Submission, round: RoundNumber) -> Answer {
    let Some(table) = lost(sent.state.ledger.clone(), sent.access.event.clone()).await? else {
        let said = "Nothing is left of that draft to be taken up. Draft the round anew.";
        return Ok(see_other_saying(&sent.access.path("/draft"), Tone::Warning, said));
    };
    let seen = match sent.access.event.draft() {
        Some(draft) => draft.revision,
        None => {
            let event = sent.access.event.clone();
            let bare = db::block(move || pairing::draft(&event, round, Start::Unpaired)).await?;
            let command =
                RoundCommand::DraftRound { round, system: sent.access.event.settings.format, table: bare };
            let order = Order::new(sent.actor()?, sent.access.event.id, command).seeing(&sent.access.event);
            carry_out(&sent.state.ledger, order).await?.seq
        }
    };
    let deed = Deed::new(sent.access.path("/draft"), "The draft is there again, for those who play now.");
    sent.answer(deed, Some(RoundCommand::ChangeDraft { round, table, seen }), page).await
}

/// Drafts the next round, or the drafted one again.
pub async fn make(FromArbiter(sent): FromArbiter) -> Answer {
    let start = if sent.posted.value("start") == "unpaired" { Start::Unpaired } else { Start::Proposal };
    let wanted = sent.posted.value("round").parse().ok();
    let drafted = sent.access.event.draft().map(|round| round.number);
    let Some(round) = drafted.or_else(|| sent.access.event.next_round()).or(wanted) else {
        return refused(sent, Refusal::invalid("No round can be drafted now.")).await;
    };
    if wanted.is_some_and(|wanted| wanted != round) {
        // Sent again after the round was published and closed: what there is to see is the draft as it stands.
        return Ok(see_other(&sent.access.path("/draft")));
    }
    if let Some(answer) = drafted_meanwhile(&sent).await? {
        return Ok(answer);
    }
    let event = match lots_drawn(&sent.state.ledger, sent.actor()?, &sent.access.event).await? {
        Ok(event) => event,
        Err(refusal) => return refused(sent, refusal).await,
    };
    if sent.posted.value("start") == "lost" {
        return take_up(sent, round).await;
    }
    let system = event.settings.format;
    let table = match db::block(move || Ok::<_, Refusal>(pairing::draft(&event, round, start))).await? {
        Ok(table) => table,
        Err(refusal) => return refused(sent, refusal).await,
    };
    let deed = Deed::new(sent.access.path("/draft"), "");
    sent.answer(deed, Some(RoundCommand::DraftRound { round, system, table }), page).await
}

/// What a form gets that does not know the draft as it stands: the desk knows of none, and another arbiter's page may
/// show an older one. Neither may throw away what was changed by hand.
async fn drafted_meanwhile(sent: &Submission) -> Result<Option<HttpResponse>> {
    let Some(round) = sent.access.event.draft() else { return Ok(None) };
    let draft = sent.access.path("/draft");
    // The page with neither knew of none.
    if matches!(sent.posted.value("version"), "" | "0") {
        let said = format!("Round {} is drafted already. This is the draft.", round.number);
        return Ok(Some(see_other_saying(&draft, Tone::Info, &said)));
    }
    if sent.posted.version()? < round.revision && sent.is_done().await? {
        return Ok(Some(see_other(&draft)));
    }
    outdated(sent, round, "To draft the round again.", "Throw it away and draft again").await
}

/// The choice between the draft as it is now and what a form wants that was made from an older one; the button does it with
/// the draft as it is now.
async fn outdated(
    sent: &Submission,
    round: &Round,
    yours: &str,
    button: &str,
) -> Result<Option<HttpResponse>> {
    if sent.posted.version()? >= round.revision {
        return Ok(None);
    }
    let event = &sent.access.event;
    let theirs = match sent.shown().await?.draft().filter(|shown| shown.number == round.number) {
        Some(shown) => match event.differences_of(&round.table, &shown.table) {
            [now, _] if now.is_empty() => "The same boards, drafted once more.".to_owned(),
            [now, then] => format!("New in it: {now}. In the one that you saw: {then}."),
        },
        None => event.summary_of(&round.table),
    };
    let conflict = Conflict {
        what: format!("the draft of round {}", round.number),
        theirs,
        yours: yours.to_owned(),
        by: sent.author_of(round.revision).await?,
        revision: round.revision,
    };
    sent.choose(conflict, &sent.access.path("/draft"), button).map(Some)
}

/// The event with the lots drawn for the sides of round 1, where its format wants them; they are drawn once.
pub(in crate::handlers) async fn lots_drawn(
    ledger: &Ledger,
    actor: Actor,
    event: &Arc<Event>,
) -> Result<Result<Arc<Event>, Refusal>> {
    let format = event.settings.format;
    let wants_lots = format == Format::Swiss || format.has_bracket();
    if !wants_lots || event.first_side.is_some() {
        return Ok(Ok(event.clone()));
    }
    let mut lot = [0];
    getrandom::fill(&mut lot)?;
    let side = if lot[0].is_multiple_of(2) { Seat::First } else { Seat::Second };
    let order = Order::new(actor, event.id, RoundCommand::DrawFirstSide { side });
    Ok(attempt(ledger, order).await?.map(|committed| committed.event))
}

/// Where a form goes on whose draft is there no more, and what is said there.
async fn gone(sent: &Submission) -> Answer {
    let event = &sent.access.event;
    let was = sent.shown().await?.draft().map(|round| round.number);
    if let Some(number) = was.filter(|number| event.round(*number).is_ok()) {
        let said = format!(
            "Round {number} was published meanwhile, so this has changed nothing. Boards at which nothing has happened can \
             still be changed."
        );
        return Ok(see_other_saying(&GridPage::path(&sent.access, number), Tone::Warning, &said));
    }
    let gone = "This draft is gone: somebody threw it away, or changed who plays. The ledger says who. Draft the round anew.";
    Ok(see_other_saying(&sent.access.path("/draft"), Tone::Warning, gone))
}

pub async fn change(FromArbiter(sent): FromArbiter) -> Answer {
    let draft = sent.access.path("/draft");
    let Some(round) = sent.access.event.draft() else { return gone(&sent).await };
    let table = match changed(&sent, round).await? {
        Ok(table) => table,
        Err(_) if sent.is_done().await? => return Ok(see_other(&draft)),
        Err(Refusal::NotFound(_)) => {
            let gone = "The draft has changed meanwhile. This is how it stands now; choose again.";
            return refused(sent, Refusal::invalid(gone)).await;
        }
        Err(refusal) => return refused(sent, refusal).await,
    };
    let command = RoundCommand::ChangeDraft { round: round.number, table, seen: sent.posted.version()? };
    // Of a hundred boards the one that was changed stays in sight.
    let to = match (sent.posted.value("change"), sent.posted.value("game")) {
        ("sides" | "up", game) if game.parse::<GameId>().is_ok() => format!("{draft}#pair-{game}"),
        _ => draft,
    };
    sent.answer(Deed::new(to, ""), Some(command), page).await
}

/// The table as the form wants it.
async fn changed(sent: &Submission, round: &Round) -> Result<Result<Table, Refusal>> {
    let posted = &sent.posted;
    if posted.value("change") != "force" {
        let (wanted, event, round) = (read_change(posted), sent.access.event.clone(), round.clone());
        return db::block(move || {
            Ok::<_, Refusal>(wanted.and_then(|it| pairing::change(&event, &round, it)))
        })
        .await;
    }
    let pair = match (read_entry(posted, "one"), read_entry(posted, "other")) {
        (Ok(one), Ok(other)) => (one, other),
        (Err(refusal), _) | (_, Err(refusal)) => return Ok(Err(refusal)),
    };
    let (event, round) = (sent.access.event.clone(), round.clone());
    db::block(move || Ok::<_, Refusal>(pairing::draft_forcing(&event, &round, pair))).await
}

fn read_entry(posted: &Posted, field: &str) -> Result<EntryId, Refusal> {
    posted.value(field).parse().map_err(|_| Refusal::invalid("Choose a player from the list."))
}

pub(super) fn read_change(posted: &Posted) -> Result<Change, Refusal> {
    let entry = |field| read_entry(posted, field);
    let game = || posted.value("game").parse::<GameId>().map_err(|_| Refusal::NotFound("board"));
    match posted.value("change") {
        "sides" => game().map(Change::SwapSides),
        "break" => game().map(Change::Break),
        "up" => game().map(Change::MoveUp),
        "break-all" => Ok(Change::BreakAll),
        "unpair" => entry("one").map(Change::Unpair),
        "pair" => Ok(Change::Pair(entry("one")?, entry("other")?)),
        "exchange" => Ok(Change::Exchange(entry("one")?, entry("other")?)),
        "bye" => {
            let kind = ByeKind::from_code(posted.value("bye"))
                .ok_or_else(|| Refusal::invalid("Choose a bye from the list."))?;
            Ok(Change::Bye(entry("one")?, kind))
        }
        _ => Err(Refusal::invalid("Choose what to change.")),
    }
}

/// Publishes the draft as the arbiter saw it.
pub async fn publish(FromArbiter(sent): FromArbiter) -> Answer {
    let event = &sent.access.event;
    let grid = |round| sent.access.path(&format!("/rounds/{round}/results"));
    let Some(round) = sent.access.event.draft() else {
        return match event.current_round() {
            // Sent twice: the round is out, and its grid is what comes next.
            Some(current) => Ok(see_other(&grid(current.number))),
            None => gone(&sent).await,
        };
    };
    let yours = "To publish the draft as you had seen it.";
    if let Some(answer) = outdated(&sent, round, yours, "Publish it as it is now").await? {
        return Ok(answer);
    }
    let shown = if event.is_public { "everybody sees it" } else { "the event itself is still hidden" };
    let said = format!("Round {} is published; {shown}.", round.number);
    let command = RoundCommand::PublishRound { round: round.number, seen: sent.posted.version()? };
    let deed = Deed::new(grid(round.number), said).or_back_to(sent.access.path("/draft"));
    sent.answer(deed, Some(command), page).await
}

pub async fn discard(FromArbiter(sent): FromArbiter) -> Answer {
    let draft = sent.access.path("/draft");
    let Some(round) = sent.access.event.draft() else {
        return if sent.is_done().await? { Ok(see_other(&draft)) } else { gone(&sent).await };
    };
    let yours = "To discard the draft as you had seen it.";
    if let Some(answer) = outdated(&sent, round, yours, "Discard it as it is now").await? {
        return Ok(answer);
    }
    let round = round.number;
    let deed = Deed::new(draft, format!("The draft of round {round} is discarded."));
    sent.answer(deed, Some(RoundCommand::DiscardDraft { round }), page).await
}

async fn refused(sent: Submission, refusal: Refusal) -> Answer {
    refused_by(sent, refusal, page).await
}

/// The page again, with what was chosen and why it could not be done.
pub(super) async fn refused_by<P: Template>(
    mut sent: Submission,
    refusal: Refusal,
    page: impl AsyncFnOnce(&EventAccess, FormView) -> Result<P>,
) -> Answer {
    sent.form.reject("", sentence(refusal)?);
    sent.again(StatusCode::UNPROCESSABLE_ENTITY, page).await
}

/// The sentence to show beside the form; refusals that concern more than the form become their own pages.
pub(super) fn sentence(refusal: Refusal) -> Result<String> {
    match refusal {
        Refusal::Invalid(sentence) => Ok(sentence),
        other => Err(other.into()),
    }
}
