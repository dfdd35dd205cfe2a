//! The FIDE (Dutch) system: pairs, sides and the bye by the pairing crate, each board with its reason.

use tiger_event::{ByeKind, EntryId, Event, Refusal, RoundBye, RoundNumber, Table};
use tiger_pairing::explain::explain_round;
use tiger_pairing::{Board, Bye, ByeAward, Cell, DraftRound, Round, Tournament, dutch};

use super::sentences::Names;
use super::{pairing, unpairable};

/// Explaining tries other pairs out, which takes its time: above this many boards each reason is given when it
/// is asked for.
pub(super) const MOST_EXPLAINED: usize = 40;

/// What the reason of a board says that the arbiter forced.
pub const FORCED: &str = "Forced by an arbiter; the others are paired around this board.";

/// A round of a Swiss event as the pairing crate sees it.
pub(super) struct SwissRound<'a> {
    pub(super) names: Names<'a>,
    pub(super) tournament: Tournament,
    pub(super) round: Round,
    event: &'a Event,
    number: RoundNumber,
}

impl<'a> SwissRound<'a> {
    pub(super) fn new(event: &'a Event, number: RoundNumber) -> Result<Self, Refusal> {
        let tournament = event.tournament_to_pair(number).map_err(unpairable)?;
        let round = Round::new(u32::from(number)).ok_or(Refusal::NotFound("round"))?;
        Ok(Self { names: Names::of(event), tournament, round, event, number })
    }

    /// The round with the byes that the arbiter gave of his own accord: their players are away, unless the bye
    /// is the one that the system gives.
    pub(super) fn with_byes_of(mut self, table: &Table) -> Result<Self, Refusal> {
        for bye in table.byes.iter().filter(|bye| bye.kind != ByeKind::Pairing) {
            let number = self.names.number(bye.entry)?;
            let away = Cell::bye(Bye::ZeroPoint);
            self.tournament.set_cell(number, self.round, away).map_err(unpairable)?;
        }
        Ok(self)
    }

    /// A table in the pairing crate's terms.
    pub(super) fn draft_of(&self, table: &Table) -> Result<DraftRound, Refusal> {
        let boards = table.boards.iter().map(|board| {
            Ok(Board { first: self.names.number(board.first)?, second: self.names.number(board.second)? })
        });
        let byes = table.byes.iter().filter(|bye| bye.kind == ByeKind::Pairing);
        let byes = byes.map(|bye| Ok(ByeAward { player: self.names.number(bye.entry)? }));
        Ok(DraftRound {
            round: self.round,
            boards: boards.collect::<Result<_, Refusal>>()?,
            byes: byes.collect::<Result<_, Refusal>>()?,
        })
    }

    /// The round as the system drafts it.
    pub(super) fn proposal(&self) -> Result<DraftRound, Refusal> {
        dutch::draft_round(&self.tournament, self.round).map_err(unpairable)
    }

    /// The table of a draft; byes beside the system's are asked for, or stand in `given`.
    fn table(&self, draft: &DraftRound, given: &[RoundBye]) -> Result<Table, Refusal> {
        let reasons = self.reasons(draft);
        let mut table = Table::default();
        for (place, board) in draft.boards.iter().enumerate() {
            let why = reasons.get(place).cloned().unwrap_or_default();
            table.boards.push(pairing(self.names.id(board.first)?, self.names.id(board.second)?, why));
        }
        for bye in &draft.byes {
            table.byes.push(RoundBye::new(self.names.id(bye.player)?, ByeKind::Pairing));
        }
        let here = self.event.entries_by_number().into_iter().filter(|entry| entry.is_in(self.number));
        table.byes.extend(here.filter_map(|entry| {
            let asked = entry.byes.get(&self.number).copied();
            let given = given.iter().find(|bye| bye.entry == entry.id).map(|bye| bye.kind);
            Some(RoundBye::new(entry.id, asked.or(given)?))
        }));
        Ok(table)
    }

    /// Why each board is as it is. A round is not held up by a reason that cannot be given.
    fn reasons(&self, draft: &DraftRound) -> Vec<String> {
        if draft.boards.len() > MOST_EXPLAINED {
            return Vec::new();
        }
        let reasons = explain_round(&self.tournament, draft).unwrap_or_default();
        reasons.iter().map(|reason| self.names.board(reason)).collect()
    }
}

/// The Dutch pairing of those who are there; asked-for byes stand as they are.
pub(super) fn draft(event: &Event, round: RoundNumber) -> Result<Table, Refusal> {
    if event.first_side.is_none() {
        return Err(Refusal::invalid("Lots for the sides of round 1 have not been drawn."));
    }
    let swiss = SwissRound::new(event, round)?;
    swiss.table(&swiss.proposal()?, &[])
}

/// The table with two players forced to meet, and everybody else paired around them and around the boards that
/// were forced before. Byes that the arbiter gave stand; the system's own falls where it must.
pub(super) fn draft_forcing(
    event: &Event,
    round: RoundNumber,
    table: &Table,
    pair: (EntryId, EntryId),
) -> Result<Table, Refusal> {
    if pair.0 == pair.1 {
        return Err(Refusal::invalid("Nobody plays against themselves: choose two players."));
    }
    let is_of_pair = |id: EntryId| id == pair.0 || id == pair.1;
    let is_given = |bye: &&RoundBye| bye.kind != ByeKind::Pairing && !is_of_pair(bye.entry);
    let given: Vec<_> = table.byes.iter().filter(is_given).copied().collect();
    let kept = table.boards.iter().filter(|board| board.is_forced).map(|board| (board.first, board.second));
    let kept = kept.filter(|(one, other)| !is_of_pair(*one) && !is_of_pair(*other));
    let forced: Vec<_> = kept.chain([pair]).collect();
    let away = Table { byes: given.clone(), ..Table::default() };
    let swiss = SwissRound::new(event, round)?.with_byes_of(&away)?;
    for id in [pair.0, pair.1] {
        if !event.entry(id)?.plays_in(round) {
            return Err(Refusal::Invalid(format!(
                "{} is not paired in this round and cannot be forced.",
                event.name_of(id)
            )));
        }
    }
    let numbers = forced
        .iter()
        .map(|(one, other)| Ok((swiss.names.number(*one)?, swiss.names.number(*other)?)))
        .collect::<Result<Vec<_>, Refusal>>()?;
    let draft = dutch::draft_round_forcing(&swiss.tournament, swiss.round, &numbers).map_err(unpairable)?;
    let mut table = swiss.table(&draft, &given)?;
    for board in &mut table.boards {
        let is_pair = |&(one, other): &(EntryId, EntryId)| {
            [(one, other), (other, one)].contains(&(board.first, board.second))
        };
        if forced.iter().any(is_pair) {
            FORCED.clone_into(&mut board.why);
            board.is_forced = true;
        }
    }
    Ok(table)
}
