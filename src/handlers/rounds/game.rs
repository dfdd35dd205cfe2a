//! The result of one game: entered, overruled, taken back, left for later.

use tiger_event::command::OVERRULE_IT;
use tiger_event::points_text::parse_award;
use tiger_event::{Article, Game, Mistake, ResultCommand};

use crate::access::{ForArbiter, Posted};
use crate::clock;
use crate::handlers::submission::{Answer, Deed, FromArbiter, Submission};
use crate::pages::rounds::GameResultPage;
use crate::pages::{FormView, Page};
use crate::services::results::{self, ADJOURNED, REASON_OF_RULING, read_entry, read_reason, read_result};

/// Shows the game's result and what can be done about it.
pub async fn show(ForArbiter(access): ForArbiter) -> Answer {
    Page(GameResultPage::of(&access, access.game()?)?).answer()
}

pub async fn enter(FromArbiter(sent): FromArbiter) -> Answer {
    let (game, posted) = (sent.access.game()?, &sent.posted);
    if posted.has("upheld") {
        let read = results::uphold(game, posted.version()?);
        return answer(sent, "The result stands.", read, |page| &mut page.result).await;
    }
    let (pick, reason) = (posted.value("pick"), posted.value("reason"));
    let read = if game.is_settled() {
        Err(Mistake::new("reason", OVERRULE_IT))
    } else if pick == ADJOURNED {
        read_reason(reason, "Say why the game is adjourned.")
            .map(|reason| ResultCommand::Adjourn { game: game.id, reason: Some(reason) })
    } else if !reason.trim().is_empty() {
        Err(Mistake::new("reason", REASON_OF_RULING))
    } else {
        let seen = posted.version()?;
        read_result(&sent.access.event, game, pick, &awards(posted))
            .map(|result| ResultCommand::EnterResult { game: game.id, result, seen })
    };
    answer(sent, "The result is entered.", read, |page| &mut page.result).await
}

fn awards(posted: &Posted) -> [String; 2] {
    ["award1", "award2"].map(|name| posted.value(name).trim().to_owned())
}

/// Decides against what stands, with a reason.
pub async fn overrule(FromArbiter(sent): FromArbiter) -> Answer {
    sent.access.require_just_typed(&format!("/games/{}/result", sent.access.game()?.id))?;
    let read = read_ruling(&sent, sent.access.game()?, sent.posted.version()?);
    answer(sent, "The ruling is recorded.", read, |page| &mut page.result).await
}

fn read_ruling(sent: &Submission, game: &Game, seen: u64) -> Result<ResultCommand, Mistake> {
    let (posted, awards, kind) = (&sent.posted, awards(&sent.posted), sent.access.event.settings.game);
    let mut result = read_entry(&sent.access.event, game, posted.value("pick"), &awards)?;
    // What the page had filled in for the result that stands is no award for another one.
    let is_left_over = awards == results::awards_of(game) && posted.value("pick") != results::pick_of(game);
    if result.awarded.is_none() && !is_left_over && awards.iter().any(|award| !award.is_empty()) {
        let [first, second] =
            awards.map(|award| parse_award(kind, &award).map_err(|sentence| Mistake::new("award", sentence)));
        result.awarded = Some([first?, second?]);
    }
    let if_empty = "A ruling needs its reason: what was seen, and why this result.";
    let reason = read_reason(posted.value("reason"), if_empty)?;
    let article = Article::parse_optional(posted.value("article"))
        .map_err(|error| Mistake::new("article", error.to_string()))?;
    Ok(ResultCommand::Overrule { ruling: clock::new_id(), game: game.id, result, reason, article, seen })
}

pub async fn clear(FromArbiter(sent): FromArbiter) -> Answer {
    let (game, seen) = (sent.access.game()?.id, sent.posted.version()?);
    let read = read_reason(sent.posted.value("reason"), "Say why the result is taken back.")
        .map(|reason| ResultCommand::ClearResult { game, reason, seen });
    answer(sent, "The result is taken back.", read, |page| &mut page.clear).await
}

pub async fn adjourn(FromArbiter(sent): FromArbiter) -> Answer {
    let game = sent.access.game()?.id;
    let if_empty = "Say why the game is adjourned, such as the hall closing.";
    let read = read_reason(sent.posted.value("reason"), if_empty)
        .map(|reason| ResultCommand::Adjourn { game, reason: Some(reason) });
    answer(sent, "The game is adjourned.", read, |page| &mut page.adjourn).await
}

pub async fn resume(FromArbiter(sent): FromArbiter) -> Answer {
    let command = ResultCommand::Adjourn { game: sent.access.game()?.id, reason: None };
    answer(sent, "The game goes on.", Ok(command), |page| &mut page.adjourn).await
}

/// Carries out what one of the page's forms asks for, after its points were seen.
async fn answer(
    mut sent: Submission,
    said: &str,
    read: Result<ResultCommand, Mistake>,
    form_of: fn(&mut GameResultPage) -> &mut FormView,
) -> Answer {
    let command = sent.form.heed(read);
    let (access, game) = (&sent.access, sent.access.game()?);
    let grid = access.path(&format!("/rounds/{}/results#board-{}", game.round, game.board));
    let deed = Deed::new(grid, format!("Board {}: {said}", access.event.board_number(game)))
        .confirmed_by("Confirm")
        .or_back_to(access.game_path(game, "/result"));
    sent.answer_in(deed, command, async |access| GameResultPage::of(access, access.game()?), form_of).await
}
