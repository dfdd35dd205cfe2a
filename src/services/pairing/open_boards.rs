//! Changes of a round that is being played, at boards where nothing has happened.

use tiger_event::{Event, Pairing, Refusal, Round, RoundBye, Seated, Table};

use super::Change;

/// What a change comes to: who sits where from now on, and all byes of the round. Latecomers count among those without an
/// opponent.
///
/// # Errors
/// When the change cannot be made; the sentence says why.
pub fn change_boards(
    event: &Event,
    round: &Round,
    change: Change,
) -> Result<(Vec<Seated>, Vec<RoundBye>), Refusal> {
    let mut before = Table::clone(&round.table);
    if let Change::Pair(one, other) = change {
        let late = event.latecomers(round.number).into_iter().map(|entry| entry.id);
        before.unpaired.extend(late.filter(|id| [one, other].contains(id)));
    }
    let table = change.apply(&before)?;
    let sat = round.table.boards.iter().map(Some).chain(std::iter::repeat(None));
    let is_new = |(_, (pair, sat)): &(u16, (&Pairing, Option<&Pairing>))| *sat != Some(*pair);
    let seated = (1..).zip(table.boards.iter().zip(sat)).filter(is_new).map(|(board, (pair, _))| Seated {
        board,
        game: pair.game,
        first: pair.first,
        second: pair.second,
    });
    Ok((seated.collect(), table.byes))
}
