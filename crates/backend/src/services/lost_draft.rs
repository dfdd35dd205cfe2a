//! A draft that was changed by hand and went because somebody came or left: the event has forgotten it, its ledger has not.

use std::collections::BTreeSet;

use tiger_event::{
    Command, EntryId, Event, Pairing, Refusal, Round, RoundCommand, RoundNumber, RoundState, Table,
};

use super::pairing::{self, Start};
use crate::ledger::{Ledger, LedgerError};

/// Whether a draft can be taken up again once it has gone: by hand it was changed, and who meets whom is not settled otherwise.
pub fn can_be_taken_up(event: &Event, draft: &Round) -> bool {
    draft.is_changed_by_hand && event.settings.format.has_free_pairs()
}

/// The draft that went, as it was, if nobody has changed another one by hand since. Blocking.
pub fn lost_draft(ledger: &Ledger, event: &Event) -> Result<Option<Table>, LedgerError> {
    if !event.settings.format.has_free_pairs() {
        return Ok(None);
    }
    let past = event.rounds.iter().filter(|round| round.state != RoundState::Draft);
    let (mut by_hand, mut lost) = (None, None);
    ledger.each_entry_after(event.id, past.map(|round| round.revision).max().unwrap_or(0), |entry| {
        match entry.command {
            Command::Round(RoundCommand::ChangeDraft { table, .. }) => by_hand = Some(table),
            Command::Round(RoundCommand::DraftRound { .. } | RoundCommand::DiscardDraft { .. }) => {
                // Whoever throws it away, or has the system draft again, wants it no more.
                lost = lost.take().filter(|_| by_hand.take().is_none());
            }
            Command::Round(_) => (by_hand, lost) = (None, None),
            command if command.drops_draft() => lost = by_hand.take().or(lost.take()),
            _ => {}
        }
        Ok::<_, LedgerError>(())
    })?;
    Ok(lost.filter(|_| by_hand.is_none()))
}

/// A lost draft for those who play now: pairs and byes that can stay do, and everybody else has neither. None where no pair
/// stays.
///
/// # Errors
/// When the round cannot be drafted.
pub fn taken_up(event: &Event, round: RoundNumber, lost: &Table) -> Result<Option<Table>, Refusal> {
    let mut table = pairing::draft(event, round, Start::Unpaired)?;
    let mut free: BTreeSet<EntryId> = table.unpaired.iter().copied().collect();
    let is_new = |pair: &&Pairing| !event.games.contains_key(&pair.game);
    let stays = |pair: &&Pairing| free.contains(&pair.first) && free.contains(&pair.second);
    table.boards = lost.boards.iter().filter(is_new).filter(stays).cloned().collect();
    for pair in &table.boards {
        free.remove(&pair.first);
        free.remove(&pair.second);
    }
    table.byes.extend(lost.byes.iter().filter(|bye| free.remove(&bye.entry)));
    table.unpaired.retain(|player| free.contains(player));
    Ok((!table.boards.is_empty()).then_some(table))
}
