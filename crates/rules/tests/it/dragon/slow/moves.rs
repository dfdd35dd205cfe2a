//! Every candidate move, spelt out and tried.

use super::powers::palace;
use super::{BOWS, Model, Place, exists, ground, is_room, name, other, places, side_of};

impl Model {
    /// All legal moves in canonical notation, sorted.
    pub(crate) fn moves(&self) -> Vec<String> {
        let over = self.planted.is_some() || self.find("TPC").is_none() || self.find("WL").is_none();
        if over {
            return Vec::new();
        }
        let mut legal: Vec<String> = self.candidates().into_iter().filter(|mv| self.is_legal(mv)).collect();
        if self.is("emp", "1") {
            let with: Vec<String> = legal
                .iter()
                .filter(|mv| !mv.starts_with("F@") && !mv.ends_with("=RWH"))
                .map(|mv| format!("{mv}=SEP"))
                .collect();
            legal.extend(with);
        }
        legal.sort();
        legal
    }

    fn is_legal(&self, mv: &str) -> bool {
        let side = self.turn;
        match mv {
            _ if mv.starts_with("F@") => !self.attacked(side),
            _ if mv.starts_with("O-") => {
                !self.attacked(side) && self.passes(mv) && !self.after(mv).attacked(side)
            }
            _ if mv.ends_with("=DA") || mv.ends_with("=ESA") => {
                let landed = mv.split('=').next().unwrap();
                !self.after(landed).attacked(side) && !self.after(mv).attacked(side)
            }
            _ => !self.after(mv).attacked(side),
        }
    }

    /// The two positions the royal passes in towering.
    fn passes(&self, mv: &str) -> bool {
        let rank = if self.turn == 'f' { 1 } else { 15 };
        let files = if mv.starts_with("O-W") { [3, 2] } else { [5, 6] };
        files.into_iter().all(|file| {
            let mut there = self.clone();
            let royal = there.force.remove(&(4, rank)).unwrap();
            there.force.insert((file, rank), royal);
            !there.attacked_on(self.turn, (file, rank))
        })
    }

    fn candidates(&self) -> Vec<String> {
        let mut found = Vec::new();
        let own: Vec<Place> =
            self.force.keys().copied().filter(|&at| side_of(self.kind(at)) == self.turn).collect();
        for &from in &own {
            for to in places() {
                self.march(from, to, &mut found);
                self.shoot(from, to, &mut found);
                self.release(from, to, &mut found);
            }
            let banner = if self.turn == 'f' { [(4, 12), (4, 13)] } else { [(4, 3), (4, 4)] };
            if banner.contains(&from) && matches!(self.kind(from), "TPC" | "WL" | "RWH") {
                found.push(format!("F@{}", name(from)));
            }
        }
        for &at in self.ships.keys().filter(|&&at| self.commander(at) == Some(self.turn)) {
            self.sail(at, &mut found);
        }
        self.tower(&mut found);
        self.spring(&mut found);
        found
    }

    fn march(&self, from: Place, to: Place, found: &mut Vec<String>) {
        let kind = self.kind(from);
        if self.can_go(from, to) {
            let mark = if self.force.contains_key(&to) { 'x' } else { '-' };
            self.arrive(kind, from, to, mark, found);
        }
        // A Gnome or Dwarf has just passed there.
        let passing = matches!(kind, "EF" | "TRL") && self.state["ep"] == name(to);
        if passing && self.can_go(from, to) {
            self.arrive(kind, from, to, 'x', found);
        }
    }

