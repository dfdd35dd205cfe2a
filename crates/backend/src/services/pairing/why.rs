//! Questions that an arbiter may ask about a Swiss draft.

use tiger_event::{EntryId, Event, Format, GameId, Refusal, Round};
use tiger_pairing::explain::{WhyNot, explain_board, why_not, why_not_bye};

use super::sentences::sentence;
use super::swiss::{FORCED, SwissRound};
use super::unpairable;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Question {
    /// Why is this board as it is?
    Board(GameId),
    /// Why do these two not meet?
    Pair(EntryId, EntryId),
    /// Why does this player not have the pairing-allocated bye?
    Bye(EntryId),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    pub question: String,
    pub answer: String,
    /// The criterion that decides, such as `C12`; empty if none of article 2 does.
    pub criterion: String,
}

/// Answers a question about a draft. Pairs and byes are weighed against the round as the system drafts it; a
/// board is explained as it stands.
///
/// # Errors
/// In other formats, for boards and players that are not there, and when the round cannot be judged.
pub fn why(event: &Event, round: &Round, question: Question) -> Result<Answer, Refusal> {
    if event.settings.format != Format::Swiss || event.first_side.is_none() {
        return Err(Refusal::invalid("Only a Swiss round has reasons that can be asked for."));
    }
    let swiss = SwissRound::new(event, round.number)?.with_byes_of(&round.table)?;
    match question {
        Question::Board(game) => board(&swiss, round, game),
        Question::Pair(one, other) => {
            let (a, b) = (swiss.names.number(one)?, swiss.names.number(other)?);
            let found = why_not(&swiss.tournament, swiss.round, a, b).map_err(unpairable)?;
            let question = format!("Why not {} against {}?", swiss.names.name(a), swiss.names.name(b));
            Ok(answer(&swiss, question, &found, "The system pairs these two."))
        }
        Question::Bye(player) => {
            let number = swiss.names.number(player)?;
            let found = why_not_bye(&swiss.tournament, swiss.round, number).map_err(unpairable)?;
            let question = format!("Why not the bye for {}?", swiss.names.name(number));
            Ok(answer(&swiss, question, &found, "The system gives this player the bye."))
        }
    }
}

fn board(swiss: &SwissRound<'_>, round: &Round, game: GameId) -> Result<Answer, Refusal> {
    let draft = swiss.draft_of(&round.table)?;
    let place = round.table.boards.iter().position(|board| board.game == game);
    let place = place.ok_or(Refusal::NotFound("board"))?;
    let board = draft.boards.get(place).ok_or(Refusal::NotFound("board"))?;
    let question =
        format!("Why {} against {}?", swiss.names.name(board.first), swiss.names.name(board.second));
    if !round.table.unpaired.is_empty() {
        return Err(Refusal::invalid("A board has its reasons once everybody has an opponent or a bye."));
    }
    if round.table.boards[place].is_forced {
        return Ok(Answer { question, answer: FORCED.to_owned(), criterion: String::new() });
    }
    let reason = explain_board(&swiss.tournament, &draft, board).map_err(unpairable)?;
    let criterion = reason.decision.criterion().map(|criterion| criterion.to_string()).unwrap_or_default();
    Ok(Answer { question, answer: swiss.names.board(&reason), criterion })
}

fn answer(swiss: &SwissRound<'_>, question: String, found: &WhyNot, done: &str) -> Answer {
    let answer = if *found == WhyNot::Done { done.to_owned() } else { sentence(&swiss.names.why_not(found)) };
    let criterion = found.criterion().map(|criterion| criterion.to_string()).unwrap_or_default();
    Answer { question, answer, criterion }
}
