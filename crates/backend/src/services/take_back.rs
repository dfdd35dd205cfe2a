//! Taking an entry of the ledger back: the command that undoes it alone, as long as nothing rests on it. What it would do
//! is found by trying it; what stands in the way the event says itself.

use std::collections::BTreeSet;

use tiger_event::{
    Actor, AppealCommand, AppealTerms, AwardCommand, ByeKind, Command, EntryCommand, EntryId, Event,
    EventCommand, ForbiddenCommand, GameId, Meta, NoteCommand, Reason, Refusal, ResultCommand, RoundBye,
    RoundCommand, RoundNumber, Seated, Teller, Timetable, TimetableCommand,
};

use crate::clock;
use crate::ledger::{self, Ledger, LedgerError};
use crate::services::differences::Differences;
use crate::services::foresee::rests_on;

/// What taking an entry back would come to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outlook {
    /// What would differ; none if it cannot be done.
    pub differences: Option<Differences>,
    /// What stands in the way; empty if nothing does.
    pub refusal: String,
    /// What has been built on it, and stays as it is.
    pub warning: Option<String>,
}

/// Why an entry is not taken back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Obstacle {
    /// What it set was set again since; by which entry, where the event knows it.
    Changed {
        what: &'static str,
        by: Option<u64>,
    },
    Refused(Refusal),
}

impl From<Refusal> for Obstacle {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

/// What an entry was changed by: its place and its words, and whether it can be taken back in turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Later {
    pub seq: u64,
    pub what: String,
    pub is_offered: bool,
}

impl Obstacle {
    /// In a sentence, with the later entry where it was found.
    pub fn told(self, later: Option<Later>) -> Refusal {
        let what = match self {
            Self::Refused(refusal) => return refusal,
            Self::Changed { what, .. } => what,
        };
        let Some(Later { seq, what: told, is_offered }) = later else {
            return Refusal::Invalid(format!("{what} was changed again after this entry."));
        };
        let first = if is_offered { format!(" Take back entry {seq} first.") } else { String::new() };
        Refusal::Invalid(format!("{what} was changed again after this entry, by entry {seq}: {told}.{first}"))
    }
}

/// The entry that set last what this one set. Blocking.
pub fn later(
    ledger: &Ledger,
    event: &Event,
    entry: &ledger::Entry,
    obstacle: &Obstacle,
) -> Result<Option<Later>, LedgerError> {
    let Obstacle::Changed { by, .. } = obstacle else { return Ok(None) };
    let matter = Matter::of(&entry.command);
    let is_it = |later: &ledger::Entry| match by {
        Some(seq) => later.meta.seq == *seq,
        None => Matter::of(&later.command) == matter,
    };
    ledger.database().read(|db| {
        let entries = ledger.entries_after(db, event.id, entry.meta.seq, u32::MAX)?;
        let Some(later) = entries.iter().rev().find(|later| is_it(later)) else { return Ok(None) };
        let seq = later.meta.seq;
        let before = ledger.event_as_of(db, event.id, seq - 1)?;
        let what = Teller::after(event, &before).tell(&later.command);
        Ok(Some(Later { seq, what, is_offered: is_offered(&later.command) }))
    })
}

/// What stands in the way of taking back an entry that set one of a few states: a later entry that set it again, be it to the
/// same. The event itself does not know since when such a state stands. Blocking.
pub fn overtaken(
    ledger: &Ledger,
    event: &Event,
    entry: &ledger::Entry,
) -> Result<Option<Refusal>, LedgerError> {
    let what = match Matter::of(&entry.command) {
        Some(Matter::Adjournment(_)) => "What was adjourned",
        Some(Matter::Shown) => "Whether everybody sees the event",
        Some(Matter::Finished) => "Whether the event is finished",
        Some(Matter::Round(_)) => "The state of the round",
        Some(Matter::PrizesShown) => "Whether everybody sees the prizes",
        _ => return Ok(None),
    };
    let obstacle = changed(what);
    Ok(later(ledger, event, entry, &obstacle)?.map(|later| obstacle.told(Some(later))))
}

