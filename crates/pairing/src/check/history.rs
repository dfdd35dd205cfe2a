//! Judges every round of an event that has been played, as a report file tells it.

use super::{Difference, RoundReport, check_round, first_mover};
use crate::dutch;
use crate::model::{
    Board, Bye, ByeAward, DraftRound, Entry, PairingError, PairingNumber, Player, Round, Side, Tournament,
};

/// A round as it was paired, beside the rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judgement {
    /// The round as it was paired.
    pub paired: DraftRound,
    /// What the criteria say of it.
    pub report: RoundReport,
    /// The round as the Dutch system pairs it, or why it does not.
    pub ruled: Result<DraftRound, PairingError>,
    /// The first criterion by which the ruled round is better; none where the two differ by order alone.
    pub difference: Option<Difference>,
}

impl Judgement {
    /// Whether pairs, sides and bye are those of the rules.
    #[must_use]
    pub fn is_right(&self) -> bool {
        self.ruled.as_ref().is_ok_and(|ruled| {
            ruled.byes == self.paired.byes
                && ruled.boards.len() == self.paired.boards.len()
                && ruled.boards.iter().all(|board| self.paired.boards.contains(board))
        })
    }

    /// The boards that the round has and the rules do not, and those the other way round.
    #[must_use]
    pub fn differing_boards(&self) -> (Vec<Board>, Vec<Board>) {
        let ruled = self.ruled.as_ref().map_or(&[][..], |ruled| ruled.boards.as_slice());
        let not_in = |boards: &[Board], others: &[Board]| {
            boards.iter().filter(|board| !others.contains(board)).cloned().collect()
        };
        (not_in(&self.paired.boards, ruled), not_in(ruled, &self.paired.boards))
    }
}

/// Judges each round that has been paired, the first one first, by the state before it.
///
/// Where the number of rounds is not given, the last one paired is taken for the last. The order of boards is no part
/// of a player's record and is not judged; nor are sides that a forfeit has not noted.
///
/// # Errors
/// As [`check_round`](super::check_round).
///
/// ```
/// use tiger_pairing::check::judge_rounds;
/// use tiger_pairing::simulate::{Dice, Plan};
///
/// let tournament = Plan::quiet(12, 5).play(&mut Dice::new(7), |_, _, _| {});
/// assert!(judge_rounds(&tournament)?.iter().all(|judgement| judgement.is_right()));
/// # Ok::<(), tiger_pairing::PairingError>(())
/// ```
pub fn judge_rounds(tournament: &Tournament) -> Result<Vec<Judgement>, PairingError> {
    let paired = tournament.next_round().index();
    let mut whole = tournament.clone();
    whole.settings.initial_side = dutch::field::initial_side(tournament);
    if whole.settings.rounds == 0 {
        whole.settings.rounds = paired as u32;
    }
    // A round without a record is one in which the player was not there.
    let numbers: Vec<PairingNumber> = whole.players().map(|player| player.number).collect();
    for player in numbers {
        if let Some(player) = whole.player_mut(player)
            && player.cells.len() < paired
        {
            player.cells.resize(paired, Entry::Unplayed.into());
        }
    }
    (0..paired).map(|index| judge(&whole, Round::from_index(index))).collect()
}

fn judge(tournament: &Tournament, round: Round) -> Result<Judgement, PairingError> {
    let paired = as_paired(tournament, round);
    let report = check_round(tournament, &paired)?;
    let ruled = dutch::draft_round(tournament, round);
    let difference = match &ruled {
        Ok(ruled) if *ruled != paired => check_round(tournament, ruled)?
            .first_difference(&report)
            .filter(|difference| difference.is_better),
        _ => None,
    };
    Ok(Judgement { paired, report, ruled, difference })
}

/// The boards of a round, by the number of whoever has the first side, and its byes.
fn as_paired(tournament: &Tournament, round: Round) -> DraftRound {
    let board = |player: &Player| {
        let (opponent, side) = match player.cell(round)?.entry {
            Entry::Game { opponent, side, .. } => (opponent, Some(side)),
            Entry::Forfeit { opponent, side, .. } => (opponent, side),
            Entry::Bye(_) | Entry::Unplayed => return None,
        };
        let is_first = match side {
            Some(side) => side == Side::First,
            None => is_first_of_unsided(tournament, round, player.number, opponent),
        };
        is_first.then_some(Board { first: player.number, second: opponent })
    };
    let has_bye = |player: &&Player| {
        player.cell(round).is_some_and(|cell| cell.entry == Entry::Bye(Bye::PairingAllocated))
    };
    DraftRound {
        round,
        boards: tournament.players().filter_map(board).collect(),
        byes: tournament.players().filter(has_bye).map(|player| ByeAward { player: player.number }).collect(),
    }
}

/// Whether a player moves first on a board whose forfeit does not say who did: by the opponent's record, or else as
/// the rules have it.
fn is_first_of_unsided(
    tournament: &Tournament,
    round: Round,
    player: PairingNumber,
    opponent: PairingNumber,
) -> bool {
    let theirs = tournament.player(opponent).and_then(|opponent| opponent.cell(round));
    match theirs.map(|cell| cell.entry) {
        Some(Entry::Forfeit { side: Some(side), .. }) => side == Side::Second,
        _ => {
            let (low, high) = (player.min(opponent), player.max(opponent));
            first_mover(tournament, round, low, high).unwrap_or(low) == player
        }
    }
}
