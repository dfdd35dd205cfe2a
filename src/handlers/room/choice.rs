//! What the players answer when the arbiter asks about the variation.

use tiger_event::{ChoiceCommand, Reason};
use tiger_rules::{Answer as Choice, Question};

use super::{answer as answer_form, deed, player_of};
use crate::access::Room;
use crate::error::AppError;
use crate::handlers::submission::{Answer, FromArbiter, Submission};
use crate::services::choices::{read_answer, read_question};

/// Writes an answer of both down.
pub async fn answer(FromArbiter(mut sent): FromArbiter) -> Answer {
    let game = Room::of(&sent.access)?.game.id;
    let given = read(&mut sent);
    let command =
        given.map(|(asked, answer)| ChoiceCommand::AnswerChoice { game, answer, asked: Some(asked) });
    let deed = deed(&sent, "#choice", "Written down.")?;
    answer_form(sent, deed, command, |page| &mut page.forms.choice).await
}

/// Takes what a player says alone.
pub async fn say(mut sent: Submission) -> Answer {
    let room = Room::of(&sent.access)?;
    let (game, player) = (room.game.id, player_of(&room, &sent.posted)?);
    let given = read(&mut sent);
    let command = given.map(|(asked, answer)| ChoiceCommand::SayAnswer { game, player, answer, asked });
    let deed = deed(&sent, "#waiting", "Your answer is written down.")?;
    answer_form(sent, deed, command, |page| &mut page.forms.choice).await
}

/// The question that the form was made for, and its answer.
fn read(sent: &mut Submission) -> Option<(Question, Choice)> {
    let kind = sent.access.event.settings.game;
    let asked = read_question(kind, sent.posted.value("asked"));
    let asked = asked.map_err(|sentence| sent.form.reject("", sentence)).ok()?;
    let answer = sent.form.read("answer", |text| read_answer(asked, text))?;
    Some((asked, answer))
}

/// Takes the answers back.
pub async fn clear(FromArbiter(sent): FromArbiter) -> Answer {
    let room = Room::of(&sent.access)?;
    let reason = Reason::parse(sent.posted.value("reason"))
        .map_err(|error| AppError::unprocessable(format!("Reason: {error}")))?;
    sent.commit(ChoiceCommand::ClearChoice { game: room.game.id, reason }).await?;
    Ok(deed(&sent, "#choice", "The players are asked again.")?.done())
}