/// What an entry sets that a later one may set again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Matter {
    Adjournment(GameId),
    Shown,
    Finished,
    Round(RoundNumber),
    PrizesShown,
    Bye(EntryId, RoundNumber),
    Attendance(EntryId),
    Details(EntryId),
    Settings,
    Timetable,
    AppealTerms,
    Categories,
    Prizes,
    SettledTies,
}

impl Matter {
    const fn of(command: &Command) -> Option<Self> {
        use {AwardCommand as A, EntryCommand as E, RoundCommand as N};
        Some(match command {
            Command::Entry(E::RequestBye { entry, round, .. }) => Self::Bye(*entry, *round),
            Command::Entry(
                E::Withdraw { entry, .. } | E::Reinstate { entry, .. } | E::RestoreEntry { entry, .. },
            ) => Self::Attendance(*entry),
            Command::Entry(E::ChangeEntry { entry, .. }) => Self::Details(*entry),
            Command::Event(EventCommand::ChangeSettings { .. }) => Self::Settings,
            Command::Timetable(TimetableCommand::SetTimetable { .. }) => Self::Timetable,
            Command::Appeal(AppealCommand::SetAppealTerms { .. }) => Self::AppealTerms,
            Command::Award(A::SetCategories { .. }) => Self::Categories,
            Command::Award(A::SetPrizes { .. }) => Self::Prizes,
            Command::Award(A::PublishPrizes { .. }) => Self::PrizesShown,
            Command::Award(A::SettleTies { .. }) => Self::SettledTies,
            Command::Event(EventCommand::ShowEvent { .. }) => Self::Shown,
            Command::Event(EventCommand::FinishEvent { .. }) => Self::Finished,
            Command::Result(ResultCommand::Adjourn { game, .. }) => Self::Adjournment(*game),
            Command::Round(
                N::PublishRound { round, .. }
                | N::UnpublishRound { round, .. }
                | N::CloseRound { round }
                | N::ReopenRound { round, .. },
            ) => Self::Round(*round),
            _ => return None,
        })
    }
}

const fn changed(what: &'static str) -> Obstacle {
    Obstacle::Changed { what, by: None }
}

/// An entry that is to be taken back.
struct Entry<'a> {
    /// The event as it stands.
    now: &'a Event,
    before: &'a Event,
    /// Its place.
    seq: u64,
    reason: &'a Reason,
}

/// The command that takes an entry back. `before` is the event before the entry, `seq` its place.
pub fn inverse(
    now: &Event,
    before: Option<&Event>,
    (seq, command): (u64, &Command),
    reason: &Reason,
) -> Result<Command, Obstacle> {
    let before = before.ok_or_else(|| Refusal::invalid("The creation of an event is not taken back."))?;
    let entry = Entry { now, before, seq, reason };
    Ok(match command {
        Command::Result(command) => entry.result(command)?.into(),
        Command::Entry(command) => entry.player(command)?.into(),
        Command::Event(command) => entry.event(command)?.into(),
        Command::Round(command) => entry.round(command)?.into(),
        Command::Forbidden(ForbiddenCommand::ForbidPairs { group, .. }) => {
            ForbiddenCommand::LiftForbidden { group: *group }.into()
        }
        Command::Timetable(TimetableCommand::SetTimetable { timetable, .. }) => entry.timetable(timetable)?,
        Command::Award(command) => entry.award(command)?.into(),
        Command::Appeal(AppealCommand::SetAppealTerms { terms, .. }) => entry.appeal_terms(terms)?,
        Command::Note(NoteCommand::NoteIncident { game, .. }) => {
            let (game, incident, reason) = (*game, seq, reason.clone());
            NoteCommand::TakeBackIncident { game, incident, reason }.into()
        }
        _ => return Err(not_from_here().into()),
    })
}

