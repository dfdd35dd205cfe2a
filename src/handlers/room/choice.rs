//! What the players answer when the arbiter asks about the variation.

use tiger_rules::Step;

use super::{answer as answer_form, deed};
use crate::access::Room;
use crate::domain::command::ChoiceCommand;
use crate::domain::text::Reason;
use crate::error::AppError;
use crate::handlers::submission::{Answer, Submission};
use crate::services::choices::read_answer;

/// Writes an answer down.
pub async fn answer(mut sent: Submission) -> Answer {
    sent.access.require_arbiter()?;
    let room = Room::of(&sent.access)?;
    let due = room.game.choice(room.event.settings.game).next();
    let given = sent.form.read("answer", |text| match due {
        Step::Ask(question) => read_answer(question, text),
        Step::Cast(_) | Step::Chosen(_) => Err("Nothing is asked in this game now."),
    });
    let command = given.map(|answer| ChoiceCommand::AnswerChoice { game: room.game.id, answer });
    let deed = deed(&sent, "#choice", "Written down.")?;
    answer_form(sent, deed, command, |page, form| page.forms.choice.refill(form)).await
}

/// Takes the answers back.
pub async fn clear(sent: Submission) -> Answer {
    sent.access.require_arbiter()?;
    let room = Room::of(&sent.access)?;
    let reason = Reason::parse(sent.posted.value("reason"))
        .map_err(|error| AppError::unprocessable(format!("Reason: {error}")))?;
    sent.commit(ChoiceCommand::ClearChoice { game: room.game.id, reason }).await?;
    Ok(deed(&sent, "#choice", "The players are asked again.")?.done())
}