    fn arrive(&self, kind: &str, from: Place, to: Place, mark: char, found: &mut Vec<String>) {
        let plain = format!("{}{mark}{}", name(from), name(to));
        let side = side_of(kind);
        let landing = ground(from) == 'o' && ground(to) == other(side);
        let forced = match kind {
            "WR" if landing => "=GF",
            "CE" if landing => "=RF",
            "CB" if landing => "=GSD",
            "RCT" if landing => "=RSM",
            "BR" if landing => "=RG",
            "PE" if landing => "=RR",
            "DF" if landing => "=EF",
            "GNM" if landing => "=TRL",
            "PD" if !palace('f', to) => "=DF",
            "CW" if !palace('s', to) => "=GNM",
            "SQN" if ground(to) == 'o' => "=RWH",
            _ => "",
        };
        found.push(format!("{plain}{forced}"));
        let mut offer = |able: bool, suffix: &str| {
            if able {
                found.push(format!("{plain}={suffix}"));
            }
        };
        offer(kind == "TPC" && landing && self.is("ice", "watching"), "DA");
        offer(kind == "WL" && landing && self.is("e16", "WES") && self.is("wl1", "0"), "ESA");
        offer(kind == "RWH" && landing && self.is("yw", "WYS"), "YSA");
        let boxed = |letters: &str| !self.state["box"].contains(&format!("{letters}0"));
        let arrives = kind == "EF" && to.1 == 15 && from.1 != 15;
        offer(arrives && self.is("wiz", "captive"), "WD");
        for letters in ["WK", "GK", "RG"] {
            offer(arrives && boxed(letters), letters);
        }
        let arrives = kind == "TRL" && to.1 == 1 && from.1 != 1;
        offer(arrives && self.is("mag", "captive"), "IM");
        for letters in ["BK", "RK", "RR"] {
            offer(arrives && boxed(letters), letters);
        }
    }

    fn shoot(&self, from: Place, to: Place, found: &mut Vec<String>) {
        let (targets, arrows): (&[&str], &str) = match self.kind(from) {
            "WPS" => (&["RN"], "ga"),
            "TBW" => (&["RN", "ESA", "YSA"], "ga"),
            "SQN" => (&["AS", "DA"], "ra"),
            _ => return,
        };
        let (files, ranks) = (to.0 - from.0, to.1 - from.1);
        let line = files == 0 || ranks == 0 || files.abs() == ranks.abs();
        if line && targets.contains(&self.kind(to)) && !self.is(arrows, "0") && ground(to) == self.turn {
            found.push(format!("{}*{}", name(from), name(to)));
        }
    }

    fn release(&self, from: Place, to: Place, found: &mut Vec<String>) {
        let abroad = ground(to) == other(self.turn) && !is_room(to);
        if self.birds.contains(&from) && from.0 == to.0 && abroad && !self.force.contains_key(&to) {
            found.push(format!("{}^{}", name(from), name(to)));
        }
    }

    fn sail(&self, at: Place, found: &mut Vec<String>) {
        let ship = &self.ships[&at];
        let next = |bow: Place| (at.0 + bow.0, at.1 + bow.1);
        let afloat = |to: Place| exists(to) && ground(to) == 'o';
        let ahead = next(ship.bow);
        if afloat(ahead) && ahead != (4, 8) && !self.ships.contains_key(&ahead) {
            found.push(format!("~{}-{}", name(at), name(ahead)));
        }
        if self.commander(ahead) == Some(other(self.turn)) {
            found.push(format!("~{}x{}", name(at), name(ahead)));
        }
        for (letters, bow) in BOWS {
            if bow != ship.bow && exists(next(bow)) {
                found.push(format!("~{}>{letters}", name(at)));
            }
        }
        for &to in self.ships.keys().filter(|&&to| self.cannon_hits(at, to)) {
            found.push(format!("~{}*{}", name(at), name(to)));
        }
    }

    fn tower(&self, found: &mut Vec<String>) {
        let (rank, guard, letters) =
            if self.turn == 'f' { (1, "GD", ['W', 'E']) } else { (15, "WS", ['w', 'e']) };
        let mut guards: Vec<Place> =
            self.force.iter().filter(|(_, kind)| *kind == guard).map(|(&at, _)| at).collect();
        guards.sort_unstable();
        for (letter, files) in letters.into_iter().zip([1..4, 5..8]) {
            if !self.rights.contains(letter)
                || files.clone().any(|file| self.force.contains_key(&(file, rank)))
            {
                continue;
            }
            let plain = format!("O-{}", letter.to_ascii_uppercase());
            found.push(plain.clone());
            found.extend(guards.iter().map(|&one| format!("{plain}={}", name(one))));
            if let [one, two] = guards[..] {
                found.push(format!("{plain}={}{}", name(one), name(two)));
            }
        }
    }

    fn spring(&self, found: &mut Vec<String>) {
        let (key, kind) = if self.turn == 'f' { ("lb", "LB") } else { ("jr", "JR") };
        if self.is(key, "alert") {
            let vacant = places()
                .filter(|&to| ground(to) == self.turn && !is_room(to) && !self.force.contains_key(&to));
            found.extend(vacant.map(|to| format!("{kind}@{}", name(to))));
        }
    }
}
