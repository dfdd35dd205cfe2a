//! Undoing the last step of a game.

use tiger_event::command::UndoCommand;

use super::{answer, step, step_of};
use crate::access::Room;
use crate::handlers::submission::{Answer, FromArbiter};

pub async fn undo(FromArbiter(sent): FromArbiter) -> Answer {
    let game = Room::of(&sent.access)?.game.id;
    let undone = step_of(&sent.posted)?;
    let deed = step(&sent, "#happened", "Undo it", "The last step is undone. The ledger keeps both.")?;
    answer(sent, deed, Some(UndoCommand::UndoStep { game, step: undone }), |page| &mut page.forms.steps.act)
        .await
}
