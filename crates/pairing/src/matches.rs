//! Matches: the same two players throughout, sides alternating.

use crate::model::{
    Board, DraftRound, Entry, GameResult, PairingError, PairingNumber, Player, Points, Round, Side, System,
    Tournament,
};

/// How a match stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct MatchScore {
    /// The two players, the lower number first, with their points.
    pub players: [(PairingNumber, Points); 2],
    /// Games that are finished.
    pub finished: u32,
    /// Games still to be played or finished.
    pub remaining: u32,
    /// Who has won already, whatever the remaining games bring.
    pub winner: Option<PairingNumber>,
}

impl MatchScore {
    /// Whether all games are played and the points are equal: tie-break games or the Arbiter must decide.
    #[must_use]
    pub fn is_level(&self) -> bool {
        self.remaining == 0 && self.players[0].1 == self.players[1].1
    }
}

/// The two players of a match.
fn players(tournament: &Tournament) -> Result<[&Player; 2], PairingError> {
    let unsuitable = |why: String| Err(PairingError::Unsuitable { why });
    if tournament.settings.system != System::Match {
        return unsuitable("the event is no match".to_owned());
    }
    let mut players = tournament.players();
    match (players.next(), players.next(), players.next()) {
        (Some(one), Some(two), None) => Ok([one, two]),
        _ => unsuitable(format!("a match has two players; there are {}", tournament.players().len())),
    }
}

/// The game of one round. In the first the lower number moves first, unless the lot gave him the second move
/// ([`Settings::initial_side`](crate::Settings::initial_side)); then sides alternate.
///
/// # Errors
/// If the event is no match of two players, or has no such round.
pub fn draft(tournament: &Tournament, round: Round) -> Result<DraftRound, PairingError> {
    let [one, two] = players(tournament)?.map(|player| player.number);
    let rounds = tournament.settings.rounds;
    if round.get() > rounds {
        return Err(PairingError::BeyondLastRound { round, rounds });
    }
    let turned = tournament.settings.initial_side == Some(Side::Second);
    let (first, second) = if round.index().is_multiple_of(2) != turned { (one, two) } else { (two, one) };
    Ok(DraftRound { round, boards: vec![Board { first, second }], byes: Vec::new() })
}

/// How the match stands. An adjourned game is not finished.
///
/// # Errors
/// If the event is no match of two players.
pub fn score(tournament: &Tournament) -> Result<MatchScore, PairingError> {
    let both = players(tournament)?;
    let rounds = tournament.settings.rounds;
    let is_finished = |index: u32| {
        let entry = Round::new(index + 1).and_then(|round| both[0].cell(round)).map(|cell| cell.entry);
        match entry {
            Some(Entry::Game { result, .. }) => !matches!(result, GameResult::Open | GameResult::Adjourned),
            Some(Entry::Forfeit { .. } | Entry::Bye(_)) => true,
            Some(Entry::Unplayed) | None => false,
        }
    };
    let finished = (0..rounds).filter(|&index| is_finished(index)).count() as u32;
    let remaining = rounds - finished;
    let points = |player: &Player| -> Points {
        (0..rounds)
            .filter(|&index| is_finished(index))
            .filter_map(|index| player.cell(Round::new(index + 1)?))
            .map(|cell| tournament.cell_points(cell))
            .sum()
    };
    let scores = both.map(|player| (player.number, points(player)));
    let table = &tournament.settings.points;
    let best = tournament.settings.most_of_a_game().halves() * remaining as i32;
    let worst = table.loss.min(table.forfeit_loss).min(table.draw).halves() * remaining as i32;
    let is_ahead = |one: Points, other: Points| one.halves() + worst > other.halves() + best;
    let winner = if is_ahead(scores[0].1, scores[1].1) {
        Some(scores[0].0)
    } else if is_ahead(scores[1].1, scores[0].1) {
        Some(scores[1].0)
    } else {
        None
    };
    Ok(MatchScore { players: scores, finished, remaining, winner })
}
