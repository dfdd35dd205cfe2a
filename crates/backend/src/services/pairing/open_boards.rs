//! Changes of a round that is being played, at boards where nothing has happened.

use tiger_event::{ByeKind, EntryId, Event, Pairing, Refusal, Round, RoundBye, Seated, Table};

use super::Change;

/// What a change comes to: who sits where from now on, and all byes of the round where they change. Latecomers count among
/// those without an opponent, and may have a bye instead of one; whoever makes room for one has a zero-point bye.
pub fn change_boards(
    event: &Event,
    round: &Round,
    change: Change,
) -> Result<(Vec<Seated>, Option<Vec<RoundBye>>), Refusal> {
    let mut before = Table::clone(&round.table);
    let is_there = |id: &EntryId| round.table.byes.iter().any(|bye| bye.entry == *id);
    let late = event.latecomers(round.number).into_iter().map(|entry| entry.id).filter(|id| !is_there(id));
    match change {
        Change::Pair(one, other) => before.unpaired.extend(late.filter(|id| [one, other].contains(id))),
        Change::Exchange(one, other) => {
            let out = late.filter(|id| [one, other].contains(id));
            before.byes.extend(out.map(|id| RoundBye::new(id, ByeKind::ZeroPoint)));
        }
        Change::Bye(one, _) => {
            before.unpaired.extend(late.filter(|id| *id == one));
            if before.unpaired.is_empty() {
                return Err(Refusal::invalid(
                    "While a round is played, only whoever comes late is given a bye.",
                ));
            }
        }
        _ => {}
    }
    let mut table = change.apply(&before)?;
    // Whoever makes room for somebody else has asked for nothing.
    for bye in table.byes.iter_mut().filter(|bye| !before.byes.contains(bye)) {
        if bye.kind != ByeKind::Pairing && !matches!(change, Change::Bye(..)) {
            bye.kind = ByeKind::ZeroPoint;
        }
    }
    let sat = round.table.boards.iter().map(Some).chain(std::iter::repeat(None));
    let is_new = |(_, (pair, sat)): &(u16, (&Pairing, Option<&Pairing>))| *sat != Some(*pair);
    let seated = (1..).zip(table.boards.iter().zip(sat)).filter(is_new).map(|(board, (pair, _))| Seated {
        board,
        game: pair.game,
        first: pair.first,
        second: pair.second,
    });
    let byes = (table.byes != round.table.byes).then_some(table.byes);
    Ok((seated.collect(), byes))
}
