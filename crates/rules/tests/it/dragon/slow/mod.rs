//! A second Dragon, written apart from the crate's: slow, all strings and maps, every candidate move tried in turn.
//!
//! It reads and writes situation strings itself, so that whole games can be compared ply by ply.

mod moves;
mod play;
mod powers;

use std::collections::{BTreeMap, BTreeSet};

/// File 0 to 8, rank 0 to 16.
pub(crate) type Place = (i8, i8);

pub(crate) const BOWS: [(&str, Place); 8] = [
    ("N", (0, -1)),
    ("NE", (1, -1)),
    ("E", (1, 0)),
    ("SE", (1, 1)),
    ("S", (0, 1)),
    ("SW", (-1, 1)),
    ("W", (-1, 0)),
    ("NW", (-1, -1)),
];

const KEYS: [&str; 17] = [
    "e0", "e16", "yw", "ice", "war", "ga", "gl", "ra", "lb", "jr", "wiz", "mag", "wl1", "emp", "ep", "box",
    "knights",
];

#[derive(Clone)]
pub(crate) struct Ship {
    /// `g` or `r`.
    fleet: char,
    bow: Place,
    /// Balls and whether she never left harbour; none for a ship.
    flag: Option<(u8, bool)>,
}

#[derive(Clone)]
pub(crate) struct Model {
    force: BTreeMap<Place, String>,
    birds: BTreeSet<Place>,
    ships: BTreeMap<Place, Ship>,
    /// `f` or `s`.
    turn: char,
    rights: String,
    state: BTreeMap<&'static str, String>,
    planted: Option<Place>,
    quiet: u32,
    number: u32,
}

pub(crate) fn side_of(kind: &str) -> char {
    match kind {
        "TPC" | "WPS" | "TBW" | "WK" | "GK" | "CB" | "GSD" | "WR" | "GF" | "AS" | "GD" | "BR" | "RG"
        | "PD" | "DF" | "EF" | "GSE" | "FT" | "DA" | "WD" | "LB" => 'f',
        _ => 's',
    }
}

pub(crate) fn other(side: char) -> char {
    if side == 'f' { 's' } else { 'f' }
}

/// `f` and `s` for the kingdoms with their rooms, `o` for the ocean.
pub(crate) fn ground(place: Place) -> char {
    match place.1 {
        ..=5 => 'f',
        6..=10 => 'o',
        _ => 's',
    }
}

pub(crate) fn exists((file, rank): Place) -> bool {
    (0..9).contains(&file) && (1..16).contains(&rank) || file == 4 && (0..17).contains(&rank)
}

pub(crate) fn is_room(place: Place) -> bool {
    place.1 == 0 || place.1 == 16
}

pub(crate) fn places() -> impl Iterator<Item = Place> {
    (0..17).flat_map(|rank| (0..9).map(move |file| (file, rank))).filter(|&place| exists(place))
}

pub(crate) fn name((file, rank): Place) -> String {
    format!("{}{rank}", char::from(b'A' + u8::try_from(file).unwrap()))
}

fn place(text: &str) -> Place {
    (i8::try_from(text.as_bytes()[0] - b'A').unwrap(), text[1..].parse().unwrap())
}

impl Model {
    pub(crate) fn read(text: &str) -> Self {
        let fields: Vec<&str> = text.split(' ').collect();
        let mut model = Self {
            force: BTreeMap::new(),
            birds: BTreeSet::new(),
            ships: BTreeMap::new(),
            turn: fields[1].chars().next().unwrap(),
            rights: fields[2].replace('-', ""),
            state: BTreeMap::new(),
            planted: None,
            quiet: fields[4].parse().unwrap(),
            number: fields[5].parse().unwrap(),
        };
        for (rank, line) in (1..).zip(fields[0].split('/')) {
            let mut file = 0;
            for cell in line.split(',') {
                match cell.parse::<i8>() {
                    Ok(run) => file += run,
                    Err(_) => {
                        model.read_cell((file, rank), cell);
                        file += 1;
                    }
                }
            }
        }
        for (key, pair) in KEYS.into_iter().zip(fields[3].split(';')) {
            model.state.insert(key, pair.strip_prefix(key).unwrap()[1..].to_owned());
        }
        for (key, room) in [("e0", (4, 0)), ("e16", (4, 16))] {
            let who = model.state[key].clone();
            if who == "TPC" || who == "WL" {
                model.force.insert(room, who);
            }
        }
        model
    }

