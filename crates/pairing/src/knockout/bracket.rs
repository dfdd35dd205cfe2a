//! The bracket as the results so far make it.

use super::Plan;
use super::decision::{Decision, Decisions, TieId, extra_points};
use crate::model::{Cell, Entry, GameResult, PairingError, PairingNumber, Points, Round, Tournament};

/// What a tie is played for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum TieKind {
    /// To stay in; in the last stage, for the first place.
    Main,
    /// For the third place.
    ThirdPlace,
}

/// How a tie stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Status {
    /// One of the players is not known yet.
    Waiting,
    /// Games are still to be played.
    Playing,
    /// All games are played, and the points are equal: tie-break games or the Arbiter must decide.
    Level,
    /// Decided; no winner means that both are out, or that nobody came this far.
    Decided {
        /// Who goes on.
        winner: Option<PairingNumber>,
    },
}

/// One tie of the bracket.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Tie {
    /// Where it stands.
    pub id: TieId,
    /// What it is played for.
    pub kind: TieKind,
    /// The upper player, if he is known and there is one.
    pub upper: Option<PairingNumber>,
    /// The lower player, likewise.
    pub lower: Option<PairingNumber>,
    /// The points of the upper and the lower player in the tie's games.
    pub points: (Points, Points),
    /// Their points in tie-break games.
    pub extra: (Points, Points),
    /// How it stands.
    pub status: Status,
}

impl Tie {
    /// Who goes on.
    #[must_use]
    pub const fn winner(&self) -> Option<PairingNumber> {
        match self.status {
            Status::Decided { winner } => winner,
            _ => None,
        }
    }

    /// Who goes out: in a tie of two that has a winner, the other.
    #[must_use]
    pub fn loser(&self) -> Option<PairingNumber> {
        let winner = self.winner()?;
        [self.upper, self.lower].into_iter().flatten().find(|&player| player != winner)
    }
}

/// Who comes to a place of the bracket.
#[derive(Clone, Copy)]
enum Comer {
    /// Not known yet.
    Unknown,
    /// This player, or nobody: then the other one has a bye.
    Known(Option<PairingNumber>),
}

impl Comer {
    const fn player(self) -> Option<PairingNumber> {
        match self {
            Self::Unknown => None,
            Self::Known(player) => player,
        }
    }
}

/// How many stages a number of players needs.
#[must_use]
pub const fn stages(players: usize) -> u32 {
    if players < 2 { 0 } else { players.next_power_of_two().trailing_zeros() }
}

/// All ties, stage by stage, each from the top of the bracket to its foot; the match for third place comes after the
/// final.
///
/// # Errors
/// If the plan cannot be played.
pub fn bracket(
    tournament: &Tournament,
    plan: &Plan,
    decisions: &Decisions,
) -> Result<Vec<Vec<Tie>>, PairingError> {
    let plan = plan.checked(tournament)?;
    let count = stages(plan.seeds.len());
    let mut comers = first_comers(&plan.seeds);
    let mut bracket: Vec<Vec<Tie>> = Vec::new();
    for stage in 1..=count {
        let judge = Judge { tournament, plan, decisions, stage };
        let mut ties: Vec<Tie> = comers
            .chunks(2)
            .enumerate()
            .map(|(index, pair)| judge.tie(index as u32 + 1, TieKind::Main, pair[0], pair[1]))
            .collect();
        if stage == count
            && plan.third_place
            && let Some([upper, lower]) = bracket.last().map(Vec::as_slice)
        {
            ties.push(judge.tie(2, TieKind::ThirdPlace, loser_of(upper), loser_of(lower)));
        }
        comers = ties.iter().map(winner_of).collect();
        bracket.push(ties);
    }
    Ok(bracket)
}

