//! What a written move does to the model.

use super::{Model, Place, ground, other, place, side_of};

impl Model {
    /// The model after a move, the counts and the side to move included.
    pub(crate) fn after(&self, mv: &str) -> Self {
        let mut next = self.clone();
        let (mv, empress) = mv.strip_suffix("=SEP").map_or((mv, false), |mv| (mv, true));
        next.state.insert("ep", "-".to_owned());
        next.state.insert("emp", "0".to_owned());
        next.quiet += 1;
        let captor = if self.turn == 'f' { "TPC" } else { "RWH" };
        let before = self.find(captor);
        next.make(mv);
        if empress {
            let queen = next.find("SQN").unwrap();
            next.force.insert(queen, "SEP".to_owned());
            next.state.insert("ra", "0".to_owned());
        }
        next.turn = other(self.turn);
        next.number += u32::from(self.turn == 'f');
        // Direct capture is left to `finish`, so that safety is judged with everybody there.
        next.pending_captor(before)
    }

    fn pending_captor(mut self, before: Option<Place>) -> Self {
        let (captor, royal) = if self.turn == 's' { ("TPC", "WL") } else { ("RWH", "TPC") };
        let moved = before.is_some() && before != self.find(captor);
        if let (true, Some(one), Some(two)) = (moved, self.find(captor), self.find(royal))
            && (one.0 - two.0).abs() <= 1
            && (one.1 - two.1).abs() <= 1
        {
            self.state.insert("captured", royal.to_owned());
        }
        self
    }

    /// The model after a legal move, a direct capture carried out.
    pub(crate) fn finish(&self, mv: &str) -> Self {
        let mut next = self.after(mv);
        if let Some(royal) = next.state.remove("captured") {
            let at = next.find(&royal).unwrap();
            next.force.remove(&at);
            next.disturb(at);
            next.quiet = 0;
        }
        next
    }

    fn set(&mut self, key: &'static str, value: &str) {
        self.state.insert(key, value.to_owned());
    }

    fn count(&mut self, key: &'static str, change: i32) {
        let value: i32 = self.state[key].parse().unwrap();
        self.set(key, &(value + change).to_string());
    }

    fn make(&mut self, mv: &str) {
        if let Some(ship) = mv.strip_prefix('~') {
            self.quiet = 0;
            return self.make_ship(ship);
        }
        if let Some(towering) = mv.strip_prefix("O-") {
            return self.make_tower(towering);
        }
        if let Some((who, at)) = mv.split_once('@') {
            let at = place(at);
            match who {
                "F" => self.planted = Some(at),
                _ => {
                    self.force.insert(at, who.to_owned());
                    self.set(if who == "LB" { "lb" } else { "jr" }, "guard");
                }
            }
            return;
        }
        let (march, suffix) = mv.split_once('=').unwrap_or((mv, ""));
        let mark = march.find(['-', 'x', '*', '^']).unwrap();
        let (from, to) = (place(&march[..mark]), place(&march[mark + 1..]));
        match &march[mark..=mark] {
            "*" => {
                self.quiet = 0;
                self.lose(to);
                self.count(if self.turn == 'f' { "ga" } else { "ra" }, -1);
            }
            "^" => {
                self.birds.remove(&from);
                self.force.insert(to, if self.turn == 'f' { "AS" } else { "RN" }.to_owned());
            }
            sign => self.make_march(from, to, sign == "x", suffix),
        }
    }

    fn make_march(&mut self, from: Place, to: Place, captures: bool, suffix: &str) {
        let kind = self.kind(from).to_owned();
        if captures && self.force.contains_key(&to) {
            self.lose(to);
        } else if captures {
            // En passant: the victim stands one further back in the mover's eyes, one further on in its own.
            self.lose((to.0, if self.turn == 'f' { to.1 - 1 } else { to.1 + 1 }));
        }
        if captures || matches!(kind.as_str(), "DF" | "GNM" | "EF" | "TRL") {
            self.quiet = 0;
        }
        if matches!(kind.as_str(), "DF" | "GNM") && (to.1 - from.1).abs() == 2 {
            self.set("ep", &super::name((to.0, i8::midpoint(to.1, from.1))));
        }
        for at in [from, to] {
            self.disturb(at);
        }
        self.force.remove(&from);
        self.force.insert(to, kind.clone());
        if self.birds.remove(&from) && ground(to) == self.turn {
            self.birds.insert(to);
        }
        if kind == "WL" && ground(from) == 'o' && ground(to) == 'f' {
            self.set("wl1", "1");
        }
        self.change(&kind, to, suffix);
    }

