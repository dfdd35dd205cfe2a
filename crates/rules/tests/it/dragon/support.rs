//! How the tests lay out situations and speak about moves.

use tiger_rules::dragon::{Position, Situation};
use tiger_rules::{DragonOptions, Formation, Knights, MoveError, Position as _};

/// The state field before the first move, Sword variation.
const STATE: &str = "e0:WDR;e16:WES;yw:WYS;ice:watching;war:0;ga:2;gl:2;ra:3;lb:shelf;jr:office;wiz:captive;mag:captive;\
                     wl1:0;emp:0;ep:-;box:WK0,GK0,RG0,BK0,RK0,RR0;knights:sword";

/// A situation under construction: forces and vessels by position, and changes to the state.
#[derive(Clone)]
pub(crate) struct Board {
    cells: Vec<(String, String)>,
    state: Vec<(String, String)>,
    side: char,
    rights: String,
    quiet: u32,
    number: u32,
}

impl Board {
    /// The Prince on E1, the Warlord on E15, the Princess on E2, nobody else; no rights, no red arrows.
    pub(crate) fn bare(side: char) -> Self {
        let state = STATE
            .split(';')
            .map(|pair| pair.split_once(':').unwrap())
            .map(|(key, value)| (key.to_owned(), value.to_owned()));
        let board = Self {
            cells: Vec::new(),
            state: state.collect(),
            side,
            rights: "-".to_owned(),
            quiet: 7,
            number: 20,
        };
        board.with("E1 TPC, E15 WL, E2 WPS").state("ra:0")
    }

    /// Puts forces on positions: `A3 WR*, B7 gsS=CB`; `-` clears a position.
    pub(crate) fn with(mut self, cells: &str) -> Self {
        for cell in cells.split(',') {
            let (place, what) = cell.trim().split_once(' ').unwrap();
            assert!(Position::parse(place).is_some(), "{place} is a position");
            for royal in ["TPC", "WL"] {
                if what.trim_end_matches('!').ends_with(royal) {
                    self.cells.retain(|(_, there)| !there.ends_with(royal));
                }
            }
            self.cells.retain(|(there, _)| there != place);
            if what != "-" {
                self.cells.push((place.to_owned(), what.to_owned()));
            }
        }
        self
    }

    /// Changes values of the state: `ice:afire;e0:TPC`.
    pub(crate) fn state(mut self, changes: &str) -> Self {
        for change in changes.split(';') {
            let (key, value) = change.split_once(':').unwrap();
            let pair = self.state.iter_mut().find(|(known, _)| known == key).unwrap();
            pair.1 = value.to_owned();
            if matches!((key, value), ("e0", "TPC") | ("e16", "WL")) {
                self.cells.retain(|(_, there)| there != value);
            }
        }
        self
    }

    pub(crate) fn rights(mut self, rights: &str) -> Self {
        self.rights = rights.to_owned();
        self
    }

    pub(crate) fn quiet(mut self, quiet: u32) -> Self {
        self.quiet = quiet;
        self
    }

    pub(crate) fn text(&self) -> String {
        let ranks: Vec<String> = (1..=15).map(|rank| self.rank(rank)).collect();
        let state: Vec<String> = self.state.iter().map(|(key, value)| format!("{key}:{value}")).collect();
        format!(
            "{} {} {} {} {} {}",
            ranks.join("/"),
            self.side,
            self.rights,
            state.join(";"),
            self.quiet,
            self.number
        )
    }

    fn rank(&self, rank: u8) -> String {
        let mut cells = Vec::new();
        let mut run = 0;
        for file in 'A'..='I' {
            let place = format!("{file}{rank}");
            let found = self.cells.iter().find(|(there, _)| *there == place).map(|(_, what)| what.clone());
            match found.or_else(|| (place == "E8").then(|| "#".to_owned())) {
                None => run += 1,
                Some(what) => {
                    if run > 0 {
                        cells.push(run.to_string());
                        run = 0;
                    }
                    cells.push(what);
                }
            }
        }
        if run > 0 {
            cells.push(run.to_string());
        }
        cells.join(",")
    }

    /// The situation, which must be accepted and written back as it was.
    pub(crate) fn build(&self) -> Situation {
        let text = self.text();
        let situation = read(&text);
        assert_eq!(situation.situation(), text);
        situation
    }

    /// The reason for which the situation is refused.
    pub(crate) fn refusal(&self) -> String {
        let text = self.text();
        match Situation::from_situation(&text) {
            Err(error) => error.to_string(),
            Ok(_) => panic!("accepted: {text}"),
        }
    }
}

pub(crate) fn read(text: &str) -> Situation {
    Situation::from_situation(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

pub(crate) fn start() -> Situation {
    Situation::start(DragonOptions { knights: Knights::Sword, formation: Formation::Arrowhead })
}

/// Every legal move as written, sorted bytewise.
pub(crate) fn moves(situation: &Situation) -> Vec<String> {
    let mut moves: Vec<_> = situation.legal_moves().iter().map(|mv| situation.write_move(mv)).collect();
    moves.sort();
    moves
}

/// The legal moves that begin so.
pub(crate) fn moves_of(situation: &Situation, beginning: &str) -> Vec<String> {
    moves(situation).into_iter().filter(|mv| mv.starts_with(beginning)).collect()
}

pub(crate) fn has(situation: &Situation, mv: &str) -> bool {
    moves(situation).iter().any(|legal| legal == mv)
}

/// Plays moves, each of which must be legal.
pub(crate) fn play(situation: &Situation, moves: &str) -> Situation {
    let mut now = situation.clone();
    for mv in moves.split_whitespace() {
        let read = now.read_move(mv).unwrap_or_else(|error| panic!("{mv}: {error} in {}", now.situation()));
        assert!(now.is_legal(&read), "{mv} is read and listed");
        now.play_unchecked(&read);
    }
    now
}

/// Why a move is refused.
pub(crate) fn why_not(situation: &Situation, mv: &str) -> String {
    assert!(!has(situation, mv), "{mv} is not listed");
    match situation.read_move(mv) {
        Err(MoveError::Illegal(why)) => why,
        other => panic!("{mv} reads as {other:?}"),
    }
}

/// A value of the state field.
pub(crate) fn value(situation: &Situation, key: &str) -> String {
    let text = situation.situation();
    let state = text.split(' ').nth(3).unwrap();
    state
        .split(';')
        .filter_map(|pair| pair.split_once(':'))
        .find(|(known, _)| *known == key)
        .unwrap()
        .1
        .to_owned()
}

/// What stands on a position, as situation strings write it; `-` if nothing.
pub(crate) fn at(situation: &Situation, place: &str) -> String {
    let position = Position::parse(place).unwrap();
    situation.force_at(position).map_or_else(|| "-".to_owned(), |kind| kind.abbreviation().to_owned())
}
