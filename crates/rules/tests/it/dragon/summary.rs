//! The summary of powers held against the generator, kind by kind and position by position, on the land of both kingdoms.

use std::collections::BTreeSet;

use tiger_rules::dragon::{Kind, Position, Side, Situation};
use tiger_rules::{DragonOptions, Formation, Knights, Position as _, Reach, Variation, summary};

use super::support::Board;
use crate::reaching::{Place, reaches};

fn place(position: Position) -> Place {
    (position.file() as i8, position.rank() as i8)
}

/// The moves of the force on `from`: whither, and whom they take.
fn listed(situation: &Situation, from: Position) -> Vec<(Position, Vec<String>)> {
    let own = from.to_string();
    let effects = situation.legal_moves().iter().map(|mv| situation.effect(mv)).collect::<Vec<_>>();
    effects
        .into_iter()
        .filter(|effect| effect.from.as_ref() == Some(&own) && matches!(&*effect.kind, "move" | "capture"))
        .map(|effect| (Position::parse(&effect.to.unwrap()).unwrap(), effect.captures))
        .collect()
}

/// Nobody but the force, both royals and the Princess; none where the rules have no such situation.
fn alone(kind: Kind, at: Position, knights: Knights) -> Option<Board> {
    let side = if kind.side() == Side::Forest { 'f' } else { 's' };
    let far = if at.file() < 4 { 'I' } else { 'A' };
    let mut board = Board::bare(side).state(&format!("knights:{}", knights.name().to_ascii_lowercase()));
    match kind {
        // Where the other royal forbids nothing.
        Kind::Prince => board = board.with(&format!("{far}15 WL")),
        Kind::Warlord => board = board.with(&format!("{far}1 TPC")),
        Kind::IceDragon => board = board.state("ice:afire;e0:TPC;jr:alert"),
        Kind::ElderSerpent => board = board.state("e16:WL;wl1:1;war:1;ga:4;gl:0;lb:alert").with("E2 TBW"),
        Kind::YoungerSerpent => board = board.state("yw:afire;war:1;ga:4;gl:0;lb:alert").with("E2 TBW"),
        Kind::QueenAtWar => board = board.state("yw:gone;war:1;ga:4;gl:0;lb:alert").with("E2 -"),
        Kind::Librarian => board = board.state("yw:gone;war:1;ga:4;gl:0;lb:guard").with("E2 TBW"),
        Kind::Jailer => board = board.state("ice:gone;jr:guard;e0:TPC"),
        Kind::Wizard => board = board.state("wiz:free"),
        Kind::Magician => board = board.state("mag:free"),
        Kind::ForestTalisman => board = board.state("ice:afire;e0:TPC;jr:alert").with("I12 DA"),
        Kind::StormTalisman => board = board.state("ice:gone;jr:alert;e0:TPC"),
        Kind::Empress => board = board.state("ice:gone;jr:alert;e0:TPC"),
        _ => {}
    }
    let board = board.with(&format!("{at} {}", kind.abbreviation()));
    let situation = Situation::from_situation(&board.text()).ok()?;
    (situation.verdict().is_none() && !situation.is_attacked(kind.side())).then_some(board)
}

#[test]
fn rows_agree_with_the_generator_on_the_land_of_both_kingdoms() {
    let mut seen = BTreeSet::new();
    for &knights in Knights::ALL {
        let variation = Variation::Dragon(DragonOptions { knights, formation: Formation::Arrowhead });
        let rows = summary(variation);
        for &kind in Kind::ALL {
            let row = rows.iter().find(|row| row.short == kind.abbreviation()).unwrap();
            let forwards = if kind.side() == Side::Forest { 1 } else { -1 };
            for from in ["B3", "D2", "G3", "B13", "D14", "G13"].map(|name| Position::parse(name).unwrap()) {
                let Some(board) = alone(kind, from, knights) else { continue };
                let situation = board.build();
                seen.insert(kind);
                let is_open = |at: Place| {
                    let position = Position::new(u8::try_from(at.0).unwrap(), u8::try_from(at.1).unwrap());
                    position.is_some_and(|position| {
                        situation.force_at(position).is_none()
                            && !(position.is_ocean() && situation.vessel_at(position).is_some())
                    })
                };
                let home = from.ground();
                // No vessel is afloat, so nobody embarks.
                let may_end = |reach: Reach, to: Position| match reach {
                    Reach::Glide(_) => !to.is_ocean() && to.ground() != home,
                    _ => to.ground() == home,
                };
                let palace_only = row.scope.contains(&"own Palace or Citadel");
                let ends: BTreeSet<Position> = listed(&situation, from)
                    .into_iter()
                    .filter(|(to, captures)| !captures.contains(&to.to_string()))
                    .map(|(to, _)| to)
                    .collect();
                let promised: BTreeSet<Position> = Position::all()
                    .filter(|to| !to.is_room() && is_open(place(*to)))
                    .filter(|to| !palace_only || to.is_palace_of(kind.side()))
                    .filter(|&to| {
                        row.moves.iter().any(|&reach| {
                            may_end(reach, to) && reaches(reach, (place(from), place(to)), forwards, &is_open)
                        })
                    })
                    .collect();
                // The double step and direct capture are told beside the moves.
                let is_double = |to: &Position| {
                    matches!(kind, Kind::Dwarf | Kind::Gnome)
                        && to.file() == from.file()
                        && to.rank().abs_diff(from.rank()) == 2
                };
                let ends: BTreeSet<Position> = ends.into_iter().filter(|to| !is_double(to)).collect();
                assert_eq!(ends, promised, "{} from {from}: {}", kind.name(), board.text());
                captures(&board, kind, from, &row.captures, palace_only);
            }
        }
    }
    assert!(seen.len() >= Kind::ALL.len() - 1, "all but the Princess, who never moves: {seen:?}");
}

/// Puts one enemy after the other on the land, alone and behind a screen.
fn captures(board: &Board, kind: Kind, from: Position, captures: &[Reach], palace_only: bool) {
    let forwards = if kind.side() == Side::Forest { 1 } else { -1 };
    let land = Position::all().filter(|to| to.ground() == from.ground() && !to.is_room() && *to != from);
    for to in land {
        let victim = match (kind.side(), to.is_land_of(Side::Forest)) {
            (Side::Forest, true) => "TRL",
            (Side::Forest, false) => "GNM",
            (Side::Storm, true) => "DF",
            (Side::Storm, false) => "EF",
        };
        let vacant = |position: Position| {
            Situation::from_situation(&board.text()).unwrap().force_at(position).is_none()
        };
        if !vacant(to) {
            continue;
        }
        let against = board.clone().with(&format!("{to} {victim}"));
        let Ok(situation) = Situation::from_situation(&against.text()) else { continue };
        if situation.is_attacked(kind.side()) {
            continue;
        }
        let is_open = |at: Place| {
            let position = Position::new(u8::try_from(at.0).unwrap(), u8::try_from(at.1).unwrap());
            position.is_some_and(|position| situation.force_at(position).is_none())
        };
        let taken = listed(&situation, from).iter().any(|(_, captures)| captures.contains(&to.to_string()));
        let promised = (!palace_only || to.is_palace_of(kind.side()))
            && captures.iter().any(|&reach| reaches(reach, (place(from), place(to)), forwards, &is_open));
        assert_eq!(taken, promised, "{} from {from} takes {to}: {}", kind.name(), against.text());
    }
}