    fn change(&mut self, kind: &str, to: Place, suffix: &str) {
        match suffix {
            "" => {}
            "DA" => {
                self.force.insert((4, 0), "TPC".to_owned());
                self.force.insert(to, "DA".to_owned());
                for force in self.force.values_mut() {
                    match force.as_str() {
                        "GSE" => *force = "FT".to_owned(),
                        "RSE" => *force = "ST".to_owned(),
                        _ => {}
                    }
                }
                self.set("e0", "TPC");
                self.set("ice", "afire");
                self.set("jr", "alert");
                let queen = self.find("SQN").is_some();
                self.set("emp", if queen { "1" } else { "0" });
            }
            "ESA" => {
                self.force.insert((4, 16), "WL".to_owned());
                self.force.insert(to, "ESA".to_owned());
                self.set("e16", "WL");
                self.war();
            }
            "YSA" => {
                self.force.insert(to, "YSA".to_owned());
                self.set("yw", "afire");
                self.war();
            }
            _ => {
                self.force.insert(to, suffix.to_owned());
                match suffix {
                    "WD" => self.set("wiz", "free"),
                    "IM" => self.set("mag", "free"),
                    "RWH" => self.set("ra", "0"),
                    _ if kind == "EF" || kind == "TRL" => self.boxed(suffix, -1),
                    _ => {}
                }
            }
        }
    }

    fn war(&mut self) {
        if self.is("lb", "shelf") {
            self.set("lb", "alert");
        }
        if self.is("war", "0") {
            self.set("war", "1");
            let stored: i32 = self.state["gl"].parse().unwrap();
            self.count("ga", stored);
            self.set("gl", "0");
            self.force.insert((4, 2), "TBW".to_owned());
        }
    }

    fn boxed(&mut self, letters: &str, change: i8) {
        let counts: Vec<String> = self.state["box"]
            .split(',')
            .map(|pair| match pair.strip_prefix(letters) {
                Some(count) => format!("{letters}{}", count.parse::<i8>().unwrap() + change),
                None => pair.to_owned(),
            })
            .collect();
        self.set("box", &counts.join(","));
    }

    fn disturb(&mut self, at: Place) {
        let lost = match at {
            (4, 1) => "WE",
            (0, 1) => "W",
            (8, 1) => "E",
            (4, 15) => "we",
            (0, 15) => "w",
            (8, 15) => "e",
            _ => return,
        };
        self.rights.retain(|letter| !lost.contains(letter));
    }

    fn lose(&mut self, at: Place) {
        let Some(kind) = self.force.remove(&at) else { return };
        self.birds.remove(&at);
        match kind.as_str() {
            "WK" | "GK" | "RG" | "BK" | "RK" | "RR" => self.boxed(&kind, 1),
            "WD" => self.set("wiz", "gone"),
            "IM" => self.set("mag", "gone"),
            "TBW" => self.set("ga", "0"),
            "SQN" => self.set("ra", "0"),
            "LB" => self.set("lb", "gone"),
            "JR" => self.set("jr", "gone"),
            "YSA" => self.set("yw", "gone"),
            "DA" => {
                self.set("ice", "gone");
                self.force.retain(|_, kind| kind != "FT");
            }
            _ => {}
        }
    }

    fn make_ship(&mut self, mv: &str) {
        let mark = mv.find(['-', 'x', '>', '*']).unwrap();
        let (from, rest) = (place(&mv[..mark]), &mv[mark + 1..]);
        match &mv[mark..=mark] {
            ">" => {
                let bow = super::BOWS.iter().find(|(letters, _)| *letters == rest).unwrap().1;
                self.ships.get_mut(&from).unwrap().bow = bow;
            }
            "*" => {
                self.lose(place(rest));
                self.ships.remove(&place(rest));
                let flag = self.ships.get_mut(&from).unwrap().flag.as_mut().unwrap();
                flag.0 -= 1;
            }
            _ => {
                let to = place(rest);
                self.lose(to);
                let mut ship = self.ships.remove(&from).unwrap();
                ship.flag = ship.flag.map(|(balls, _)| (balls, false));
                self.ships.insert(to, ship);
                if let Some(rider) = self.force.remove(&from) {
                    self.force.insert(to, rider);
                }
            }
        }
    }

    fn make_tower(&mut self, mv: &str) {
        let rank = if self.turn == 'f' { 1 } else { 15 };
        let (tower, royal_to, tower_to) = if mv.starts_with('W') { (0, 1, 2) } else { (8, 7, 6) };
        let royal = self.force.remove(&(4, rank)).unwrap();
        let kind = self.force.remove(&(tower, rank)).unwrap();
        self.birds.remove(&(tower, rank));
        self.disturb((4, rank));
        let sceptre = match side_of(&kind) {
            'f' => "GSE",
            _ if self.is("ice", "watching") => "RSE",
            _ => "ST",
        };
        self.force.insert((royal_to, rank), royal);
        self.force.insert((tower_to, rank), sceptre.to_owned());
        let recruits = mv.split_once('=').map_or("", |(_, recruits)| recruits);
        let at = recruits.rfind(|letter: char| letter.is_ascii_alphabetic()).unwrap_or(0);
        for guard in [&recruits[..at], &recruits[at..]].into_iter().filter(|guard| !guard.is_empty()) {
            self.force.insert(place(guard), if rank == 1 { "BR" } else { "PE" }.to_owned());
        }
    }
}
