//! Undoing the last step of a game.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use strum::VariantNames;

use super::{Command, Conflict, Effect, Event, Family, Meta, Refusal, ResultCommand, Teller, check_open};
use crate::GameId;
use crate::ids::RulingId;
use crate::step::{Before, LastStep};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, VariantNames)]
#[serde(tag = "do", rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum UndoCommand {
    /// The last step of a game is undone. Dice and records that were handed in stay.
    UndoStep {
        game: GameId,
        /// The entry of the step.
        step: u64,
    },
}

impl Family for UndoCommand {
    fn game(&self) -> Option<GameId> {
        let Self::UndoStep { game, .. } = self;
        Some(*game)
    }

    fn carry_out(&self, event: &mut Event, meta: &Meta) -> Effect {
        let Self::UndoStep { game: id, step } = self;
        let game = event.game(*id)?;
        let Some(last) = game.last.clone() else {
            return Err(Refusal::invalid(
                "Nothing can be undone here now. Dice are voided, with a reason; records that were handed in stay.",
            ));
        };
        if last.step != *step {
            return Err(Refusal::Conflict(Conflict {
                what: format!("the last step at {}", event.place_of(game)),
                theirs: format!("step {} of the ledger, by {}", last.step, last.by),
                yours: format!("to undo step {step}"),
                by: last.by.clone(),
                revision: last.step,
            }));
        }
        // Once its round is closed no step is undone, also none that could be done there, such as an appeal: the game room
        // offers it while the round is open.
        check_open(event, game, last.before.adjourned.is_some())?;
        if last.before.result.is_none() && last.before.adjourned.is_none() {
            event.check_is_not_left(*id)?;
        }
        let has_result_changed = game.result != last.before.result;
        let game = event.game_mut(*id)?;
        let Before { answers, said, reports, disputes, adjourned, seers, beginning, result, protocol } =
            *last.before;
        game.answers = answers;
        game.said = said;
        game.reports = reports;
        game.disputes = disputes;
        game.adjourned = adjourned;
        game.seers = seers;
        game.beginning = beginning;
        game.result = result;
        game.protocol = protocol;
        game.revision = meta.seq;
        if has_result_changed {
            game.result_revision = meta.seq;
        }
        for ruling in event.rulings.iter_mut().filter(|ruling| is_made_by(&last.command, ruling.id)) {
            Arc::make_mut(ruling).undone_at = Some(meta.at);
        }
        // The event may score differently since.
        if last.settings_revision == event.settings_revision { Ok(()) } else { event.rescore(*id) }
    }

    fn tell(&self, teller: &mut Teller<'_>) -> String {
        let Self::UndoStep { game, .. } = self;
        format!("undone: {}", teller.undo(*game))
    }
}

/// What it will take to undo the command, if it is a step of a game.
pub(super) fn before(event: &Event, command: &Command) -> Option<(GameId, Before)> {
    let id = command.game().filter(|_| command.is_undoable())?;
    event.games.get(&id).map(|game| (id, Before::of(game)))
}

/// Keeps the last step of a game. After dice and records there is none: they are not undone.
pub(super) fn remember(event: &mut Event, meta: &Meta, command: &Command, before: Option<(GameId, Before)>) {
    if command.leaves_last_step() {
        return;
    }
    let settings_revision = event.settings_revision;
    let Some(game) = command.game().and_then(|id| event.games.get_mut(&id)) else { return };
    game.last = before.map(|(_, before)| LastStep {
        step: meta.seq,
        at: meta.at,
        by: meta.author(),
        command: Box::new(command.clone()),
        settings_revision,
        before: Box::new(before),
    });
}

fn is_made_by(command: &Command, id: RulingId) -> bool {
    matches!(
        command,
        Command::Result(ResultCommand::Overrule { ruling, .. } | ResultCommand::Disqualify { ruling, .. })
            if *ruling == id
    )
}
