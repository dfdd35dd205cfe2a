//! The FIDE (Dutch) system, C.04.3 in the edition in force since 1 February 2026.
//!
//! Scoregroups are paired from the top, each together with who moved down into it. In a bracket the pairing
//! is a perfect matching of least cost, the criteria C6 to C21 being the fields of the cost; the completion
//! criterion C4 and the bye's C2 and C5 decide which edges there are (module `completion`). Of several best
//! pairings the rules take the one that their procedure would have come to first (module `order`).

mod bracket;
mod colour;
mod completion;
mod cost;
pub(crate) mod field;
mod floats;
mod order;
pub use bracket::Scope;
pub use colour::{ColourDue, SideRule, Strength};
pub use floats::Float;

use std::collections::BTreeSet;

use self::bracket::Bracket;
use self::completion::Completion;
use self::field::Field;
use crate::model::{Board, ByeAward, DraftRound, PairingError, PairingNumber, Round, Side, Tournament};

/// Drafts a round by the Dutch system.
///
/// ```
/// use tiger_pairing::{PairingNumber, Player, Round, Settings, Side, System, Tournament, dutch};
///
/// let mut settings = Settings::new(System::Dutch, 5);
/// settings.initial_side = Some(Side::First);
/// let mut tournament = Tournament::new(settings);
/// for number in (1..=5).filter_map(PairingNumber::new) {
///     tournament.enter(Player::new(number, None));
/// }
/// let draft = dutch::draft_round(&tournament, Round::FIRST)?;
/// let boards: Vec<(u32, u32)> = draft.boards.iter().map(|board| (board.first.get(), board.second.get())).collect();
/// assert_eq!(boards, [(1, 3), (4, 2)]);
/// assert_eq!(draft.byes[0].player.get(), 5);
/// # Ok::<(), tiger_pairing::PairingError>(())
/// ```
///
/// Only the rounds before it count; a cell that a player has for the round itself means that he is absent,
/// unless it says that he was paired (so that a round already paired can be drafted again).
///
/// # Errors
/// If the records contradict each other or await a result, if the round is beyond the last, if the first side is
/// unknown, or if no pairing meets the absolute criteria.
pub fn draft_round(tournament: &Tournament, round: Round) -> Result<DraftRound, PairingError> {
    draft_within(tournament, round, Scope::Bracket)
}

/// Drafts a round in which the arbiter has made some pairs himself: these stand whatever the criteria say,
/// and the others are paired as well as they can be.
///
/// # Errors
/// As [`draft_round`], and [`PairingError::Unsuitable`] if a player is in two of the pairs or absent.
pub fn draft_round_forcing(
    tournament: &Tournament,
    round: Round,
    forced: &[(PairingNumber, PairingNumber)],
) -> Result<DraftRound, PairingError> {
    let mut field = Field::new(tournament, round)?;
    let mut taken = BTreeSet::new();
    for &(a, b) in forced {
        let mut place = |number: PairingNumber| {
            tournament.player(number).ok_or(PairingError::UnknownPlayer { number })?;
            let index = field.index_of(number).filter(|_| taken.insert(number));
            index.ok_or_else(|| PairingError::Unsuitable {
                why: format!("player {number} is absent in round {round}, or in two forced pairs: each can be forced once"),
            })
        };
        let (one, other) = (place(a)?, place(b)?);
        field.force_pair(one, other);
    }
    draft_field(&field, Scope::Bracket)
}

/// Drafts the round that [`draft_round`] drafts, looking at more players together from the beginning: that takes longer, and is
/// there to be held against it.
///
/// # Errors
/// As [`draft_round`].
pub fn draft_within(
    tournament: &Tournament,
    round: Round,
    narrowest: Scope,
) -> Result<DraftRound, PairingError> {
    draft_field(&Field::new(tournament, round)?, narrowest)
}

/// Drafts the round of a field that may have been tampered with, to see what would come of that.
pub(crate) fn draft_of(field: &Field) -> Result<DraftRound, PairingError> {
    draft_field(field, Scope::Bracket)
}

fn draft_field(field: &Field, narrowest: Scope) -> Result<DraftRound, PairingError> {
    let (pairs, left_over) = pair_all(field, narrowest)?;
    let mut boards = Vec::with_capacity(pairs.len());
    for (higher, lower) in in_board_order(field, pairs) {
        let (one, other) = (field.contestants[higher].number, field.contestants[lower].number);
        let (first, second) = match field.side_of(higher, lower)?.0 {
            Side::First => (one, other),
            Side::Second => (other, one),
        };
        boards.push(Board { first, second });
    }
    let byes =
        left_over.into_iter().map(|index| ByeAward { player: field.contestants[index].number }).collect();
    Ok(DraftRound { round: field.round, boards, byes })
}

/// The pairs of all brackets, and who is left over.
type Pairs = (Vec<(usize, usize)>, Vec<usize>);

fn pair_all(field: &Field, narrowest: Scope) -> Result<Pairs, PairingError> {
    let mut completion = Completion::new(field)?;
    let mut pairs = Vec::new();
    let mut moved_down = Vec::new();
    let mut scope = Scope::Bracket;
    let mut begin = 0;
    while begin < field.len() {
        let end = scoregroup_end(field, begin);
        let next_end = scoregroup_end(field, end);
        let bracket = Bracket {
            moved_down,
            residents: (begin..end).collect(),
            next: (end..next_end).collect(),
            rest: (next_end..field.len()).collect(),
        };
        let paired;
        (paired, scope) = bracket.pair(field, &mut completion, narrowest, scope)?;
        pairs.extend(paired.pairs);
        moved_down = paired.downfloaters;
        begin = end;
    }
    Ok((pairs, moved_down))
}

fn scoregroup_end(field: &Field, begin: usize) -> usize {
    (begin..field.len()).find(|&index| field.score(index) != field.score(begin)).unwrap_or(field.len())
}

/// Boards by the higher player's score, then the lower player's, then the higher player's number; virtual
/// points do not count here.
fn in_board_order(field: &Field, pairs: Vec<(usize, usize)>) -> Vec<(usize, usize)> {
    let key = |index: usize| {
        (std::cmp::Reverse(field.contestants[index].standing), field.contestants[index].number)
    };
    let mut ordered = pairs;
    ordered.sort_by_key(|&(a, b)| {
        let (higher, lower) = if key(a) < key(b) { (a, b) } else { (b, a) };
        (key(higher).0, key(lower).0, key(higher).1)
    });
    ordered
}