/// Whether entries of this kind can be taken back alone, as long as nothing rests on them.
pub const fn is_offered(command: &Command) -> bool {
    use {EntryCommand as E, EventCommand as V, ResultCommand as R, RoundCommand as N};
    match command {
        Command::Entry(E::AddEntries { entries }) => entries.len() == 1,
        Command::Entry(
            E::RequestBye { .. }
            | E::Withdraw { .. }
            | E::Reinstate { .. }
            | E::RestoreEntry { .. }
            | E::CheckIn { .. }
            | E::ChangeEntry { .. },
        )
        | Command::Event(V::ChangeSettings { .. } | V::ShowEvent { .. } | V::FinishEvent { .. })
        | Command::Result(R::EnterResult { .. } | R::ClearResult { .. } | R::Adjourn { .. })
        | Command::Round(
            N::PublishRound { .. } | N::CloseRound { .. } | N::ReopenRound { .. } | N::ChangeBoards { .. },
        )
        | Command::Forbidden(ForbiddenCommand::ForbidPairs { .. })
        | Command::Note(NoteCommand::NoteIncident { .. })
        | Command::Timetable(_)
        | Command::Appeal(AppealCommand::SetAppealTerms { .. })
        | Command::Award(_) => true,
        _ => false,
    }
}

fn not_from_here() -> Refusal {
    Refusal::invalid(
        "This entry cannot be taken back from here. What happened at a board is undone, overruled or voided in its game room.",
    )
}

