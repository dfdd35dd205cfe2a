//! A second Dance, written apart from the crate's: slow, letters in a map, every pair of squares tried.

use std::collections::BTreeMap;

/// File and rank, from 0.
type Place = (i8, i8);

const COSTS: [(char, usize); 8] =
    [('F', 1), ('M', 3), ('O', 3), ('L', 6), ('C', 9), ('D', 16), ('H', 12), ('S', 6)];

/// The mark of a square, from the drawing of the rulings.
fn mark((file, rank): Place) -> char {
    match (file, rank) {
        (0 | 10, 0 | 10) => 'C',
        (2 | 8, 2 | 8) | (5, 5) => 'X',
        (0 | 1 | 3 | 7 | 9 | 10, 5) | (5, 0 | 1 | 3 | 7 | 9 | 10) => '~',
        _ => '.',
    }
}

#[derive(Clone)]
pub(crate) struct Model {
    pieces: BTreeMap<Place, char>,
    south: bool,
    reserve: BTreeMap<char, usize>,
    pending: char,
    passes: usize,
    half: usize,
    full: usize,
}

fn name((file, rank): Place) -> String {
    format!("{}{}", char::from(b'a' + u8::try_from(file).unwrap()), rank + 1)
}

fn place(text: &str) -> Place {
    (i8::try_from(text.as_bytes()[0] - b'a').unwrap(), text[1..].parse::<i8>().unwrap() - 1)
}

fn places() -> impl Iterator<Item = Place> {
    (0..11).flat_map(|rank| (0..11).map(move |file| (file, rank)))
}

fn far(one: Place, two: Place) -> i8 {
    (one.0 - two.0).abs().max((one.1 - two.1).abs())
}

/// The places strictly between two on a straight line.
fn between(one: Place, two: Place) -> Option<Vec<Place>> {
    let (files, ranks) = (two.0 - one.0, two.1 - one.1);
    let line = one != two && (files == 0 || ranks == 0 || files.abs() == ranks.abs());
    line.then(|| {
        (1..far(one, two))
            .map(|step| (one.0 + files.signum() * step, one.1 + ranks.signum() * step))
            .collect()
    })
}

impl Model {
    pub(crate) fn read(text: &str) -> Self {
        let fields: Vec<&str> = text.split(' ').collect();
        let mut pieces = BTreeMap::new();
        for (rank, line) in (0..11).rev().zip(fields[0].split('/')) {
            let (mut file, mut run) = (0, 0);
            for letter in line.chars() {
                match letter.to_digit(10) {
                    Some(digit) => run = run * 10 + i8::try_from(digit).unwrap(),
                    None => {
                        file += run;
                        run = 0;
                        pieces.insert((file, rank), letter);
                        file += 1;
                    }
                }
            }
        }
        let letters: Vec<char> = fields[2].chars().collect();
        let counts = letters.chunks(2).filter(|pair| pair.len() == 2);
        Self {
            pieces,
            south: fields[1] == "s",
            reserve: counts
                .map(|pair| (pair[0], usize::try_from(pair[1].to_digit(10).unwrap()).unwrap()))
                .collect(),
            pending: fields[3].chars().next().unwrap(),
            passes: fields[4].parse().unwrap(),
            half: fields[5].parse().unwrap(),
            full: fields[6].parse().unwrap(),
        }
    }

    pub(crate) fn write(&self) -> String {
        let mut text = String::new();
        for rank in (0..11).rev() {
            let mut run = 0;
            for file in 0..11 {
                match self.pieces.get(&(file, rank)) {
                    None => run += 1,
                    Some(letter) => {
                        if run > 0 {
                            text.push_str(&run.to_string());
                        }
                        run = 0;
                        text.push(*letter);
                    }
                }
            }
            if run > 0 {
                text.push_str(&run.to_string());
            }
            text.push(if rank > 0 { '/' } else { ' ' });
        }
        text.push_str(if self.south { "s " } else { "n " });
        let mut none = true;
        for letter in COSTS
            .iter()
            .map(|(letter, _)| *letter)
            .chain(COSTS.iter().map(|(letter, _)| letter.to_ascii_lowercase()))
        {
            if let Some(count) = self.reserve.get(&letter).filter(|count| **count > 0) {
                text.push_str(&format!("{letter}{count}"));
                none = false;
            }
        }
        if none {
            text.push('-');
        }
        format!("{text} {} {} {} {}", self.pending, self.passes, self.half, self.full)
    }

    fn own(&self, letter: char) -> bool {
        letter.is_ascii_uppercase() == self.south
    }

