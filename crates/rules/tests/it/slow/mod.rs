//! A second reading of LancerChess and TigerChess, as plain as can be: a board of characters, every move tried on a copy,
//! every question answered by looking at all members. It shares no code with the crate and speaks only in texts.

use std::collections::BTreeMap;

type Spot = (i32, i32);

/// A situation taken apart: cells by file and rank from 0, and the other fields.
#[derive(Clone, Debug)]
pub(crate) struct Slow {
    cells: [[char; 8]; 8],
    bengal: bool,
    rights: String,
    ep: Option<Spot>,
    half: u32,
    full: u32,
    /// `X` and `x` as they stand, then the two Guards, for TigerChess.
    extra: Option<(String, Option<[char; 2]>)>,
}

fn name((file, rank): Spot) -> String {
    format!("{}{}", (b'A' + file as u8) as char, rank + 1)
}

fn on_board((file, rank): Spot) -> bool {
    (0..8).contains(&file) && (0..8).contains(&rank)
}

fn add(one: Spot, other: Spot) -> Spot {
    (one.0 + other.0, one.1 + other.1)
}

const ORTHOGONAL: [Spot; 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const DIAGONAL: [Spot; 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];

/// A move as the slow reading sees it: the squares gone to, whom it takes, what the mover becomes.
#[derive(Clone, Debug)]
struct Trial {
    text: String,
    after: Slow,
}

impl Slow {
    pub(crate) fn read(text: &str) -> Self {
        let fields: Vec<&str> = text.split(' ').collect();
        let mut cells = [['.'; 8]; 8];
        for (row, line) in fields[0].split('/').enumerate() {
            let mut file = 0;
            for letter in line.chars() {
                match letter.to_digit(10) {
                    Some(run) => file += run as usize,
                    None => {
                        cells[file][7 - row] = letter;
                        file += 1;
                    }
                }
            }
        }
        let ep = (fields[3] != "-").then(|| {
            let bytes = fields[3].as_bytes();
            (i32::from(bytes[0] - b'A'), i32::from(bytes[1] - b'1'))
        });
        let extra = fields.get(6).map(|extra| match extra.split_once('/') {
            None => ((*extra).to_owned(), None),
            Some((letters, guards)) => {
                let guards: Vec<char> = guards.chars().collect();
                (letters.to_owned(), Some([guards[0], guards[1]]))
            }
        });
        Self {
            cells,
            bengal: fields[1] == "b",
            rights: fields[2].to_owned(),
            ep,
            half: fields[4].parse().unwrap(),
            full: fields[5].parse().unwrap(),
            extra,
        }
    }

    pub(crate) fn write(&self) -> String {
        let ranks: Vec<String> = (0..8)
            .rev()
            .map(|rank| {
                let mut line = String::new();
                let mut run = 0;
                for file in 0..8 {
                    match self.cells[file][rank] {
                        '.' => run += 1,
                        letter => {
                            if run > 0 {
                                line += &run.to_string();
                            }
                            run = 0;
                            line.push(letter);
                        }
                    }
                }
                if run > 0 {
                    line += &run.to_string();
                }
                line
            })
            .collect();
        let rights = if self.rights.is_empty() { "-" } else { &self.rights };
        let ep = self.ep.map_or("-".to_owned(), name);
        let side = if self.bengal { 'b' } else { 's' };
        let mut text = format!("{} {side} {rights} {ep} {} {}", ranks.join("/"), self.half, self.full);
        if let Some((letters, guards)) = &self.extra {
            let letters = if letters.is_empty() { "-" } else { letters };
            text += &format!(" {letters}");
            if let Some([south, north]) = guards {
                text += &format!("/{south}{north}");
            }
        }
        text
    }

    fn get(&self, (file, rank): Spot) -> char {
        if on_board((file, rank)) { self.cells[file as usize][rank as usize] } else { '#' }
    }

    fn set(&mut self, (file, rank): Spot, letter: char) {
        self.cells[file as usize][rank as usize] = letter;
    }

    fn is_side(letter: char, bengal: bool) -> bool {
        letter.is_ascii_alphabetic() && letter.is_ascii_uppercase() == bengal
    }

    fn spots(&self, bengal: bool) -> Vec<Spot> {
        let all = (0..8).flat_map(|file| (0..8).map(move |rank| (file, rank)));
        all.filter(|&spot| Self::is_side(self.get(spot), bengal)).collect()
    }

    fn queen(&self, bengal: bool) -> Spot {
        let letter = if bengal { 'Q' } else { 'q' };
        self.spots(bengal).into_iter().find(|&spot| self.get(spot) == letter).unwrap()
    }

    fn leaps(kind: char, bengal: bool) -> Vec<Spot> {
        let near = |limit: i32| {
            (-limit..=limit).flat_map(move |file| (-limit..=limit).map(move |rank| (file, rank)))
        };
        let sorted = |(file, rank): Spot| {
            let (a, b) = (file.abs(), rank.abs());
            (a.min(b), a.max(b))
        };
        let wanted: Vec<Spot> = match kind {
            'Q' => vec![(0, 1), (1, 1)],
            'L' => vec![(0, 1), (0, 2)],
            'M' => vec![(1, 1), (2, 2)],
            'N' => vec![(1, 2)],
            'X' if bengal => vec![(1, 2), (1, 3), (2, 3)],
            'X' => vec![(1, 2), (1, 3), (2, 3), (0, 4)],
            _ => vec![],
        };
        near(4).filter(|&leap| wanted.contains(&sorted(leap))).collect()
    }

    /// Where the member on `from` goes or captures by one move to one square, draughts and en passant left out. The
    /// truth tells whether the target must hold an opponent (true), must be vacant (false), or either.
    fn reach(&self, from: Spot) -> Vec<(Spot, Option<bool>)> {
        let letter = self.get(from);
        let bengal = letter.is_ascii_uppercase();
        let forward = if bengal { 1 } else { -1 };
        let kind = letter.to_ascii_uppercase();
        let mut reach = Vec::new();
        for leap in Self::leaps(kind, bengal) {
            reach.push((add(from, leap), None));
        }
        let lines: &[&[Spot]] = match kind {
            'K' => &[&ORTHOGONAL, &DIAGONAL],
            'T' => &[&ORTHOGONAL],
            'B' => &[&DIAGONAL],
            _ => &[],
        };
        for &direction in lines.iter().copied().flatten() {
            let mut at = add(from, direction);
            while on_board(at) {
                reach.push((at, None));
                if self.get(at) != '.' {
                    break;
                }
                at = add(at, direction);
            }
        }
        match kind {
            'P' => {
                let one = add(from, (0, forward));
                reach.push((one, Some(false)));
                if from.1 == if bengal { 1 } else { 6 } && self.get(one) == '.' {
                    reach.push((add(one, (0, forward)), Some(false)));
                }
                reach.extend([-1, 1].map(|side| (add(from, (side, forward)), Some(true))));
            }
            'S' => reach.extend([-1, 1].map(|side| (add(from, (side, forward)), Some(false)))),
            'A' => reach.extend(DIAGONAL.map(|step| (add(from, step), Some(false)))),
            _ => {}
        }
        reach.retain(|&(spot, _)| on_board(spot));
        reach
    }

    /// Every capture sequence of a Swordsman or Archer: landings and victims, prefixes included.
    fn sequences(&self, from: Spot) -> Vec<(Vec<Spot>, Vec<Spot>)> {
        let letter = self.get(from);
        let bengal = letter.is_ascii_uppercase();
        let mut lifted = self.clone();
        lifted.set(from, '.');
        let mut found = Vec::new();
        lifted.jump_on(letter.to_ascii_uppercase(), bengal, from, &mut vec![], &mut vec![], &mut found);
        found
    }

    fn jump_on(
        &self,
        kind: char,
        bengal: bool,
        at: Spot,
        landings: &mut Vec<Spot>,
        victims: &mut Vec<Spot>,
        found: &mut Vec<(Vec<Spot>, Vec<Spot>)>,
    ) {
        for direction in DIAGONAL {
            if kind == 'S' && (direction.1 > 0) != bengal {
                continue;
            }
            let mut over = add(at, direction);
            while kind == 'A' && self.get(over) == '.' {
                over = add(over, direction);
            }
            let to = add(over, direction);
            if !Self::is_side(self.get(over), !bengal) || self.get(to) != '.' {
                continue;
            }
            let mut next = self.clone();
            next.set(over, '.');
            landings.push(to);
            victims.push(over);
            found.push((landings.clone(), victims.clone()));
            next.jump_on(kind, bengal, to, landings, victims, found);
            landings.pop();
            victims.pop();
        }
    }

    /// Ruling 4: somebody of the other side could capture there next move.
    fn is_attacked(&self, spot: Spot, by_bengal: bool) -> bool {
        self.spots(by_bengal).into_iter().any(|from| match self.get(from).to_ascii_uppercase() {
            'S' | 'A' => self.sequences(from).iter().any(|(_, victims)| victims.contains(&spot)),
            _ => self.reach(from).iter().any(|&(to, must_take)| to == spot && must_take != Some(false)),
        })
    }

    pub(crate) fn in_check(&self) -> bool {
        self.is_attacked(self.queen(self.bengal), !self.bengal)
    }

    fn is_over(&self) -> bool {
        self.extra.as_ref().is_some_and(|(_, guards)| guards.is_some_and(|guards| guards.contains(&'#')))
    }

    /// What a member may become on that square; an empty letter stands for staying what it is.
    fn forms(&self, from: Spot, to: Spot) -> Vec<String> {
        let bengal = self.bengal;
        let rank = if bengal { to.1 + 1 } else { 8 - to.1 };
        let own = |letter: char| self.extra.as_ref().is_some_and(|(letters, _)| letters.contains(letter));
        let awaits = own(if bengal { 'X' } else { 'x' });
        let plain = || vec![String::new()];
        let list = |letters: &[&str]| letters.iter().map(|&letter| letter.to_owned()).collect();
        match (self.get(from).to_ascii_uppercase(), rank) {
            ('P', 8) if self.extra.is_none() => {
                let dark = (to.0 + to.1) % 2 == 0;
                let lancer = if dark == bengal { "L" } else { "M" };
                list(&["K", "T", "B", lancer])
            }
            ('P', 7) if self.extra.is_some() && awaits => list(&["", "N"]),
            ('P', 7) if self.extra.is_some() => list(&["N"]),
            ('P', 8) if awaits => list(&["X"]),
            ('S', 8) => list(&["A"]),
            _ => plain(),
        }
    }

    /// The situation after a member has gone from one square to another and these were taken.
    fn moved(&self, from: Spot, to: Spot, taken: &[Spot], form: &str) -> Self {
        let mut next = self.clone();
        let letter = self.get(from);
        let is_pikeman = letter.eq_ignore_ascii_case(&'P');
        for &victim in taken {
            next.set(victim, '.');
        }
        next.set(from, '.');
        let becomes = form.chars().next().unwrap_or(letter);
        next.set(to, if self.bengal { becomes.to_ascii_uppercase() } else { becomes.to_ascii_lowercase() });
        if form == "X" {
            let (letters, _) = next.extra.as_mut().unwrap();
            letters.retain(|kept| kept != if self.bengal { 'X' } else { 'x' });
            if letters.is_empty() {
                letters.push('-');
            }
        }
        next.ep = (is_pikeman && (from.1 - to.1).abs() == 2).then_some((from.0, (from.1 + to.1) / 2));
        next.half = if is_pikeman || !taken.is_empty() { 0 } else { self.half + 1 };
        let homes =
            [((7, 0), "K"), ((0, 0), "Q"), ((3, 0), "KQ"), ((7, 7), "k"), ((0, 7), "q"), ((3, 7), "kq")];
        for (home, lost) in homes {
            if from == home || to == home {
                next.rights.retain(|right| !lost.contains(right));
            }
        }
        next.finish()
    }

    fn finish(mut self) -> Self {
        if let Some((_, Some(guards))) = &mut self.extra {
            for (guard, bearer) in guards.iter_mut().zip(['l', 'L']) {
                if *guard != '#' && !self.cells.iter().flatten().any(|&letter| letter == bearer) {
                    *guard = '*';
                }
            }
        }
        if !self.bengal {
            self.full += 1;
        }
        self.bengal = !self.bengal;
        if self.rights == "-" {
            self.rights.clear();
        }
        self
    }

    fn trials(&self) -> Vec<Trial> {
        let mut trials = Vec::new();
        for from in self.spots(self.bengal) {
            for (to, must_take) in self.reach(from) {
                let target = self.get(to);
                let takes = Self::is_side(target, !self.bengal);
                let is_ep = must_take == Some(true) && self.ep == Some(to);
                let may = match must_take {
                    Some(true) => takes || is_ep,
                    Some(false) => target == '.',
                    None => takes || target == '.',
                };
                if !may {
                    continue;
                }
                let taken = match (takes, is_ep) {
                    (true, _) => vec![to],
                    (false, true) => vec![(to.0, from.1)],
                    _ => vec![],
                };
                let sign = if taken.is_empty() { '-' } else { 'x' };
                for form in self.forms(from, to) {
                    let suffix = if form.is_empty() { String::new() } else { format!("={form}") };
                    let text = format!("{}{sign}{}{suffix}", name(from), name(to));
                    trials.push(Trial { text, after: self.moved(from, to, &taken, &form) });
                }
            }
            if "SAsa".contains(self.get(from)) {
                for (landings, victims) in self.sequences(from) {
                    let to = *landings.last().unwrap();
                    let form = self.forms(from, to).remove(0);
                    let mut text = name(from);
                    landings.iter().for_each(|&landing| text += &format!("x{}", name(landing)));
                    if !form.is_empty() {
                        text += &format!("={form}");
                    }
                    trials.push(Trial { text, after: self.moved(from, to, &victims, &form) });
                }
            }
        }
        trials
    }

    fn protections(&self) -> Vec<Trial> {
        let home = if self.bengal { 0 } else { 7 };
        let mut trials = Vec::new();
        for (right, text, tower, vacant, path) in
            [('K', "O-K", 7, vec![4, 5, 6], [3, 4, 5]), ('Q', "O-Q", 0, vec![1, 2], [3, 2, 1])]
        {
            let right = if self.bengal { right } else { right.to_ascii_lowercase() };
            let free = vacant.iter().all(|&file| self.get((file, home)) == '.');
            let safe = path.iter().all(|&file| !self.is_attacked((file, home), !self.bengal));
            if self.rights.contains(right) && free && safe {
                let mut after = self.clone();
                after.set((path[1], home), self.get((tower, home)));
                after.set((tower, home), '.');
                let after = after.moved((3, home), (path[2], home), &[], "");
                trials.push(Trial { text: text.to_owned(), after });
            }
        }
        trials
    }

    fn occupation(&self) -> Option<Trial> {
        let (_, guards) = self.extra.as_ref()?;
        let guard = guards.as_ref()?[usize::from(self.bengal)];
        let file = i32::from((guard.to_ascii_uppercase() as u8).checked_sub(b'A')?);
        let gate = (file, if self.bengal { 7 } else { 0 });
        if !on_board(gate) || self.get(gate) != (if self.bengal { 'L' } else { 'l' }) || self.in_check() {
            return None;
        }
        let mut after = self.clone();
        after.set(gate, '.');
        after.extra.as_mut()?.1.as_mut()?[usize::from(self.bengal)] = '#';
        after.ep = None;
        after.half = 0;
        let letter = (b'A' + file as u8) as char;
        Some(Trial { text: format!("{}xP{letter}", name(gate)), after: after.finish() })
    }

    /// Every legal move with the situation after it.
    pub(crate) fn moves(&self) -> BTreeMap<String, String> {
        if self.is_over() {
            return BTreeMap::new();
        }
        let mover = self.bengal;
        let mut moves: BTreeMap<String, String> = self
            .trials()
            .into_iter()
            .filter(|trial| !trial.after.is_attacked(trial.after.queen(mover), !mover))
            .map(|trial| (trial.text, trial.after.write()))
            .collect();
        moves.extend(self.protections().into_iter().map(|trial| (trial.text, trial.after.write())));
        moves.extend(self.occupation().map(|trial| (trial.text, trial.after.write())));
        moves
    }
}
