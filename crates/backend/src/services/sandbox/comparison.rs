//! What differs between an event and what was tried in its sandbox: points, places, and the next round.

use std::collections::BTreeSet;

use tiger_event::{Event, Refusal, Table};

use super::trial::ready_to_pair;
use crate::services::differences::Differences;
use crate::services::pairing::{self, Start};

/// Rows of the next round that are shown when all of them differ or not; of greater rounds only those that differ.
const MOST_ROWS: usize = 60;

/// What was tried against what is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comparison {
    pub differences: Differences,
    /// The next round as it stands and as it would be; or why there is none.
    pub rounds: [Result<u16, String>; 2],
    pub pairs: Vec<PairRow>,
    /// Whether boards that are the same on both sides are left out.
    pub is_shortened: bool,
}

/// A board of the next round, or a bye, on both sides; empty where one side has none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PairRow {
    /// The board, or a dash.
    pub place: String,
    /// As it stands, and as it would be.
    pub sides: [String; 2],
}

impl PairRow {
    pub fn differs(&self) -> bool {
        self.sides[0] != self.sides[1]
    }
}

impl Comparison {
    pub fn of(base: &Event, tried: &Event) -> Self {
        let sides = [base, tried].map(next_round);
        let lines = |side: &Result<(u16, Table), Refusal>, event: &Event| match side {
            Ok((_, table)) => told(event, table),
            Err(_) => Vec::new(),
        };
        let mut pairs = rows(&lines(&sides[0], base), &lines(&sides[1], tried));
        let is_shortened = pairs.len() > MOST_ROWS;
        if is_shortened {
            pairs.retain(PairRow::differs);
        }
        let rounds = sides.map(|side| side.map(|(round, _)| round).map_err(|refusal| refusal.to_string()));
        Self { differences: Differences::between(base, tried), rounds, pairs, is_shortened }
    }

    pub fn is_same_round(&self) -> bool {
        !self.pairs.iter().any(PairRow::differs)
    }
}

fn next_round(event: &Event) -> Result<(u16, Table), Refusal> {
    let (ready, round) = ready_to_pair(event)?;
    Ok((round, pairing::draft(&ready, round, Start::Proposal)?))
}

/// A round in lines, its boards first: what stands at the board, and the line.
fn told(event: &Event, table: &Table) -> Vec<(String, String)> {
    let name = |entry| event.name_of(entry).to_owned();
    let boards = (usize::from(event.settings.first_board)..).zip(&table.boards);
    let boards =
        boards.map(|(number, it)| (number.to_string(), format!("{} – {}", name(it.first), name(it.second))));
    let byes = table.byes.iter().map(|bye| ("–".to_owned(), format!("{}: {}", name(bye.entry), bye.title())));
    let unpaired = table.unpaired.iter().map(|it| ("–".to_owned(), format!("{}: unpaired", name(*it))));
    boards.chain(byes).chain(unpaired).collect()
}

/// Boards stand beside each other by their number; what has none stands beside the same line of the other side.
fn rows(before: &[(String, String)], after: &[(String, String)]) -> Vec<PairRow> {
    let is_board = |line: &&(String, String)| line.0 != "–";
    let boards = [before, after].map(|side| side.iter().filter(is_board).collect::<Vec<_>>());
    let count = boards[0].len().max(boards[1].len());
    let at =
        |side: usize, place: usize| boards[side].get(place).map(|line| (*line).clone()).unwrap_or_default();
    let mut rows: Vec<PairRow> = (0..count)
        .map(|place| {
            let [one, other] = [at(0, place), at(1, place)];
            let number = if one.0.is_empty() { other.0 } else { one.0 };
            PairRow { place: number, sides: [one.1, other.1] }
        })
        .collect();
    let [was, is] = [before, after].map(|side| {
        side.iter().filter(|line| !is_board(line)).map(|line| line.1.as_str()).collect::<BTreeSet<_>>()
    });
    rows.extend(was.union(&is).map(|line| {
        let side =
            |side: &BTreeSet<&str>| if side.contains(line) { (*line).to_owned() } else { String::new() };
        PairRow { place: "–".to_owned(), sides: [side(&was), side(&is)] }
    }));
    rows
}
