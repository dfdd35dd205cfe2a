//! The shortest story that leads to an event as it stands: a handful of commands for each player and each game, however
//! long its ledger is. It tells players, rounds, variations, results, rulings, incidents, byes, timetable, categories and
//! prizes. What rests on other things than the event itself is left out: accounts, private links, records and disputes about
//! them, offers, claims and appeals, what players reported and asked for, and the proofs of the program's dice, whose faces stay.
//!
//! Invariant: whatever tells it, in whichever database, the same event has the same story, and the story told gives an
//! event with that story again.

mod games;

use std::collections::{BTreeSet, HashMap};

use tiger_event::bracket::TieRuling;
use tiger_event::command::AnnouncementCommand;
use tiger_event::{
    Actor, Attendance, AwardCommand, ByeKind, Command, Departure, Entry, EntryCommand, EntryId, Event,
    EventCommand, ForbiddenCommand, Format, Game, Leaving, Meta, NewEntry, Pairing, Reason, Refusal,
    ResultCommand, Round, RoundCommand, RoundNumber, RoundState, Settings, Table, TieCommand,
    TimetableCommand,
};

/// What forms say they have seen: nobody else writes into a story that is being told.
const EVERYTHING: u64 = u64::MAX;

/// What stands in the place of reasons that were left out.
const WHY: &str = "From the paper.";

/// The commands that follow an event's creation.
///
/// # Errors
/// When they would lead to another event. Of ledgers that the tests have met only some of brackets do so: rounds were opened or
/// made drafts again, ties were ruled upon, or somebody left a second time, after others had been paired by what was so
/// before, and that is not in the event.
pub(super) fn retell(event: &Event) -> Result<Vec<Command>, Refusal> {
    let (story, told) = tell(event)?;
    match tell(&told)?.0 == story {
        true => Ok(story),
        false => Err(Refusal::invalid("Told again, this event would have another story.")),
    }
}

/// The same of an event that was told so, without looking where the story leads once more.
pub(super) fn story_of(event: &Event) -> Result<Vec<Command>, Refusal> {
    tell(event).map(|(story, _)| story)
}

/// The story, and the event that it leads to.
fn tell(event: &Event) -> Result<(Vec<Command>, Event), Refusal> {
    let mut teller = Retelling::begin(event)?;
    teller.people()?;
    for round in &event.rounds {
        teller.round(round)?;
    }
    teller.end()?;
    teller.check()?;
    let told = teller.told.take().ok_or(Refusal::NotFound("event"))?;
    Ok((teller.story, told))
}

/// Late results of a bracket for which it is tried whether they came before or after a round was made.
const MOST_LATE: usize = 8;

#[derive(Clone)]
struct Retelling<'a> {
    event: &'a Event,
    /// The event as it stands so far; none after a command was refused.
    told: Option<Event>,
    story: Vec<Command>,
    /// Rulings about ties that were not given yet.
    ties: &'a [TieRuling],
    /// Games that were adjourned and whose results came when their round was closed.
    late: Vec<&'a Game>,
}

impl<'a> Retelling<'a> {
    fn begin(event: &'a Event) -> Result<Self, Refusal> {
        let create = super::creation(event.id, &event.slug, &event.settings)?;
        let meta = Meta { seq: 1, at: event.changed_at, by: Actor::Program };
        let told = Some(Event::create(&meta, &create)?);
        Ok(Self { event, told, story: Vec::new(), ties: &event.tie_rulings, late: Vec::new() })
    }

    fn told(&self) -> Result<&Event, Refusal> {
        self.told.as_ref().ok_or(Refusal::NotFound("event"))
    }

    fn give(&mut self, command: impl Into<Command>) -> Result<(), Refusal> {
        let command = command.into();
        let told = self.told.take().ok_or(Refusal::NotFound("event"))?;
        let meta = Meta { seq: told.version + 1, at: self.event.changed_at, by: Actor::Program };
        self.told = Some(told.after(&meta, &command)?);
        self.story.push(command);
        Ok(())
    }

    /// Gives what may be refused; whether it was not.
    fn try_to_give(&mut self, command: impl Into<Command>) -> bool {
        let before = self.told.clone();
        let is_given = self.give(command).is_ok();
        if !is_given {
            self.told = before;
        }
        is_given
    }