    fn kind(&self, at: Place) -> char {
        self.pieces.get(&at).map_or('-', char::to_ascii_uppercase)
    }

    fn is_own(&self, at: Place) -> bool {
        self.pieces.get(&at).is_some_and(|letter| self.own(*letter))
    }

    fn is_enemy(&self, at: Place) -> bool {
        self.pieces.get(&at).is_some_and(|letter| !self.own(*letter))
    }

    fn over(&self) -> bool {
        let all = |south: bool| {
            places()
                .filter(|&at| mark(at) == 'X')
                .all(|at| self.pieces.get(&at).is_some_and(|letter| letter.is_ascii_uppercase() == south))
        };
        let none = |south: bool| !self.pieces.values().any(|letter| letter.is_ascii_uppercase() == south);
        matches!(self.pending, 'X' | 'x')
            || all(!self.south)
            || none(true)
            || none(false)
            || self.passes == 2
            || self.half >= 150
    }

    /// Whether the piece on `from` can walk to `to` by its own powers.
    fn walks(&self, from: Place, to: Place) -> bool {
        if from == to || mark(to) == '~' {
            return false;
        }
        let kind = self.kind(from);
        let (files, ranks) = ((to.0 - from.0).abs(), (to.1 - from.1).abs());
        let line = between(from, to);
        let clear =
            line.is_some_and(|way| way.iter().all(|at| !self.pieces.contains_key(at) && mark(*at) != '~'));
        if kind == 'D' {
            let empty = !self.pieces.contains_key(&to);
            return clear && (mark(to) == 'X' || mark(to) == 'C' && empty);
        }
        let captures = self.is_enemy(to);
        if self.is_own(to) || captures && self.kind(to) == 'D' {
            return false;
        }
        let step = far(from, to) == 1;
        match kind {
            'K' => step,
            'F' => step && (!captures || files == ranks),
            'M' | 'S' => step && !captures,
            'O' => matches!((files, ranks), (0, 3) | (3, 0) | (1, 2) | (2, 1)),
            'L' => clear && (files == 0 || ranks == 0),
            'H' => clear,
            'C' => clear && far(from, to) <= 3,
            _ => false,
        }
    }

    fn write_walk(&self, from: Place, to: Place) -> String {
        let mark = if self.pieces.contains_key(&to) { 'x' } else { '-' };
        format!("{}{mark}{}", name(from), name(to))
    }

    fn ransoms(&self, king: Place) -> Vec<Place> {
        let side = self.pieces[&king].is_ascii_uppercase();
        places()
            .filter(|&at| far(at, king) == 1 && self.kind(at) != 'D')
            .filter(|at| self.pieces.get(at).is_some_and(|letter| letter.is_ascii_uppercase() == side))
            .collect()
    }

    /// All plies but groups, sorted.
    pub(crate) fn moves(&self) -> Vec<String> {
        if self.over() {
            return Vec::new();
        }
        let mut found = Vec::new();
        if matches!(self.pending, 'K' | 'k') {
            let king =
                self.pieces.iter().find(|(_, letter)| **letter == self.pending).map(|(&at, _)| at).unwrap();
            found.extend(self.ransoms(king).into_iter().map(|at| format!("!{}", name(at))));
            found.push("!-".to_owned());
            found.sort();
            return found;
        }
        for from in places().filter(|&at| self.is_own(at)) {
            for to in places() {
                if self.walks(from, to) {
                    found.push(self.write_walk(from, to));
                }
                let fires = match self.kind(from) {
                    'M' => far(from, to) == 1,
                    'D' => far(from, to) <= 2 && self.kind(to) != 'H',
                    _ => false,
                };
                if fires && self.is_enemy(to) && self.kind(to) != 'D' {
                    found.push(format!("{}*{}", name(from), name(to)));
                }
            }
        }
        self.recruit(&mut found);
        if found.is_empty() {
            found.push("--".to_owned());
        }
        found.sort();
        found
    }

    fn recruit(&self, found: &mut Vec<String>) {
        let held: Vec<Place> = places().filter(|&at| mark(at) == 'X' && self.is_own(at)).collect();
        let worth = |at: &Place| match self.kind(*at) {
            'S' => 10,
            'K' => 3,
            kind => COSTS.iter().find(|(letter, _)| *letter == kind).unwrap().1,
        };
        let value: usize = held.iter().map(worth).sum();
        for camp in places().filter(|&at| mark(at) == 'C' && !self.pieces.contains_key(&at)) {
            let near = held.iter().any(|&fortress| {
                places()
                    .filter(|&at| mark(at) == 'C')
                    .all(|other| far(camp, fortress) <= far(other, fortress))
            });
            for (kind, cost) in COSTS {
                let letter = if self.south { kind } else { kind.to_ascii_lowercase() };
                if near && cost <= value && self.reserve.get(&letter).is_some_and(|count| *count > 0) {
                    found.push(format!("{kind}@{}", name(camp)));
                }
            }
        }
    }

