//! Undoing the last step of a game.

use super::{StepForm, step_of};
use crate::access::Room;
use crate::domain::command::UndoCommand;
use crate::handlers::submission::{Answer, Submission};

const UNDO: StepForm = StepForm {
    place: "#happened",
    button: "Undo it",
    said: "The last step is undone. The ledger keeps both.",
    refill: |page, form| page.forms.steps.act.refill(form),
};

pub async fn undo(sent: Submission) -> Answer {
    sent.access.require_arbiter()?;
    let game = Room::of(&sent.access)?.game.id;
    let step = step_of(&sent.posted)?;
    UNDO.answer(sent, Some(UndoCommand::UndoStep { game, step })).await
}