    /// Players, the lot, who is kept apart, timetable, categories, prizes.
    fn people(&mut self) -> Result<(), Refusal> {
        let event = self.event;
        let players = event.entries_by_number();
        let first_seats = first_seats(event);
        let new = |entry: &&Entry| NewEntry {
            id: entry.id,
            details: entry.details.clone(),
            first_round: first_seats.get(&entry.id).copied().unwrap_or(entry.first_round),
        };
        let entries: Vec<_> = players.iter().map(new).collect();
        if !entries.is_empty() {
            self.give(EntryCommand::AddEntries { entries })?;
        }
        for entry in &players {
            if let Some(seer) = &entry.seer {
                self.give(EntryCommand::NameSeer { entry: entry.id, seer: Some(seer.clone()) })?;
            }
        }
        if let Some(side) = event.first_side {
            self.give(RoundCommand::DrawFirstSide { side })?;
        }
        for group in &event.forbidden {
            self.give(ForbiddenCommand::ForbidPairs {
                group: group.id,
                players: group.players.iter().copied().collect(),
                first_round: group.first_round,
                last_round: group.last_round,
            })?;
        }
        if let Some(timetable) = event.timetable() {
            self.give(TimetableCommand::SetTimetable { timetable: timetable.clone(), seen: EVERYTHING })?;
        }
        if !event.categories.is_empty() {
            let categories = event.categories.clone();
            self.give(AwardCommand::SetCategories { categories, seen: EVERYTHING })?;
        }
        if let Some(prizes) = event.prizes() {
            self.give(AwardCommand::SetPrizes { prizes: Some(prizes.clone()), seen: EVERYTHING })?;
        }
        Ok(())
    }

    /// A round, after the results that came late before it. In a bracket some of them may have come only after the round
    /// was made: who plays in it tells which.
    fn round(&mut self, round: &'a Round) -> Result<(), Refusal> {
        let is_due = |game: &&'a Game| self.came_after(game).is_some_and(|after| after < round.number);
        let (due, later): (Vec<&'a Game>, Vec<&'a Game>) = self.late.iter().copied().partition(is_due);
        self.late = later;
        let ways = 1_u32 << due.len().min(MOST_LATE);
        let before = self.clone();
        let mut refused = Ok(());
        for way in 0..ways {
            let (behind, first): (Vec<_>, Vec<_>) = (0..)
                .zip(&due)
                .partition(|(place, _)| way.checked_shr(*place).is_some_and(|way| way & 1 == 1));
            let mut tried = first.iter().try_for_each(|(_, game)| self.late_result(game));
            tried = tried.and_then(|()| self.tie_rulings()).and_then(|()| self.publish(round));
            tried = tried.and_then(|()| behind.iter().try_for_each(|(_, game)| self.late_result(game)));
            if tried.is_ok() {
                return self.played(round);
            }
            if refused.is_ok() {
                refused = tried;
            }
            *self = before.clone();
        }
        refused
    }

    /// Makes a round and publishes it, unless it is a draft.
    fn publish(&mut self, round: &Round) -> Result<(), Refusal> {
        if round.state == RoundState::Draft {
            // Who leaves or asks for a bye after it was made undoes a draft.
            self.settle()?;
        } else {
            self.attendance_of(round)?;
            self.byes(round.number..=round.number)?;
        }
        self.first_board(self.event.first_board(round.number))?;
        let boards = round.table.boards.iter();
        let boards = boards.map(|pairing| Pairing { why: WHY.to_owned(), ..pairing.clone() });
        let table = Table { boards: boards.collect(), ..(*round.table).clone() };
        self.give(RoundCommand::DraftRound { round: round.number, system: round.system, table })?;
        match round.state {
            RoundState::Draft => Ok(()),
            _ => self.give(RoundCommand::PublishRound { round: round.number, seen: EVERYTHING }),
        }
    }

    /// Sets what number the first board bears in rounds that come.
    fn first_board(&mut self, first_board: u16) -> Result<(), Refusal> {
        let told = &self.told()?.settings;
        if told.first_board == first_board {
            return Ok(());
        }
        let settings = Settings { first_board, ..told.clone() };
        self.give(EventCommand::change_settings(settings, EVERYTHING))
    }

    /// The games of a round, and its end.
    fn played(&mut self, round: &Round) -> Result<(), Refusal> {
        if round.state == RoundState::Draft {
            return Ok(());
        }
        let games: Vec<&'a Game> = self.event.games_of(round.number);
        for game in games {
            self.game(game)?;
        }
        self.tie_rulings()?;
        if round.state == RoundState::Closed || self.is_reopened(round) {
            self.give(RoundCommand::CloseRound { round: round.number })?;
            self.tie_rulings()?;
        }
        Ok(())
    }

    /// Whether a round was opened again after a later one was paired.
    fn is_reopened(&self, round: &Round) -> bool {
        let is_later = |other: &Round| other.number > round.number;
        round.state == RoundState::Published && self.event.rounds.iter().any(is_later)
    }

