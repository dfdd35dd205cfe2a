//! What the players answer when the arbiter asks about the variation.

use tiger_rules::{Answer as Given, Question, Step};

use super::{answer as answer_form, deed};
use crate::access::Room;
use crate::domain::command::ChoiceCommand;
use crate::domain::text::Reason;
use crate::error::AppError;
use crate::handlers::submission::{Answer, Submission};

/// Writes an answer down.
pub async fn answer(mut sent: Submission) -> Answer {
    sent.access.require_arbiter()?;
    let room = Room::of(&sent.access)?;
    let due = room.game.choice(room.event.settings.game).next();
    let given = sent.form.read("answer", |text| {
        let given = match (due, text) {
            (Step::Ask(Question::WhichKnights(_)), name) => name.parse().ok().map(Given::Knights),
            (Step::Ask(_), "yes") => Some(Given::Agreed(true)),
            (Step::Ask(_), "no") => Some(Given::Agreed(false)),
            _ => None,
        };
        given.ok_or("Choose one of the answers.")
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
