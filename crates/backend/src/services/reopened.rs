//! What an event has forgotten and its ledger has not, for the register and the arbiter's report: rounds that were opened
//! again, boards that are no more.

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};
use tiger_event::command::FormerBoards;
use tiger_event::{Command, Event, Reason, ResultCommand, RoundCommand, RoundNumber};

use crate::ledger::{Ledger, LedgerError};

/// The boards that rulings were made at and that are no more. Where there are none the ledger is not read. Blocking.
pub fn former_boards(ledger: &Ledger, event: &Event) -> Result<FormerBoards, LedgerError> {
    let mut former = FormerBoards::default();
    if event.rulings.iter().all(|ruling| event.games.contains_key(&ruling.game)) {
        return Ok(former);
    }
    ledger.each_entry(event.id, |entry| {
        former.learn(&entry.command, event);
        Ok::<_, LedgerError>(())
    })?;
    Ok(former)
}

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
pub fn reopened(ledger: &Ledger, event: &Event) -> Result<Vec<Reopened>, LedgerError> {
    let (mut all, mut open) = (Vec::<Reopened>::new(), BTreeSet::new());
    ledger.each_entry(event.id, |entry| {
        match entry.command {
            Command::Round(RoundCommand::ReopenRound { round, reason }) => {
                open.insert(round);
                let (at, by) = (entry.meta.at, entry.meta.by.name().to_owned());
                all.push(Reopened { round, at, by, reason, changes: 0 });
            }
            Command::Round(RoundCommand::CloseRound { round }) => {
                open.remove(&round);
            }
            Command::Result(
                ResultCommand::EnterResult { game, .. }
                | ResultCommand::ClearResult { game, .. }
                | ResultCommand::Overrule { game, .. }
                | ResultCommand::Disqualify { game, .. },
            ) => {
                let round = event.games.get(&game).map(|game| game.round).filter(|it| open.contains(it));
                let of_round = all.iter_mut().rev().find(|it| Some(it.round) == round);
                of_round.into_iter().for_each(|it| it.changes += 1);
            }
            _ => {}
        }
        Ok::<_, LedgerError>(())
    })?;
    Ok(all)
}
