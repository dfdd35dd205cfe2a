//! Whether one force could go from one place to another, asked of every pair of places.

use super::{Model, Place, exists, ground, is_room, other, side_of};

/// The places strictly between two on a straight line, or nothing if they are on none.
fn between(from: Place, to: Place) -> Option<Vec<Place>> {
    let (files, ranks) = (to.0 - from.0, to.1 - from.1);
    let straight = files == 0 || ranks == 0 || files.abs() == ranks.abs();
    if !straight || from == to {
        return None;
    }
    let length = files.abs().max(ranks.abs());
    Some((1..length).map(|step| (from.0 + files.signum() * step, from.1 + ranks.signum() * step)).collect())
}

fn is_diagonal(from: Place, to: Place) -> bool {
    from.0 != to.0 && from.1 != to.1
}

fn in_palace(side: char, (file, rank): Place) -> bool {
    let ranks = if side == 'f' { 1..4 } else { 13..16 };
    (3..6).contains(&file) && ranks.contains(&rank)
}

impl Model {
    fn stops(&self, at: Place) -> bool {
        self.force.contains_key(&at) || self.ships.contains_key(&at)
    }

    /// Whether the force on `from` can go to `to`; a capture if somebody of the other side is there.
    pub(super) fn can_go(&self, from: Place, to: Place) -> bool {
        let royal = matches!(self.kind(to), "TPC" | "WL");
        !is_room(from) && !is_room(to) && !royal && self.could_go(from, to)
    }

    /// The same, when royals can be taken and rooms entered: attack.
    pub(super) fn could_go(&self, from: Place, to: Place) -> bool {
        let kind = self.kind(from);
        let (side, victim) = (side_of(kind), self.kind(to));
        if from == to || !exists(to) || !victim.is_empty() && side_of(victim) == side {
            return false;
        }
        let captures = !victim.is_empty();
        let shielded = matches!(
            (kind, victim),
            (_, "WPS") | ("WL", "TPC") | ("TPC", "RWH") | ("DA", "JR") | ("ESA" | "YSA", "LB")
        );
        if captures && shielded {
            return false;
        }
        match (ground(from), ground(to)) {
            ('o', 'o') => self.may_board(side, to) && self.moves_so(kind, from, to, captures),
            ('o', shore) => may_land(kind, shore) && self.moves_so(kind, from, to, captures),
            (shore, 'o') => {
                !captures
                    && may_embark(kind, shore)
                    && self.is_free_ally(side, to)
                    && self.moves_so(kind, from, to, false)
            }
            (one, another) if one == another => self.moves_so(kind, from, to, captures),
            _ => !captures && !is_room(to) && glides(kind, from, to),
        }
    }

    fn is_free_ally(&self, side: char, to: Place) -> bool {
        let colour = if side == 'f' { 'g' } else { 'r' };
        self.ships.get(&to).is_some_and(|ship| ship.fleet == colour) && !self.force.contains_key(&to)
    }

    fn may_board(&self, side: char, to: Place) -> bool {
        let colour = if side == 'f' { 'g' } else { 'r' };
        self.ships.get(&to).is_some_and(|ship| {
            let moored = ship.flag.is_some_and(|(_, moored)| moored);
            !moored || ship.fleet == colour
        })
    }

    /// The manner of moving and capturing, coasts and allegiance aside.
    fn moves_so(&self, kind: &str, from: Place, to: Place, captures: bool) -> bool {
        let forwards = if side_of(kind) == 'f' { 1 } else { -1 };
        let (files, ranks) = (to.0 - from.0, (to.1 - from.1) * forwards);
        let near = files.abs() <= 1 && ranks.abs() <= 1;
        match kind {
            "TPC" | "WL" | "RWH" => near,
            "GD" | "WS" => near && in_palace(side_of(kind), to),
            "LB" | "JR" => near && !captures,
            "EF" | "TRL" | "PD" | "CW" => near && ranks >= 0,
            "DF" | "GNM" if captures => ranks == 1 && files.abs() == 1,
            "DF" | "GNM" => {
                let home = if forwards == 1 { 2 } else { 14 };
                let middle = (from.0, from.1 + forwards);
                files == 0 && (ranks == 1 || ranks == 2 && from.1 == home && !self.stops(middle))
            }
            "GK" | "RK" => leaps(files, ranks, &[(1, 2)]),
            "WK" | "BK" => match self.state["knights"].as_str() {
                "lance" => leaps(files, ranks, &[(1, 3), (2, 3)]),
                "sword" => leaps(files, ranks, &[(1, 2), (1, 1), (2, 2)]),
                _ => leaps(files, ranks, &[(1, 2), (0, 1), (0, 2)]),
            },
            _ => self.runs_so(kind, from, to, captures),
        }
    }