    /// Opens rounds again, with their games as they are.
    fn reopen(&mut self) -> Result<(), Refusal> {
        let event = self.event;
        for round in event.rounds.iter().filter(|round| self.is_reopened(round)).collect::<Vec<_>>() {
            self.give(RoundCommand::ReopenRound { round: round.number, reason: reason()? })?;
            for game in event.games_of(round.number) {
                self.result(game)?;
                // A ruling that was given and cleared ends an adjournment on its way.
                let reason = game.adjourned.clone().filter(|_| game.result.is_none());
                if self.told()?.game(game.id)?.adjourned.is_some() != reason.is_some() {
                    self.give(ResultCommand::Adjourn { game: game.id, reason })?;
                }
            }
        }
        Ok(())
    }

    /// The last round that was closed when a game got its result; none where that was in its own round.
    fn came_after(&self, game: &Game) -> Option<RoundNumber> {
        let rounds = self.event.rounds.iter().filter(|round| round.state == RoundState::Closed);
        let before =
            rounds.filter(|round| round.number >= game.round && round.revision < game.result_revision);
        before.map(|round| round.number).max().filter(|_| game.result.is_some())
    }

    /// Whoever stands in the round plays again, and whoever does not and would belong to it has left before it.
    fn attendance_of(&mut self, round: &Round) -> Result<(), Refusal> {
        let from_round = round.number;
        let told = self.told()?;
        let bracket = told.bracket(None).map_err(|error| Refusal::Invalid(error.to_string()))?;
        let lineup =
            bracket.zip(round.table.stage).map(|(bracket, stage)| bracket.lineup(told, stage, &round.table));
        let seated: BTreeSet<EntryId> = all_of(&round.table).collect();
        let has_left = |entry: &Entry| matches!(entry.attendance, Attendance::Withdrawn { .. });
        let stays = |entry: &Entry| self.event.entry(entry.id).is_ok_and(|known| known.is_in(from_round));
        let change = |entry: &Entry| {
            let (id, is_seated) = (entry.id, seated.contains(&entry.id));
            let (leaves, comes_back) = match &lineup {
                // Who has left may have a bye in a bracket, and who is out of it has not left.
                Some(lineup) if from_round > 1 => (
                    entry.is_in(from_round) && !stays(entry) || lineup.has(id) && !is_seated,
                    has_left(entry) && is_seated && stays(entry),
                ),
                _ => (entry.is_in(from_round) && !is_seated, has_left(entry) && is_seated),
            };
            match (leaves, comes_back) {
                (true, _) => {
                    let leaving = self.event.entry(id).ok().and_then(|known| leaving(known, from_round));
                    Some(EntryCommand::Withdraw { entry: id, from_round, leaving })
                }
                (_, true) => Some(EntryCommand::Reinstate { entry: id, from_round }),
                _ => None,
            }
        };
        let changes: Vec<EntryCommand> = told.entries.values().filter_map(change).collect();
        changes.into_iter().try_for_each(|change| self.give(change))
    }

    /// Byes that were asked for, where the format knows that.
    fn byes(&mut self, rounds: std::ops::RangeInclusive<RoundNumber>) -> Result<(), Refusal> {
        if !matches!(self.event.settings.format, Format::Swiss | Format::Free) {
            return Ok(());
        }
        for entry in self.event.entries_by_number() {
            let wanted: Vec<(RoundNumber, ByeKind)> =
                entry.byes.range(rounds.clone()).map(|(round, kind)| (*round, *kind)).collect();
            for (round, kind) in wanted {
                let known = self.told()?.entry(entry.id)?;
                if known.is_in(round) && known.byes.get(&round) != Some(&kind) {
                    let kind = Some(kind);
                    self.give(EntryCommand::RequestBye { entry: entry.id, round, kind })?;
                }
            }
        }
        Ok(())
    }

    /// Rulings about ties, as soon as they can be given.
    fn tie_rulings(&mut self) -> Result<(), Refusal> {
        while let Some((next, rest)) = self.ties.split_first() {
            // The round may have been made a draft again since.
            let after = next.after_round.min(self.event.published_rounds());
            let is_given = after <= self.told()?.published_rounds()
                && self.try_to_give(TieCommand::DecideTie {
                    ruling: next.id,
                    tie: next.tie,
                    verdict: next.verdict,
                    reason: next.reason.clone(),
                    article: next.article.clone(),
                    seen: EVERYTHING,
                });
            if !is_given {
                break;
            }
            self.ties = rest;
        }
        Ok(())
    }

