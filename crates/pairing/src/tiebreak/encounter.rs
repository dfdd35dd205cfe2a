//! Direct encounter (article 6): the tied players' own little table, applied again to whoever stays tied.

use std::collections::BTreeMap;

use super::code::TieBreak;
use super::field::Field;
use super::value::Value;
use super::working::{Basis, How, Scored, Term, Working};
use crate::model::{PairingNumber, Round};

/// What one player did against the others of his group.
struct Standing {
    player: usize,
    /// The sum over opponents of the average score against each (6.1.2).
    points: Value,
    /// The least and the most he could have once everybody has met.
    least: Value,
    most: Value,
    terms: Vec<Term>,
}

/// The separate standings of a group (6.1).
struct Table {
    standings: Vec<Standing>,
    all_met: bool,
}

/// Orders a group of tied players: classes of players still tied, the first ranked highest, with each one's working.
pub(crate) fn order(field: &Field, tie_break: &TieBreak, group: &[usize]) -> Vec<Vec<(usize, Scored)>> {
    let table = table(field, tie_break, group);
    let numbers: Vec<PairingNumber> = group.iter().map(|&player| field.entrants[player].number).collect();
    let classes = split(field, tie_break, group, &table);
    let mut workings: BTreeMap<usize, (Value, Vec<Term>)> = table
        .standings
        .into_iter()
        .map(|standing| (standing.player, (standing.points, standing.terms)))
        .collect();
    let mut place = 1;
    let mut ordered = Vec::with_capacity(classes.len());
    for class in classes {
        let shared = class.len() as u32;
        let scored = class.into_iter().map(|player| {
            let (points, terms) = workings.remove(&player).unwrap_or_default();
            let how = How::Encounter { group: numbers.clone(), all_met: table.all_met, place, shared };
            (player, Scored { value: Some(points), working: Working { how, terms } })
        });
        ordered.push(scored.collect());
        place += shared;
    }
    ordered
}

/// Splits a group as far as the rule goes, applying it anew to every smaller group (6.2, 6.3).
fn split(field: &Field, tie_break: &TieBreak, group: &[usize], table: &Table) -> Vec<Vec<usize>> {
    let again = |smaller: &[usize]| {
        if smaller.len() == group.len() || smaller.len() < 2 {
            return vec![smaller.to_vec()];
        }
        split(field, tie_break, smaller, &self::table(field, tie_break, smaller))
    };
    if table.all_met {
        return classes_by_points(table).iter().flat_map(|class| again(class)).collect();
    }
    if field.predetermined {
        return vec![group.to_vec()];
    }
    let (certain, rest) = certain_leaders(table);
    let mut classes: Vec<Vec<usize>> = certain.into_iter().map(|player| vec![player]).collect();
    if !rest.is_empty() {
        classes.extend(again(&rest));
    }
    classes
}

/// 6.2: the players by points, those with equal points together.
fn classes_by_points(table: &Table) -> Vec<Vec<usize>> {
    let mut standings: Vec<&Standing> = table.standings.iter().collect();
    standings.sort_by_key(|standing| core::cmp::Reverse(standing.points));
    standings
        .chunk_by(|one, other| one.points == other.points)
        .map(|class| class.iter().map(|standing| standing.player).collect())
        .collect()
}

/// 6.3: the players who are alone in front whatever the missing games bring, first to last, and the others in their
/// old order.
fn certain_leaders(table: &Table) -> (Vec<usize>, Vec<usize>) {
    let mut by_least: Vec<&Standing> = table.standings.iter().collect();
    by_least.sort_by_key(|standing| core::cmp::Reverse(standing.least));
    let mut certain = Vec::new();
    for (index, leader) in by_least.iter().enumerate() {
        let others = &by_least[index + 1..];
        if others.iter().any(|other| other.most >= leader.least) {
            break;
        }
        certain.push(leader.player);
    }
    let rest =
        table.standings.iter().map(|standing| standing.player).filter(|player| !certain.contains(player));
    let rest = rest.collect();
    (certain, rest)
}

fn table(field: &Field, tie_break: &TieBreak, group: &[usize]) -> Table {
    let mut in_group = vec![false; field.entrants.len()];
    for &player in group {
        in_group[player] = true;
    }
    let standings: Vec<(Standing, usize)> =
        group.iter().map(|&player| standing(field, tie_break, player, &in_group, group.len())).collect();
    let all_met = standings.iter().all(|(_, missing)| *missing == 0);
    Table { standings: standings.into_iter().map(|(standing, _)| standing).collect(), all_met }
}

/// One player's standing, and how many of the group he has not met.
fn standing(
    field: &Field,
    tie_break: &TieBreak,
    player: usize,
    in_group: &[bool],
    size: usize,
) -> (Standing, usize) {
    let mut met: BTreeMap<usize, Vec<(usize, i64, Basis)>> = BTreeMap::new();
    for (index, record) in field.entrants[player].records.iter().enumerate() {
        let Some(opponent) = record.opponent.filter(|&opponent| in_group[opponent]) else { continue };
        if field.counts_as_game(record, tie_break.forfeits_as_played()) {
            let game = record.class == super::field::Class::Game;
            let basis = if game { Basis::Game } else { Basis::ForfeitAsGame };
            met.entry(opponent).or_default().push((index, record.points, basis));
        }
    }
    let missing = (size - 1).saturating_sub(met.len());
    let mut terms: Vec<Term> = met
        .iter()
        .flat_map(|(&opponent, games)| {
            let number = field.number(Some(opponent));
            games.iter().map(move |&(index, points, basis)| {
                // Games against one opponent share his one place in the sum (6.1.2).
                let contribution = Value::halves(points).divided_by(games.len()).unwrap_or_default();
                Term::plain(Round::from_index(index), number, basis, contribution)
            })
        })
        .collect();
    terms.sort_by_key(|term| term.round);
    let points: Value = terms.iter().map(|term| term.contribution).sum();
    let missing_games = missing as i64;
    let least = points + Value::halves(field.loss.min(field.draw) * missing_games);
    let most = points + Value::halves(field.most * missing_games);
    (Standing { player, points, least, most, terms }, missing)
}
