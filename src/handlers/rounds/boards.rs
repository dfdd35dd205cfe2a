//! The boards of a round that is being played: sides and players changed where nothing has happened, latecomers paired.

use tiger_event::{Event, Refusal, Round, RoundBye, RoundCommand, RoundState, Seated};

use super::draft::{read_change, refused_by};
use crate::access::{EventAccess, ForArbiter, Posted};
use crate::error::Result;
use crate::handlers::submission::{Answer, Deed, FromArbiter};
use crate::pages::confirm::ConfirmPage;
use crate::pages::rounds::{BoardsPage, GridPage};
use crate::pages::{FormView, Page, Tone, see_other, see_other_saying};
use crate::services::clocks;
use crate::services::pairing::{Change, change_boards};
use crate::services::results::read_reason;
use crate::services::take_back::tried;

pub async fn show(ForArbiter(access): ForArbiter) -> Answer {
    if access.round()?.state != RoundState::Published {
        return Ok(see_other(&GridPage::path(&access, access.round()?.number)));
    }
    Page(page(&access, FormView::default()).await?).answer()
}

async fn page(access: &EventAccess, form: FormView) -> Result<BoardsPage> {
    let mut page = BoardsPage::of(access, access.round()?);
    page.form.refill(form);
    Ok(page)
}

pub async fn change(FromArbiter(mut sent): FromArbiter) -> Answer {
    let round = sent.access.round()?.clone();
    let grid = GridPage::path(&sent.access, round.number);
    if sent.is_done().await? {
        return Ok(see_other(&grid));
    }
    let why = "Say why: the ledger keeps it.";
    let Some(reason) = sent.form.heed(read_reason(sent.posted.value("reason"), why)) else {
        return sent.answer(Deed::new(grid, ""), None::<RoundCommand>, page).await;
    };
    // Two places are exchanged as they were seen: done once more to what has changed meanwhile it would be the opposite.
    let shown = sent.shown().await?;
    let seen_round = shown.round(round.number).cloned().unwrap_or_else(|_| round.clone());
    let (boards, byes) = match changed(&shown, &seen_round, &sent.posted) {
        Ok(changed) => changed,
        Err(Refusal::NotFound(_)) => {
            let gone = "This board has changed meanwhile. This is how the round stands now; choose again.";
            return refused_by(sent, Refusal::invalid(gone), page).await;
        }
        Err(refusal) => return refused_by(sent, refusal, page).await,
    };
    if seen_round.revision < round.revision && is_so(&round, &boards, byes.as_deref()) {
        let said = "Somebody else has changed these boards so already.";
        return Ok(see_other_saying(&grid, Tone::Info, said));
    }
    let seen = sent.posted.version()?;
    let command = RoundCommand::ChangeBoards {
        round: round.number,
        boards: boards.clone(),
        byes: byes.clone(),
        seen,
        reason,
    };
    let number = |new: &Seated| sent.access.event.number_of_board(round.number, new.board).to_string();
    let changed = boards.iter().map(number);
    let changed = changed.collect::<Vec<_>>().join(" and ");
    let said = match boards.len() {
        0 => "the bye is given.".to_owned(),
        _ if sent.access.event.round_after(round.number).is_some() => {
            format!("changed at {changed}. Enter the results anew.")
        }
        1 => format!("board {changed} has changed. Print its slip anew: Slip, on the board’s page."),
        _ => format!("boards {changed} have changed. Print their slips anew: Slip, on each board’s page."),
    };
    let said = format!("Round {}: {said}", round.number);
    let deed = Deed::new(grid, said)
        .or_back_to(BoardsPage::path(&sent.access, round.number))
        .confirmed_by("Change")
        .typed_again();
    // What the event refuses anyway is not asked first.
    if tried(&sent.access.event, &sent.actor()?, &command.clone().into()).is_ok() {
        let clocks = clocks::standings(&sent.state.clocks, &sent.access.event).await?;
        let page = ConfirmPage::of_boards(&sent.access, &round, (&boards, byes.as_deref()), &clocks)?;
        if let Some(asked) = sent.ask(&deed, page)? {
            return Ok(asked);
        }
    }
    sent.answer(deed, Some(command), page).await
}

/// Whether all sit so already, in whatever games.
fn is_so(round: &Round, boards: &[Seated], byes: Option<&[RoundBye]>) -> bool {
    let sits = |new: &Seated| {
        let place = usize::from(new.board).checked_sub(1);
        let pair = place.and_then(|place| round.table.boards.get(place));
        pair.is_some_and(|pair| (pair.first, pair.second) == (new.first, new.second))
    };
    boards.iter().all(sits) && byes.is_none_or(|byes| byes == round.table.byes)
}

fn changed(
    event: &Event,
    round: &Round,
    posted: &Posted,
) -> Result<(Vec<Seated>, Option<Vec<RoundBye>>), Refusal> {
    match read_change(posted)? {
        change @ (Change::SwapSides(_) | Change::Exchange(..) | Change::Pair(..) | Change::Bye(..)) => {
            change_boards(event, round, change)
        }
        _ => Err(Refusal::invalid("Choose what to change.")),
    }
}