    /// Byes to come, who is there and who has left.
    fn settle(&mut self) -> Result<(), Refusal> {
        let event = self.event;
        let next = event.published_rounds().saturating_add(1);
        let (mut present, mut absent) = (Vec::new(), Vec::new());
        for entry in event.entries_by_number() {
            let known = self.told()?.entry(entry.id)?;
            let (left, games) = (known.leaves_from(), known.departure());
            match entry.leaves_from() {
                Some(from_round) if left.is_none() || (from_round >= next && left != Some(from_round)) => {
                    let leaving = leaving(entry, from_round);
                    let from_round = from_round.max(next);
                    self.give(EntryCommand::Withdraw { entry: entry.id, from_round, leaving })?;
                }
                Some(from_round) if games != entry.departure() => {
                    let from_round = left.unwrap_or(from_round);
                    let games = entry.departure().unwrap_or_default();
                    let leaving = Some(Leaving { games, reason: None });
                    self.give(EntryCommand::Withdraw { entry: entry.id, from_round, leaving })?;
                }
                None if left.is_some() => {
                    self.give(EntryCommand::Reinstate { entry: entry.id, from_round: next })?;
                }
                _ => {}
            }
            let told = self.told()?;
            let known = told.entry(entry.id)?;
            match (entry.is_seen(), known.is_seen()) {
                _ if told.has_left(known) => {}
                (true, false) => present.push(entry.id),
                (false, true) => absent.push(entry.id),
                _ => {}
            }
        }
        self.byes(next..=RoundNumber::MAX)?;
        for (entries, is_present) in [(present, true), (absent, false)] {
            if !entries.is_empty() {
                self.give(EntryCommand::CheckIn { entries, is_present })?;
            }
        }
        Ok(())
    }

    /// What everybody is told, and how the event stands as a whole.
    fn end(&mut self) -> Result<(), Refusal> {
        let event = self.event;
        for game in std::mem::take(&mut self.late) {
            self.late_result(game)?;
        }
        self.tie_rulings()?;
        self.first_board(event.settings.first_board)?;
        self.reopen()?;
        if event.rounds.last().is_none_or(|round| round.state != RoundState::Draft) {
            self.settle()?;
        }
        if let Some(announcement) = &event.announcement {
            self.give(AnnouncementCommand::Announce { text: Some(announcement.text.clone()) })?;
        }
        if !event.settled_ties.is_empty() && event.ties_wait_for().is_none() {
            self.give(AwardCommand::SettleTies { ties: event.settled_ties.clone(), seen: EVERYTHING })?;
        }
        if event.shows_prizes() {
            self.give(AwardCommand::PublishPrizes { is_public: true })?;
        }
        if event.is_public {
            self.give(EventCommand::ShowEvent { is_public: true })?;
        }
        if event.is_finished {
            self.give(EventCommand::FinishEvent { is_finished: true })?;
        }
        Ok(())
    }

    /// What was told must be what there is, wherever points or pairings come from it.
    fn check(&self) -> Result<(), Refusal> {
        let (there, told) = (self.event, self.told()?);
        let next = there.published_rounds().saturating_add(1);
        let players = |event: &Event| {
            let players = event.entries_by_number().into_iter();
            let player = |entry: &Entry| {
                let is_there = entry.is_seen() && !event.has_left(entry);
                (entry.id, entry.number, entry.is_in(next), is_there, entry.departure())
            };
            players.map(player).collect::<Vec<_>>()
        };
        let results = |event: &Event| {
            let result = |game: &Game| {
                let result = game.result.as_ref().map(|result| (result.entry, result.points));
                (game.id, game.board, game.players(), result, game.variation(event.settings.game))
            };
            event.games.values().map(result).collect::<Vec<_>>()
        };
        let rounds = |event: &Event| {
            event
                .rounds
                .iter()
                .map(|round| (round.number, round.state, event.first_board(round.number)))
                .collect::<Vec<_>>()
        };
        let differs = if players(there) != players(told) {
            "players"
        } else if rounds(there) != rounds(told) {
            "rounds"
        } else if results(there) != results(told) {
            "results"
        } else if there.upper_half_to != told.upper_half_to {
            "the halves of the accelerated rounds"
        } else {
            return Ok(());
        };
        Err(Refusal::Invalid(format!("Told again, this event would have other {differs}.")))
    }
}

/// What becomes of the games of a player who leaves before a round, where it is anything but what goes without saying.
fn leaving(entry: &Entry, from_round: RoundNumber) -> Option<Leaving> {
    let games = entry.departure().filter(|_| entry.leaves_from() == Some(from_round)).unwrap_or_default();
    (games != Departure::default()).then_some(Leaving { games, reason: None })
}

fn reason() -> Result<Reason, Refusal> {
    Reason::parse(WHY).map_err(|error| Refusal::Invalid(error.to_string()))
}

fn all_of(table: &Table) -> impl Iterator<Item = EntryId> + '_ {
    let paired = table.boards.iter().flat_map(|pairing| [pairing.first, pairing.second]);
    paired.chain(table.byes.iter().map(|bye| bye.entry)).chain(table.unpaired.iter().copied())
}

/// The first published round in which each player stands.
fn first_seats(event: &Event) -> HashMap<EntryId, RoundNumber> {
    let mut first = HashMap::new();
    for round in event.rounds.iter().filter(|round| round.state != RoundState::Draft) {
        for player in all_of(&round.table) {
            first.entry(player).or_insert(round.number);
        }
    }
    first
}
