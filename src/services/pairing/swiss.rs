//! The FIDE (Dutch) system: pairs, sides and the bye by the pairing crate, each board with its reason.

use std::collections::BTreeMap;

use tiger_pairing::explain::explain_round;
use tiger_pairing::model::{PairingNumber, Round};
use tiger_pairing::{DraftRound, Tournament, dutch};

use super::{pairing, unreadable};
use crate::domain::entry::{ByeKind, RoundNumber};
use crate::domain::event::Event;
use crate::domain::ids::EntryId;
use crate::domain::refusal::Refusal;
use crate::domain::round::{RoundBye, Table};
use crate::domain::tournament::pairing_number;

/// Explaining tries other pairs out, which takes its time: above this many boards the reasons are left out.
const MOST_EXPLAINED: usize = 40;

/// The Dutch pairing of those who are there; asked-for byes stand as they are.
pub(super) fn draft(event: &Event, round: RoundNumber) -> Result<Table, Refusal> {
    if event.first_side.is_none() {
        return Err(Refusal::invalid("Lots for the sides of round 1 have not been drawn."));
    }
    let tournament = event.tournament_to_pair(round).map_err(|error| unreadable(&error))?;
    let number = Round::new(u32::from(round)).ok_or(Refusal::NotFound("round"))?;
    let draft = dutch::draft_round(&tournament, number).map_err(|error| unreadable(&error))?;
    let reasons = reasons(event, &tournament, &draft);
    let ids: BTreeMap<PairingNumber, EntryId> =
        event.entries.values().filter_map(|entry| Some((pairing_number(entry)?, entry.id))).collect();
    let id = |number: &PairingNumber| ids.get(number).copied().ok_or(Refusal::NotFound("player"));
    let mut table = Table::default();
    for (place, board) in draft.boards.iter().enumerate() {
        let why = reasons.get(place).cloned().unwrap_or_default();
        table.boards.push(pairing(id(&board.first)?, id(&board.second)?, why));
    }
    for bye in &draft.byes {
        table.byes.push(RoundBye { entry: id(&bye.player)?, kind: ByeKind::Pairing });
    }
    let asked = event.entries_by_number().into_iter().filter(|entry| entry.is_in(round));
    table
        .byes
        .extend(asked.filter_map(|entry| Some(RoundBye { entry: entry.id, kind: *entry.byes.get(&round)? })));
    Ok(table)
}

/// Why each board is as it is. A round is not held up by a reason that cannot be given.
fn reasons(event: &Event, tournament: &Tournament, draft: &DraftRound) -> Vec<String> {
    if draft.boards.len() > MOST_EXPLAINED {
        return Vec::new();
    }
    let reasons = explain_round(tournament, draft).unwrap_or_default();
    let sentence = |reason: &tiger_pairing::explain::BoardReason| {
        let [first, second] = &reason.players;
        let name = |number: PairingNumber| {
            let entry = event.entries.values().find(|entry| pairing_number(entry) == Some(number));
            entry.map_or("–", |entry| entry.details.name.as_str())
        };
        format!(
            "{} is number {}, {} number {}. {reason}.",
            name(first.number),
            first.number,
            name(second.number),
            second.number
        )
    };
    reasons.iter().map(sentence).collect()
}
