//! How the tests lay out situations and speak about moves.

use tiger_rules::dance::{Piece, Situation, Square};
use tiger_rules::{MoveError, Position as _, Regicide};

/// A situation under construction: pieces by square, in the letters of situation strings.
#[derive(Clone)]
pub(crate) struct Layout {
    pieces: Vec<(String, char)>,
    side: char,
    reserve: String,
    pending: String,
    passes: u8,
    half: u32,
}

impl Layout {
    /// Kings on a1 and k11, no reserves.
    pub(crate) fn bare(side: char) -> Self {
        let (reserve, pending) = ("-".to_owned(), "-".to_owned());
        Self { pieces: Vec::new(), side, reserve, pending, passes: 0, half: 9 }.with("Ka1 kk11")
    }

    /// Puts pieces on squares: `Fa2 dc3`; `-c3` clears one. A King moves from where he was.
    pub(crate) fn with(mut self, pieces: &str) -> Self {
        for word in pieces.split_whitespace() {
            let (letter, square) = (word.chars().next().unwrap(), &word[1..]);
            assert!(Square::parse(square).is_some(), "{square} is a square");
            self.pieces.retain(|(there, known)| {
                there != square && !(letter.eq_ignore_ascii_case(&'k') && *known == letter)
            });
            if letter != '-' {
                self.pieces.push((square.to_owned(), letter));
            }
        }
        self
    }

    pub(crate) fn reserve(mut self, reserve: &str) -> Self {
        self.reserve = reserve.to_owned();
        self
    }

    pub(crate) fn pending(mut self, pending: &str) -> Self {
        self.pending = pending.to_owned();
        self
    }

    pub(crate) fn passes(mut self, passes: u8) -> Self {
        self.passes = passes;
        self
    }

    pub(crate) fn half(mut self, half: u32) -> Self {
        self.half = half;
        self
    }

    pub(crate) fn text(&self) -> String {
        let ranks: Vec<String> = (1..=11).rev().map(|rank| self.rank(rank)).collect();
        let (side, reserve, pending) = (self.side, &self.reserve, &self.pending);
        format!("{} {side} {reserve} {pending} {} {} 12", ranks.join("/"), self.passes, self.half)
    }

    fn rank(&self, rank: u8) -> String {
        let mut line = String::new();
        let mut run = 0;
        for file in 'a'..='k' {
            let square = format!("{file}{rank}");
            match self.pieces.iter().find(|(there, _)| *there == square) {
                None => run += 1,
                Some((_, letter)) => {
                    if run > 0 {
                        line.push_str(&run.to_string());
                    }
                    run = 0;
                    line.push(*letter);
                }
            }
        }
        if run > 0 {
            line.push_str(&run.to_string());
        }
        line
    }

    /// The situation, which must be accepted and written back as it was.
    pub(crate) fn build(&self) -> Situation {
        let text = self.text();
        let situation = read(&text);
        assert_eq!(situation.situation(), text);
        situation
    }

    pub(crate) fn refusal(&self) -> String {
        Situation::from_situation(&self.text()).unwrap_err().to_string()
    }
}

pub(crate) fn read(text: &str) -> Situation {
    Situation::from_situation(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

pub(crate) fn start() -> Situation {
    Situation::start(Regicide::None)
}

/// Every legal ply but group moves as written, sorted bytewise.
pub(crate) fn moves(situation: &Situation) -> Vec<String> {
    let mut moves: Vec<_> = situation.legal_moves().iter().map(|mv| situation.write_move(mv)).collect();
    moves.sort();
    moves
}

pub(crate) fn groups(situation: &Situation) -> Vec<String> {
    let mut moves: Vec<_> = situation.group_moves().iter().map(|mv| situation.write_move(mv)).collect();
    moves.sort();
    moves
}

pub(crate) fn moves_of(situation: &Situation, beginning: &str) -> Vec<String> {
    moves(situation).into_iter().filter(|mv| mv.starts_with(beginning)).collect()
}

pub(crate) fn has(situation: &Situation, mv: &str) -> bool {
    moves(situation).iter().any(|legal| legal == mv)
}

/// Plays plies, each of which must be legal.
pub(crate) fn play(situation: &Situation, moves: &str) -> Situation {
    let mut now = situation.clone();
    for mv in moves.split_whitespace() {
        let read = now.read_move(mv).unwrap_or_else(|error| panic!("{mv}: {error} in {}", now.situation()));
        assert!(now.is_legal(&read), "{mv} is read and legal");
        now.play_unchecked(&read);
    }
    now
}

/// Why a ply is refused.
pub(crate) fn why_not(situation: &Situation, mv: &str) -> String {
    match situation.read_move(mv) {
        Err(MoveError::Illegal(why)) => why,
        other => panic!("{mv} reads as {other:?}"),
    }
}

/// The letter on a square; `-` if nobody stands there.
pub(crate) fn at(situation: &Situation, square: &str) -> char {
    situation.piece_at(Square::parse(square).unwrap()).map_or('-', Piece::letter)
}

/// A field of the situation string, from 0.
pub(crate) fn field(situation: &Situation, index: usize) -> String {
    situation.situation().split(' ').nth(index).unwrap().to_owned()
}
