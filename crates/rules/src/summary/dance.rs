//! The rows of The Dragon's Dance.

use super::{Besides, ForceSummary, Headings, Reach};
use crate::dance::{DRAGOON_LEAPS, Kind};

const NAMES: [&str; 9] = ["K", "F", "M", "O", "L", "C", "D", "H", "S"];

pub(super) fn rows() -> Vec<ForceSummary> {
    Kind::ALL.into_iter().zip(NAMES).map(|(kind, short)| row(kind, short)).collect()
}

fn row(kind: Kind, short: &'static str) -> ForceSummary {
    let one = Reach::step(Headings::ANY);
    let same = |reach| (vec![reach], vec![reach]);
    let (moves, captures) = match kind {
        Kind::King => same(one),
        Kind::Footman => (vec![one], vec![Reach::step(Headings::DIAGONAL)]),
        Kind::Musketeer => (vec![one], vec![Reach::Fire(1)]),
        Kind::Dragoon => same(Reach::Leap(&DRAGOON_LEAPS)),
        Kind::Lancer => same(Reach::line(Headings::STRAIGHT)),
        Kind::Captain => same(Reach::Line { headings: Headings::ANY, most: Some(3) }),
        Kind::Dragon => (vec![Reach::line(Headings::ANY)], vec![Reach::Fire(2)]),
        Kind::Hero => same(Reach::line(Headings::ANY)),
        Kind::Sage => (vec![one], Vec::new()),
    };
    let scope = if kind == Kind::Dragon { "fortresses and camps" } else { "everywhere but rivers" };
    ForceSummary {
        name: kind.name(),
        short,
        side: None,
        scope: vec![scope],
        moves,
        captures,
        besides: besides(kind),
    }
}

fn besides(kind: Kind) -> Vec<Besides> {
    let mut list = match kind {
        Kind::King => vec![
            Besides::new("taken by a Dragon, may be ransomed", "ruling 11"),
            Besides::new(format!("worth {} on a fortress", kind.worth_on_fortress()), "ruling 13"),
        ],
        Kind::Captain => vec![Besides::new("leads a group of up to three beside the Captains", "ruling 7")],
        Kind::Dragon => vec![
            Besides::new(
                "its line is clear of rivers and pieces, and ends on an empty camp or any fortress",
                "ruling 8",
            ),
            Besides::new("not captured in the ordinary way; burns no Hero and no Dragon", "rulings 8 and 9"),
            Besides::new(
                "lost on an enemy's fortress with the piece there, unless that is a Hero",
                "ruling 9",
            ),
            Besides::new("on a fortress with an own piece takes it away, the own King too", "ruling 9"),
            Besides::new("moves or is lost when surrounded", "ruling 10"),
        ],
        _ => Vec::new(),
    };
    if Kind::RECRUITS.contains(&kind) {
        let (cost, worth) = (kind.cost(), kind.worth_on_fortress());
        list.push(Besides::new(format!("costs {cost}, worth {worth} on a fortress"), "ruling 13"));
    }
    list
}