    fn read_cell(&mut self, at: Place, cell: &str) {
        if cell == "#" {
            return;
        }
        let (ship, force) = match cell.split_once('=') {
            Some((ship, force)) => (Some(ship), Some(force)),
            None if ground(at) == 'o' => (Some(cell), None),
            None => (None, Some(cell)),
        };
        if let Some(ship) = ship {
            let (bow, guns) = ship[2..].split_once('.').unwrap_or((&ship[2..], ""));
            let bow = BOWS.iter().find(|(letters, _)| *letters == bow).unwrap().1;
            let flag = guns
                .chars()
                .next()
                .map(|balls| (u8::try_from(balls.to_digit(10).unwrap()).unwrap(), guns.ends_with('h')));
            self.ships.insert(at, Ship { fleet: ship.chars().next().unwrap(), bow, flag });
        }
        if let Some(force) = force {
            if force.ends_with('*') {
                self.birds.insert(at);
            }
            if force.ends_with('!') {
                self.planted = Some(at);
            }
            self.force.insert(at, force.trim_end_matches(['*', '!']).to_owned());
        }
    }

    pub(crate) fn write(&self) -> String {
        let ranks: Vec<String> = (1..16).map(|rank| self.write_rank(rank)).collect();
        let rights = if self.rights.is_empty() { "-" } else { &self.rights };
        let state: Vec<String> =
            KEYS.iter().map(|key| format!("{key}:{}", self.written_state(key))).collect();
        format!(
            "{} {} {rights} {} {} {}",
            ranks.join("/"),
            self.turn,
            state.join(";"),
            self.quiet,
            self.number
        )
    }

    fn written_state(&self, key: &'static str) -> String {
        let room = match key {
            "e0" => (4, 0),
            "e16" => (4, 16),
            _ => return self.state[key].clone(),
        };
        let waiting = self.state[key].clone();
        if waiting.starts_with("WD") || waiting == "WES" {
            waiting
        } else {
            self.force.get(&room).cloned().unwrap_or("-".to_owned())
        }
    }

    fn write_rank(&self, rank: i8) -> String {
        let cells = (0..9).map(|file| self.write_cell((file, rank)));
        let mut merged: Vec<String> = Vec::new();
        let mut run = 0;
        for cell in cells {
            match cell {
                None => run += 1,
                Some(cell) => {
                    if run > 0 {
                        merged.push(run.to_string());
                    }
                    run = 0;
                    merged.push(cell);
                }
            }
        }
        if run > 0 {
            merged.push(run.to_string());
        }
        merged.join(",")
    }

    fn write_cell(&self, at: Place) -> Option<String> {
        if at == (4, 8) {
            return Some("#".to_owned());
        }
        let force = self.force.get(&at).map(|kind| {
            let bird = if self.birds.contains(&at) { "*" } else { "" };
            let planted = if self.planted == Some(at) { "!" } else { "" };
            format!("{kind}{bird}{planted}")
        });
        let ship = self.ships.get(&at).map(|ship| {
            let bow = BOWS.iter().find(|(_, delta)| *delta == ship.bow).unwrap().0;
            match ship.flag {
                None => format!("{}s{bow}", ship.fleet),
                Some((balls, moored)) => {
                    format!("{}f{bow}.{balls}{}", ship.fleet, if moored { "h" } else { "" })
                }
            }
        });
        match (ship, force) {
            (Some(ship), Some(force)) => Some(format!("{ship}={force}")),
            (one, other) => one.or(other),
        }
    }

    fn kind(&self, at: Place) -> &str {
        self.force.get(&at).map_or("", String::as_str)
    }

    fn find(&self, kind: &str) -> Option<Place> {
        self.force.iter().find(|(_, there)| *there == kind).map(|(&at, _)| at)
    }

    fn is(&self, key: &str, value: &str) -> bool {
        self.state[key] == value
    }

    fn commander(&self, at: Place) -> Option<char> {
        let ship = self.ships.get(&at)?;
        Some(self.force.get(&at).map_or(if ship.fleet == 'g' { 'f' } else { 's' }, |kind| side_of(kind)))
    }
}
