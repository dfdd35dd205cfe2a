//! All legal rounds of a small field, and the order in which the rules prefer them: the definition of the
//! Dutch system spelt out by listing everything.

use std::collections::BTreeMap;

use tiger_pairing::check::{self, BracketReport, Criterion, RoundReport};
use tiger_pairing::{Board, ByeAward, DraftRound, PairingNumber, Round, Tournament};

/// The two of a pair, the higher-ranked first.
pub(crate) type Pair = (PairingNumber, PairingNumber);

/// All ways to pair these, one left over if they are odd.
fn pairings(left: &[PairingNumber]) -> Vec<(Vec<Pair>, Option<PairingNumber>)> {
    let Some((&first, rest)) = left.split_first() else { return vec![(Vec::new(), None)] };
    let mut all = Vec::new();
    for (index, &partner) in rest.iter().enumerate() {
        let mut others = rest.to_vec();
        others.remove(index);
        for (mut pairs, bye) in pairings(&others) {
            pairs.push((first, partner));
            all.push((pairs, bye));
        }
    }
    if left.len() % 2 == 1 {
        all.extend(pairings(rest).into_iter().map(|(pairs, _)| (pairs, Some(first))));
    }
    all
}

/// The legal rounds of a field.
pub(crate) fn legal_rounds(tournament: &Tournament, round: Round) -> Vec<(DraftRound, RoundReport)> {
    let present: Vec<PairingNumber> = tournament
        .players()
        .filter(|player| player.cell(round).is_none())
        .map(|player| player.number)
        .collect();
    let mut rounds = Vec::new();
    for (pairs, bye) in pairings(&present) {
        let board = |&(a, b): &Pair| {
            let first = check::first_mover(tournament, round, a, b).unwrap();
            Board { first, second: if first == a { b } else { a } }
        };
        let byes = bye.into_iter().map(|player| ByeAward { player }).collect();
        let draft = DraftRound { round, boards: pairs.iter().map(board).collect(), byes };
        let report = check::check_round(tournament, &draft).unwrap();
        if report.is_legal() {
            rounds.push((draft, report));
        }
    }
    rounds
}

/// When article 4 generates a candidate: smaller comes earlier.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Moment {
    moved_down: Vec<usize>,
    opponents: Vec<usize>,
    exchanges: usize,
    exchanged_difference: usize,
    /// Descending, and larger ones come earlier.
    leaving: Vec<std::cmp::Reverse<usize>>,
    entering: Vec<usize>,
    transposition: Vec<usize>,
}

fn place(list: &[PairingNumber], number: PairingNumber) -> usize {
    list.iter().position(|&each| each == number).unwrap()
}

/// The earliest moment at which the procedure comes to a bracket's pairs, trying every way to name the two of
/// each pair as of the upper and the lower subgroup.
fn moment(bracket: &BracketReport) -> Moment {
    let is_moved = |number: &PairingNumber| bracket.moved_down.contains(number);
    let (moved, inner): (Vec<Pair>, Vec<Pair>) =
        bracket.pairs.iter().partition(|(higher, _)| is_moved(higher));
    let mut moved: Vec<(usize, usize)> = moved
        .iter()
        .map(|&(higher, lower)| (place(&bracket.moved_down, higher), place(&bracket.residents, lower)))
        .collect();
    moved.sort_unstable();
    let taken: Vec<usize> = moved.iter().map(|&(_, resident)| resident).collect();
    let remainder: Vec<PairingNumber> = (0..bracket.residents.len())
        .filter(|index| !taken.contains(index))
        .map(|index| bracket.residents[index])
        .collect();
    let inner: Vec<(usize, usize)> =
        inner.iter().map(|&(one, other)| (place(&remainder, one), place(&remainder, other))).collect();
    (0..1_usize << inner.len())
        .map(|turned| {
            let named = inner.iter().enumerate().map(|(index, &(one, other))| {
                if turned >> index & 1 == 1 { (other, one) } else { (one, other) }
            });
            let mut named: Vec<(usize, usize)> = named.collect();
            named.sort_unstable();
            let size = named.len();
            let upper: Vec<usize> = named.iter().map(|&(one, _)| one).collect();
            let mut leaving: Vec<usize> = (0..size).filter(|index| !upper.contains(index)).collect();
            let entering: Vec<usize> = upper.iter().copied().filter(|&index| index >= size).collect();
            let difference = entering.iter().sum::<usize>() - leaving.iter().sum::<usize>();
            leaving.reverse();
            Moment {
                moved_down: moved.iter().map(|&(index, _)| index).collect(),
                opponents: taken.clone(),
                exchanges: leaving.len(),
                exchanged_difference: difference,
                leaving: leaving.into_iter().map(std::cmp::Reverse).collect(),
                entering,
                transposition: named.into_iter().map(|(_, other)| other).collect(),
            }
        })
        .min()
        .unwrap()
}

/// Keeps the rounds with the least key.
fn sieve<K: Ord>(rounds: &mut Vec<(DraftRound, RoundReport)>, key: impl Fn(&RoundReport) -> K) {
    let least = rounds.iter().map(|(_, report)| key(report)).min();
    rounds.retain(|(_, report)| Some(key(report)) == least);
}

/// Sieves the legal rounds criterion by criterion, bracket by bracket, and keeps the first generated of the best.
pub(crate) fn ruled(mut rounds: Vec<(DraftRound, RoundReport)>) -> Option<DraftRound> {
    let brackets = rounds.first()?.1.brackets.len();
    sieve(&mut rounds, |report| report.bye_score);
    for index in 0..brackets {
        let candidate = |report: &RoundReport| {
            (report.brackets[index].pairs.clone(), report.brackets[index].downfloaters.clone())
        };
        // C8 asks what the next bracket could be, not what a round makes of it.
        let mut best_next = BTreeMap::new();
        for (_, report) in &rounds {
            let next = report.brackets[index].measure(Criterion::C8).to_vec();
            let best = best_next.entry(candidate(report)).or_insert_with(|| next.clone());
            *best = next.min(best.clone());
        }
        for criterion in Criterion::ALL.into_iter().filter(|&criterion| criterion >= Criterion::C6) {
            sieve(&mut rounds, |report| {
                if criterion == Criterion::C8 {
                    best_next[&candidate(report)].clone()
                } else {
                    report.brackets[index].measure(criterion).to_vec()
                }
            });
        }
        sieve(&mut rounds, |report| moment(&report.brackets[index]));
    }
    assert_eq!(rounds.len(), 1, "the order of generation decides everything");
    Some(rounds.remove(0).0)
}
