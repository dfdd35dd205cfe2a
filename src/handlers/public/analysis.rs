//! `/events/{slug}/games/{game}/analysis` and its lines: trying moves after a game, and keeping them beside its record.

use tiger_event::Note;
use tiger_event::command::LineCommand;
use tiger_event::permission::Role;
use tiger_event::text::TriedMoves;

use super::find_record;
use crate::access::EventAccess;
use crate::db;
use crate::error::{AppError, Result};
use crate::handlers::query;
use crate::handlers::submission::{Answer, Deed, Submission};
use crate::pages::scoresheet::{AnalysisPage, Keeper, Tries};
use crate::pages::{FormView, Page};
use crate::services::lines::Tried;
use crate::state::State;

const NOT_THEIRS: &str = "Lines are kept by the two players of a game, and by the event's arbiters.";

/// The page: whoever reads the record may try moves from it.
pub async fn show(state: State, access: EventAccess) -> Answer {
    let tries = query(access.viewer.request(), "page")?;
    page(&state, &access, tries, FormView::fresh("keep")).await?.answer()
}

async fn page(
    state: &State,
    access: &EventAccess,
    tries: Tries,
    keep: FormView,
) -> Result<Page<AnalysisPage>> {
    let tried = tried(state, access, (tries.ply, tries.line.clone())).await?;
    let (who, event, game) = ((access.frame(None), keeper(access)?), access.event.clone(), access.game()?.id);
    let page =
        move || Ok::<_, AppError>(AnalysisPage::of(who, (&event, event.game(game)?), &tried, &tries, keep));
    Ok(Page(db::block(page).await?))
}

/// The moves that are tried, on the record that tells the game to everybody.
async fn tried(state: &State, access: &EventAccess, (ply, moves): (Option<u32>, String)) -> Result<Tried> {
    let record = access.game()?.record_to_publish().ok_or(AppError::not_found("record"))?;
    let (digest, board, state) = (record.digest, access.event.settings.dance_board(), state.clone());
    db::block(move || {
        let text = find_record(&state)(digest)?.ok_or(AppError::not_found("record"))?;
        Tried::of(&text, &board, ply, &moves)
    })
    .await
}

pub async fn keep(mut sent: Submission) -> Answer {
    sent.access.viewer.require_signed_in()?;
    let (game, player) = match (sent.access.game()?.id, keeper(&sent.access)?) {
        (game, Keeper::Arbiter) => (game, None),
        (game, Keeper::Player(seat)) => (game, Some(seat)),
        (_, Keeper::Nobody) => return Err(AppError::forbidden(NOT_THEIRS)),
    };
    let ply: u32 = sent.posted.value("ply").parse().map_err(|_| AppError::not_found("ply"))?;
    let tries = Tries { ply: Some(ply), line: sent.posted.value("line").to_owned(), ..Tries::default() };
    let tried = tried(&sent.state, &sent.access, (tries.ply, tries.line.clone())).await?;
    if tried.course.wrong().is_some() {
        return Err(AppError::unprocessable("A line that is kept holds legal moves alone."));
    }
    let moves = TriedMoves::parse(&tried.moves_until(u32::MAX));
    let moves = moves.map_err(|error| AppError::unprocessable(format!("The line: {error}")))?;
    let words = sent.form.read("words", Note::parse_optional);
    let command = words.map(|words| LineCommand::KeepLine { game, player, ply, moves, words });
    let back = sent.access.game_path(sent.access.game()?, &format!("?ply={ply}"));
    let state = sent.state.clone();
    sent.answer(Deed::new(back, "The line is kept."), command, async |access, form| {
        Ok(page(&state, access, tries, form).await?.0)
    })
    .await
}

/// What the reader may do with lines of the game.
fn keeper(access: &EventAccess) -> Result<Keeper> {
    let game = access.game()?;
    Ok(match access.role {
        Role::Player(entry) => game.seat_of(entry).map_or(Keeper::Nobody, Keeper::Player),
        role if role.is_arbiter() => Keeper::Arbiter,
        _ => Keeper::Nobody,
    })
}

pub async fn drop(sent: Submission) -> Answer {
    sent.access.viewer.require_signed_in()?;
    let game = sent.access.game()?.id;
    let line = sent.access.named("line", "line")?;
    sent.commit(LineCommand::DropLine { game, line }).await?;
    let back = sent.access.game_path(sent.access.game()?, "");
    Ok(Deed::new(back, "The line is removed.").done())
}