impl Entry<'_> {
    fn result(&self, command: &ResultCommand) -> Result<ResultCommand, Obstacle> {
        use ResultCommand as C;
        let seen = self.seq;
        Ok(match command {
            C::EnterResult { game, result, .. } => {
                let known = self.now.game(*game)?;
                let seen = known.result_revision;
                let stands = known.result.as_ref().map(|stands| stands.entry);
                if seen != self.seq && stands != Some(*result) {
                    return Err(Obstacle::Changed { what: "The result", by: Some(seen) });
                }
                match &self.before.game(*game)?.result {
                    Some(result) => C::EnterResult { game: *game, result: result.entry, seen },
                    None => C::ClearResult { game: *game, reason: self.reason.clone(), seen },
                }
            }
            C::ClearResult { game, .. } => {
                let result = self.before.game(*game)?.result.as_ref().ok_or(Refusal::NotFound("result"))?;
                C::EnterResult { game: *game, result: result.entry, seen }
            }
            C::Adjourn { game, reason: Some(_) } => C::Adjourn { game: *game, reason: None },
            C::Adjourn { game, reason: None } => {
                let before = self.before.game(*game)?.adjourned.clone();
                C::Adjourn { game: *game, reason: Some(before.unwrap_or_else(|| self.reason.clone())) }
            }
            _ => return Err(not_from_here().into()),
        })
    }

    fn player(&self, command: &EntryCommand) -> Result<EntryCommand, Obstacle> {
        use EntryCommand as C;
        let (now, before) = (self.now, self.before);
        Ok(match command {
            C::RequestBye { entry, round, kind } => {
                if now.entry(*entry)?.byes.get(round).copied() != *kind {
                    return Err(changed("The bye"));
                }
                let kind = before.entry(*entry)?.byes.get(round).copied();
                C::RequestBye { entry: *entry, round: *round, kind }
            }
            C::Withdraw { entry, from_round, leaving } => {
                let games = leaving.as_ref().map(|leaving| leaving.games).unwrap_or_default();
                let known = now.entry(*entry)?;
                if known.attendance.leaving() != Some((*from_round, games)) {
                    return Err(changed("The withdrawal"));
                }
                // Earlier programs did not keep who was in the hall.
                let was_seen = leaving.is_some() && before.entry(*entry)?.is_seen();
                self.restore(*entry, was_seen, [])?
            }
            C::Reinstate { entry, from_round } if before.entry(*entry)?.leaves_from().is_none() => {
                if now.entry(*entry)?.first_round != *from_round {
                    return Err(changed("The player's first round"));
                }
                C::Reinstate { entry: *entry, from_round: before.entry(*entry)?.first_round }
            }
            C::Reinstate { entry, from_round } => {
                if now.entry(*entry)?.leaves_from().is_some() {
                    return Err(changed("The return"));
                }
                let missed = before.entry(*entry)?.leaves_from().unwrap_or(*from_round)..*from_round;
                self.restore(*entry, true, missed)?
            }
            C::RestoreEntry { entry, attendance, byes, .. } => {
                let known = now.entry(*entry)?;
                let is_changed = known.attendance.leaving() != attendance.leaving()
                    || byes.iter().any(|(round, bye)| known.byes.get(round) != bye.as_ref());
                if is_changed {
                    return Err(changed("The player"));
                }
                self.restore(*entry, attendance.is_seen(), byes.iter().map(|(round, _)| *round))?
            }
            C::CheckIn { entries, is_present } => {
                let was_other = |entry: &&EntryId| {
                    before.entries.get(entry).is_some_and(|entry| entry.is_seen() != *is_present)
                };
                let entries = entries.iter().filter(was_other).copied().collect();
                C::CheckIn { entries, is_present: !is_present }
            }
            C::ChangeEntry { entry, details, .. } => {
                let known = now.entry(*entry)?;
                if known.revision != self.seq && known.details != *details {
                    return Err(changed("The player"));
                }
                let details = before.entry(*entry)?.details.clone();
                C::ChangeEntry { entry: *entry, details, seen: known.revision }
            }
            C::AddEntries { entries } => match entries.as_slice() {
                [only] => C::RemoveEntry { entry: only.id },
                _ => {
                    return Err(Refusal::invalid(
                        "Several players were entered at once: take each out on its own page.",
                    )
                    .into());
                }
            },
            _ => return Err(not_from_here().into()),
        })
    }

    /// The player's attendance as it stood before, and the byes of some rounds. Who came into the hall or went out of it
    /// since the entry, which left the player seen or not, stays so.
    fn restore(
        &self,
        entry: EntryId,
        was_seen: bool,
        rounds: impl IntoIterator<Item = RoundNumber>,
    ) -> Result<EntryCommand, Refusal> {
        let before = self.before.entry(entry)?;
        let is_seen = self.now.entry(entry)?.is_seen();
        let is_seen = if is_seen == was_seen { before.is_seen() } else { is_seen };
        let attendance = before.attendance.seen(is_seen);
        let byes = rounds.into_iter().map(|round| (round, before.byes.get(&round).copied())).collect();
        Ok(EntryCommand::RestoreEntry { entry, attendance, byes, reason: self.reason.clone() })
    }

    fn event(&self, command: &EventCommand) -> Result<EventCommand, Obstacle> {
        use EventCommand as C;
        Ok(match command {
            C::ChangeSettings { settings, .. } => {
                if self.now.settings_revision != self.seq && self.now.settings != **settings {
                    return Err(changed("The settings"));
                }
                C::change_settings(self.before.settings.clone(), self.now.settings_revision)
            }
            C::ShowEvent { .. } => C::ShowEvent { is_public: self.before.is_public },
            C::FinishEvent { .. } => C::FinishEvent { is_finished: self.before.is_finished },
            _ => return Err(not_from_here().into()),
        })
    }

    fn timetable(&self, set: &Timetable) -> Result<Command, Obstacle> {
        let seen = self.now.timetable_revision();
        if seen != self.seq && self.now.timetable().cloned().unwrap_or_default() != *set {
            return Err(changed("The timetable"));
        }
        let timetable = self.before.timetable().cloned().unwrap_or_default();
        Ok(TimetableCommand::SetTimetable { timetable, seen }.into())
    }

    fn appeal_terms(&self, set: &AppealTerms) -> Result<Command, Obstacle> {
        let seen = self.now.appeal_terms_revision();
        if seen != self.seq && self.now.appeal_terms() != *set {
            return Err(changed("The terms of appeals"));
        }
        Ok(AppealCommand::SetAppealTerms { terms: self.before.appeal_terms(), seen }.into())
    }

    fn award(&self, command: &AwardCommand) -> Result<AwardCommand, Obstacle> {
        use AwardCommand as C;
        let (before, seen) = (self.before, self.now.categories_revision);
        Ok(match command {
            C::SetCategories { categories, .. } if seen != self.seq && self.now.categories != *categories => {
                return Err(changed("The list of categories"));
            }
            C::SetCategories { .. } => C::SetCategories { categories: before.categories.clone(), seen },
            // Where there are none any more, nothing remembers since when.
            C::SetPrizes { prizes, .. } if self.now.prizes() != prizes.as_ref() => {
                return Err(changed("The list of prizes"));
            }
            C::SetPrizes { .. } => C::SetPrizes { prizes: before.prizes().cloned(), seen: self.now.version },
            C::SettleTies { ties, .. } if self.now.settled_ties != *ties => {
                return Err(changed("The list of settled ties"));
            }
            C::SettleTies { .. } => {
                C::SettleTies { ties: before.settled_ties.clone(), seen: self.now.version }
            }
            C::PublishPrizes { .. } => {
                C::PublishPrizes { is_public: before.prizes.as_ref().is_some_and(|set| set.is_published) }
            }
        })
    }

    /// Who sat at boards before, in games of their own.
    fn boards(&self, round: RoundNumber, changed: &[Seated]) -> Result<Vec<Seated>, Refusal> {
        let [before, now] =
            [self.before, self.now].map(|event| event.round(round).map(|it| &it.table.boards));
        let (before, now) = (before?, now?);
        let back = |new: &Seated| {
            let place = usize::from(new.board).checked_sub(1);
            if place.and_then(|place| now.get(place)).is_none_or(|pair| pair.game != new.game) {
                return Err(Refusal::invalid("These boards were changed again after this entry."));
            }
            let Some(pair) = place.and_then(|place| before.get(place)) else {
                return Err(Refusal::invalid(
                    "A board that was new stays: change it by hand, under Change boards.",
                ));
            };
            Ok(Seated { board: new.board, game: clock::new_id(), first: pair.first, second: pair.second })
        };
        changed.iter().map(back).collect()
    }

    /// The byes of a round as they were before, and those of latecomers who stood nowhere in it.
    fn byes(
        &self,
        round: RoundNumber,
        changed: &[Seated],
        byes: &[RoundBye],
    ) -> Result<Vec<RoundBye>, Refusal> {
        let before = &self.before.round(round)?.table;
        let sat = before.boards.iter().flat_map(|pair| [pair.first, pair.second]);
        let known: BTreeSet<EntryId> = sat.chain(before.byes.iter().map(|bye| bye.entry)).collect();
        let seated = changed.iter().flat_map(|new| [new.first, new.second]);
        let came = seated.chain(byes.iter().map(|bye| bye.entry)).filter(|id| !known.contains(id));
        let came = came.map(|id| RoundBye::new(id, ByeKind::ZeroPoint));
        Ok(before.byes.iter().copied().chain(came).collect())
    }

    fn round(&self, command: &RoundCommand) -> Result<RoundCommand, Refusal> {
        use RoundCommand as C;
        let reason = self.reason.clone();
        Ok(match command {
            C::PublishRound { round, .. } => C::UnpublishRound { round: *round, reason },
            C::CloseRound { round } => C::ReopenRound { round: *round, reason },
            C::ReopenRound { round, .. } => C::CloseRound { round: *round },
            C::ChangeBoards { round, boards, byes, .. } => {
                let byes = byes.as_ref().map(|byes| self.byes(*round, boards, byes)).transpose()?;
                let boards = self.boards(*round, boards)?;
                C::ChangeBoards { round: *round, boards, byes, seen: self.now.version, reason }
            }
            _ => return Err(not_from_here()),
        })
    }
}

/// Tries it, and says what would come of it.
pub fn outlook(now: &Event, actor: &Actor, command: Result<Command, Refusal>) -> Outlook {
    let changed = command.as_ref().ok().and_then(Command::game);
    match command.and_then(|command| tried(now, actor, &command)) {
        Ok(after) => {
            let warning = changed.and_then(|game| rests_on(now, game));
            Outlook { differences: Some(Differences::between(now, &after)), refusal: String::new(), warning }
        }
        Err(refusal) => Outlook { differences: None, refusal: refusal.to_string(), warning: None },
    }
}

/// The event as it would be after a command; nothing is changed.
pub fn tried(now: &Event, actor: &Actor, command: &Command) -> Result<Event, Refusal> {
    let meta = Meta { seq: now.version + 1, at: clock::now().max(now.changed_at), by: actor.clone() };
    now.clone().given(&meta, command)
}