    fn runs_so(&self, kind: &str, from: Place, to: Place, captures: bool) -> bool {
        let Some(way) = between(from, to) else { return false };
        let stopping: Vec<Place> = way.iter().copied().filter(|&at| self.stops(at)).collect();
        let clear = stopping.is_empty();
        let screened = stopping.len() == 1
            && self.force.contains_key(&stopping[0])
            && (ground(from) == 'o') == (ground(stopping[0]) == 'o');
        let diagonal = is_diagonal(from, to);
        let shield = if side_of(kind) == 'f' { "JR" } else { "LB" };
        let unshielded = !way.iter().any(|&at| self.kind(at) == shield);
        match kind {
            "WR" | "CE" => clear && !diagonal,
            "BR" | "PE" => clear && diagonal,
            "CB" | "RCT" => !diagonal && if captures { screened } else { clear },
            "GSD" | "RSM" => !diagonal && (clear || captures && screened),
            "RG" | "RR" => diagonal && (clear || captures && screened),
            "WD" | "IM" => clear || captures && screened,
            "TBW" | "SQN" | "SEP" | "GF" | "RF" | "GSE" | "RSE" | "FT" | "ST" => clear,
            "AS" | "RN" => {
                if captures {
                    way.is_empty()
                } else {
                    !diagonal
                }
            }
            "DA" => unshielded,
            "ESA" => unshielded && !diagonal,
            "YSA" => unshielded && diagonal,
            _ => false,
        }
    }

    /// Whether this side's royal, standing on `at`, could be captured there next move.
    pub(super) fn attacked_on(&self, side: char, at: Place) -> bool {
        let taken = self.force.iter().any(|(&from, kind)| side_of(kind) != side && self.could_go(from, at));
        let rammed = self.ships.iter().any(|(&from, ship)| {
            self.commander(from) == Some(other(side)) && (from.0 + ship.bow.0, from.1 + ship.bow.1) == at
        });
        let shot = self
            .ships
            .keys()
            .any(|&from| self.commander(from) == Some(other(side)) && self.cannon_hits(from, at));
        taken || self.ships.contains_key(&at) && (rammed || shot)
    }

    pub(super) fn attacked(&self, side: char) -> bool {
        let royal = if side == 'f' { "TPC" } else { "WL" };
        self.find(royal).is_some_and(|at| self.attacked_on(side, at))
    }

    /// Whether the vessel on `from` can sink the one on `to` with a cannonball.
    pub(super) fn cannon_hits(&self, from: Place, to: Place) -> bool {
        let (Some(ship), Some(way)) = (self.ships.get(&from), between(from, to)) else { return false };
        let line = ((to.0 - from.0).signum(), (to.1 - from.1).signum());
        let across = line.0 * ship.bow.0 + line.1 * ship.bow.1 == 0;
        let over: Vec<&Place> = way.iter().filter(|at| self.ships.contains_key(at)).collect();
        ship.flag.is_some_and(|(balls, _)| balls > 0)
            && self.force.contains_key(&from)
            && across
            && ground(to) == 'o'
            && over.len() == 1
            && self.force.contains_key(over[0])
            && self.ships.contains_key(&to)
            && self.commander(to) != self.commander(from)
    }
}

fn leaps(files: i8, ranks: i8, offsets: &[(i8, i8)]) -> bool {
    let (short, long) = (files.abs().min(ranks.abs()), files.abs().max(ranks.abs()));
    offsets.contains(&(short, long))
}

fn may_embark(kind: &str, shore: char) -> bool {
    match kind {
        "GK" | "RK" | "WK" | "BK" | "WL" => true,
        "TPC" | "SQN" | "WR" | "CE" | "CB" | "RCT" | "BR" | "PE" | "DF" | "GNM" => shore == side_of(kind),
        _ => false,
    }
}

fn may_land(kind: &str, shore: char) -> bool {
    match kind {
        "TPC" | "RWH" => shore != side_of(kind),
        _ => true,
    }
}

fn glides(kind: &str, from: Place, to: Place) -> bool {
    let vertical = from.0 == to.0;
    match kind {
        "AS" | "RN" => vertical,
        "SEP" | "FT" | "ST" | "WD" | "IM" => between(from, to).is_some(),
        _ => false,
    }
}

pub(super) fn palace(side: char, at: Place) -> bool {
    in_palace(side, at)
}