/// The places of the first stage from top to foot: 1, then from doubling to doubling each seed beside the one that
/// completes the sum.
fn first_comers(seeds: &[PairingNumber]) -> Vec<Comer> {
    let mut order = vec![1];
    while order.len() < seeds.len() {
        let sum = 2 * order.len() + 1;
        // Alternating sides keep the second seed at the foot of the bracket.
        order = order
            .iter()
            .enumerate()
            .flat_map(|(index, &seed)| if index % 2 == 0 { [seed, sum - seed] } else { [sum - seed, seed] })
            .collect();
    }
    order.into_iter().map(|seed| Comer::Known(seeds.get(seed - 1).copied())).collect()
}

fn winner_of(tie: &Tie) -> Comer {
    match tie.status {
        Status::Decided { winner } => Comer::Known(winner),
        _ => Comer::Unknown,
    }
}

fn loser_of(tie: &Tie) -> Comer {
    match tie.status {
        Status::Decided { .. } => Comer::Known(tie.loser()),
        _ => Comer::Unknown,
    }
}

/// Judges the ties of one stage.
struct Judge<'a> {
    tournament: &'a Tournament,
    plan: &'a Plan,
    decisions: &'a Decisions,
    stage: u32,
}

impl Judge<'_> {
    fn tie(&self, slot: u32, kind: TieKind, upper: Comer, lower: Comer) -> Tie {
        let id = TieId { stage: self.stage, slot };
        let mut tie = Tie {
            id,
            kind,
            upper: upper.player(),
            lower: lower.player(),
            points: Default::default(),
            extra: Default::default(),
            status: Status::Waiting,
        };
        let (Comer::Known(one), Comer::Known(two)) = (upper, lower) else { return tie };
        let (Some(one), Some(two)) = (one, two) else {
            tie.status = Status::Decided { winner: one.or(two) };
            return tie;
        };
        let (points, finished) = self.games(one, two);
        tie.points = points;
        if let Some(decision) = self.decisions.get(&id) {
            tie.extra = extra_points(decision.games(), &self.tournament.settings.points, one);
        }
        tie.status = self.status(id, [one, two], [points, tie.extra], finished);
        tie
    }

    /// The points of the two in the stage's games, and whether all of them are finished.
    fn games(&self, one: PairingNumber, two: PairingNumber) -> ((Points, Points), bool) {
        let games = u32::from(self.plan.games);
        let mut points = (Points::ZERO, Points::ZERO);
        let mut finished = true;
        for game in 1..=games {
            let round = Round::new((self.stage - 1) * games + game);
            let cell = |player: PairingNumber, opponent: PairingNumber| -> Option<Cell> {
                let cell = self.tournament.player(player)?.cell(round?)?;
                (cell.opponent() == Some(opponent)).then_some(*cell)
            };
            let (Some(ours), Some(theirs)) = (cell(one, two), cell(two, one)) else {
                finished = false;
                continue;
            };
            points.0 += self.tournament.cell_points(&ours);
            points.1 += self.tournament.cell_points(&theirs);
            let open = |cell: Cell| {
                matches!(cell.entry, Entry::Game { result: GameResult::Open | GameResult::Adjourned, .. })
            };
            finished &= !open(ours) && !open(theirs);
        }
        (points, finished)
    }

    fn status(
        &self,
        id: TieId,
        [one, two]: [PairingNumber; 2],
        [points, extra]: [(Points, Points); 2],
        finished: bool,
    ) -> Status {
        let winner = |points: (Points, Points)| match points.0.cmp(&points.1) {
            core::cmp::Ordering::Greater => Some(one),
            core::cmp::Ordering::Less => Some(two),
            core::cmp::Ordering::Equal => None,
        };
        // The Arbiter's word stands against the points too.
        if let Some(Decision::Arbiter { winner, .. }) = self.decisions.get(&id) {
            return Status::Decided { winner: winner.filter(|winner| [one, two].contains(winner)) };
        }
        if !finished {
            return Status::Playing;
        }
        match winner(points).or_else(|| winner(extra)) {
            None => Status::Level,
            winner => Status::Decided { winner },
        }
    }
}
