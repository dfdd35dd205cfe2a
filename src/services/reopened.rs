//! Rounds that were opened again, for the arbiter's report: the event has forgotten it, its ledger has not.

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};
use tiger_event::{Command, Event, Reason, ResultCommand, RoundCommand, RoundNumber};

use crate::ledger::{Ledger, LedgerError};

/// Entries that are read at a time.
const READ: u32 = 1_000;

/// A round that was closed and is opened again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reopened {
    pub round: RoundNumber,
    pub at: DateTime<Utc>,
    pub by: String,
    pub reason: Reason,
    /// Results that were entered, overruled or taken back until it was closed anew.
    pub changes: usize,
}

/// All of them, the first first. Blocking.
///
/// # Errors
/// When the ledger cannot be read.
pub fn reopened(ledger: &Ledger, event: &Event) -> Result<Vec<Reopened>, LedgerError> {
    let (mut all, mut open, mut after) = (Vec::<Reopened>::new(), BTreeSet::new(), 0);
    loop {
        let entries = ledger.database().read(|db| ledger.entries_after(db, event.id, after, READ))?;
        let Some(last) = entries.last() else { return Ok(all) };
        after = last.meta.seq;
        for entry in &entries {
            match &entry.command {
                Command::Round(RoundCommand::ReopenRound { round, reason }) => {
                    open.insert(*round);
                    let (at, by) = (entry.meta.at, entry.meta.by.name().to_owned());
                    all.push(Reopened { round: *round, at, by, reason: reason.clone(), changes: 0 });
                }
                Command::Round(RoundCommand::CloseRound { round }) => {
                    open.remove(round);
                }
                Command::Result(
                    ResultCommand::EnterResult { game, .. }
                    | ResultCommand::ClearResult { game, .. }
                    | ResultCommand::Overrule { game, .. }
                    | ResultCommand::Disqualify { game, .. },
                ) => {
                    let round = event.games.get(game).map(|game| game.round).filter(|it| open.contains(it));
                    let of_round = all.iter_mut().rev().find(|it| Some(it.round) == round);
                    of_round.into_iter().for_each(|it| it.changes += 1);
                }
                _ => {}
            }
        }
    }
}