    /// All group moves, sorted.
    pub(crate) fn groups(&self) -> Vec<String> {
        if self.over() || matches!(self.pending, 'K' | 'k') {
            return Vec::new();
        }
        let captains: Vec<Place> = places().filter(|&at| self.is_own(at) && self.kind(at) == 'C').collect();
        let led: Vec<Place> = places()
            .filter(|&at| self.is_own(at) && self.kind(at) != 'D')
            .filter(|&at| captains.iter().any(|&captain| far(captain, at) == 1))
            .collect();
        let mut found = Vec::new();
        let mut open = vec![(self.clone(), led, Vec::<String>::new())];
        while let Some((now, led, walks)) = open.pop() {
            for (index, &from) in led.iter().enumerate() {
                for to in places().filter(|&to| now.walks(from, to)) {
                    let mut written = walks.clone();
                    written.push(now.write_walk(from, to));
                    let mut after = now.clone();
                    after.walk(from, to);
                    let mut rest = led.clone();
                    rest.remove(index);
                    if written.len() > 1 {
                        found.push(written.join("&"));
                    }
                    if written.len() < 3 && after.pending == '-' {
                        open.push((after, rest, written));
                    }
                }
            }
        }
        found.sort();
        found
    }

    /// Makes one walk; whether anything was captured.
    fn walk(&mut self, from: Place, to: Place) -> bool {
        let letter = self.pieces.remove(&from).unwrap();
        if letter.eq_ignore_ascii_case(&'D') && self.is_enemy(to) {
            if self.kind(to) != 'H' {
                self.burn(to);
            }
            return true;
        }
        let taken = self.take(to);
        self.pieces.insert(to, letter);
        taken
    }

    fn take(&mut self, at: Place) -> bool {
        let taken = self.pieces.remove(&at);
        match taken {
            Some('K') => self.pending = 'X',
            Some('k') => self.pending = 'x',
            _ => {}
        }
        taken.is_some()
    }

    fn burn(&mut self, at: Place) -> bool {
        if self.kind(at) == 'K' && !self.ransoms(at).is_empty() {
            self.pending = self.pieces[&at];
            return true;
        }
        self.take(at)
    }

    pub(crate) fn after(&self, mv: &str) -> Self {
        let mut next = self.clone();
        if let Some(ransom) = mv.strip_prefix('!') {
            next.half = 0;
            if ransom == "-" {
                next.pieces.retain(|_, letter| *letter != self.pending);
                next.pending = if self.south { 'X' } else { 'x' };
            } else {
                next.pieces.remove(&place(ransom));
                next.pending = '-';
            }
            return next;
        }
        let dragon = if self.south { 'D' } else { 'd' };
        let home = self.pieces.iter().find(|(_, letter)| **letter == dragon).map(|(&at, _)| at);
        let surrounded = home.filter(|&(file, rank)| {
            let sides = [(file + 1, rank), (file - 1, rank), (file, rank + 1), (file, rank - 1)];
            sides.into_iter().filter(|&at| self.is_enemy(at)).count() >= 3
        });
        let mut captured = next.act(mv);
        if let Some(at) = surrounded
            && next.pieces.get(&at) == Some(&dragon)
        {
            next.pieces.remove(&at);
            captured = true;
        }
        next.passes = if mv == "--" { self.passes + 1 } else { 0 };
        next.half = if captured { 0 } else { self.half + 1 };
        next.full += usize::from(!self.south);
        next.south = !self.south;
        next
    }

    fn act(&mut self, mv: &str) -> bool {
        if mv == "--" {
            return false;
        }
        if let Some((kind, at)) = mv.split_once('@') {
            let kind = kind.chars().next().unwrap();
            let letter = if self.south { kind } else { kind.to_ascii_lowercase() };
            self.pieces.insert(place(at), letter);
            *self.reserve.get_mut(&letter).unwrap() -= 1;
            return true;
        }
        if let Some((from, at)) = mv.split_once('*') {
            return if self.kind(place(from)) == 'D' { self.burn(place(at)) } else { self.take(place(at)) };
        }
        let mut captured = false;
        for walk in mv.split('&') {
            let (from, to) = walk.split_once(['-', 'x']).unwrap();
            captured |= self.walk(place(from), place(to));
        }
        captured
    }
}
