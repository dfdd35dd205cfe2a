//! Records that name players; they are read once all players are known.

use std::collections::{BTreeMap, BTreeSet};

use super::super::error::{Problem, ReadError};
use super::super::line::{Field, Line};
use super::super::report::LaterBye;
use super::points::unexpected;
use super::settings::OWN;
use super::{MOST_ROUNDS, Reader};
use crate::model::{
    Acceleration, Award, Bye, Cell, Edition, Entry, ForbiddenGroup, ForfeitResult, GameResult, PairingNumber,
    Points, Round,
};

/// What these records have said so far.
#[derive(Default)]
pub(super) struct Named {
    /// Virtual points by player; once a record lists some, they set aside what the code of record 192 says.
    listed: Option<BTreeMap<PairingNumber, Vec<Points>>>,
    /// Who misses the round to be paired.
    absent: BTreeSet<PairingNumber>,
    /// Byes with the line and column they were granted in.
    byes: Vec<((usize, usize), LaterBye)>,
}

impl Named {
    /// The virtual points of a player.
    fn list(&mut self, number: PairingNumber) -> &mut Vec<Points> {
        self.listed.get_or_insert_default().entry(number).or_default()
    }
}

impl<'a> Reader<'a> {
    /// A record that names players.
    pub(super) fn later_line(&mut self, line: Line<'a>) -> Result<(), ReadError> {
        match line.text.get(..3) {
            Some("240") => self.byes(line),
            Some("250") => self.accelerated_range(line),
            Some("260") => self.forbidden(line),
            Some("299") => self.abnormal_points(line),
            Some("XXA") => self.accelerated(line),
            Some("XXP") => {
                let players = self.listed(line, 4)?;
                let group = ForbiddenGroup { players, first_round: Round::FIRST, last_round: None };
                self.report.tournament.settings.forbidden.push(group);
                Ok(())
            }
            Some("XXZ") => {
                let absent = self.listed(line, 4)?;
                self.named.absent.extend(absent);
                Ok(())
            }
            _ => self.own_comment(line),
        }
    }

    /// `XXA`: a player's virtual points, round by round, in columns of five.
    fn accelerated(&mut self, line: Line<'a>) -> Result<(), ReadError> {
        let number = self.known(line, line.columns(5, 8))?;
        let rounds = line.length().saturating_sub(9).div_ceil(5).min(MOST_ROUNDS);
        let list = self.named.list(number);
        for round in 0..rounds {
            let field = line.columns(10 + 5 * round, 13 + 5 * round);
            let points = if field.text.is_empty() { Points::ZERO } else { line.points(field)? };
            set_listed(list, round, points);
        }
        Ok(())
    }

    /// `250`: virtual points of a range of players in a range of rounds.
    fn accelerated_range(&mut self, line: Line<'a>) -> Result<(), ReadError> {
        let points = line.points(line.columns(10, 13))?;
        let (first_round, last_round) =
            (round(line, line.columns(15, 17))?, round(line, line.columns(19, 21))?);
        let first = line.player(line.columns(23, 26))?;
        let last = match line.columns(28, 31) {
            Field { text: "", .. } => first,
            field => line.player(field)?,
        };
        let numbers: Vec<PairingNumber> =
            self.report.tournament.players().map(|player| player.number).collect();
        for number in numbers.into_iter().filter(|number| (first..=last).contains(number)) {
            let list = self.named.list(number);
            for index in first_round.index()..=last_round.index() {
                set_listed(list, index, points);
            }
        }
        Ok(())
    }

    /// `260`: players who may not meet in a range of rounds.
    fn forbidden(&mut self, line: Line<'a>) -> Result<(), ReadError> {
        let (first_round, last) = (round(line, line.columns(5, 7))?, round(line, line.columns(9, 11))?);
        let players = self.listed(line, 12)?;
        let settings = &mut self.report.tournament.settings;
        let last_round = (last.get() < settings.rounds || settings.rounds == 0).then_some(last);
        settings.forbidden.push(ForbiddenGroup { players, first_round, last_round });
        Ok(())
    }

    /// `240`: byes, of rounds played as well as of rounds to come.
    fn byes(&mut self, line: Line<'a>) -> Result<(), ReadError> {
        let kind = line.columns(5, 5);
        let bye = match kind.text {
            "F" | "f" => Bye::FullPoint,
            "H" | "h" => Bye::HalfPoint,
            "Z" | "z" => Bye::ZeroPoint,
            text => return Err(unexpected(line, kind.column, "240", text.to_owned(), "F, H or Z")),
        };
        let round = round(line, line.columns(7, 9))?;
        for word in line.words(10) {
            let player = self.known(line, word)?;
            let granted = LaterBye { round, player, bye };
            self.named.byes.push(((line.number, word.column), granted));
        }
        Ok(())
    }

    /// `299`: points that are not the table's.
    fn abnormal_points(&mut self, line: Line<'a>) -> Result<(), ReadError> {
        let kind = line.columns(5, 5);
        let letter = kind.text.chars().next().map(|letter| letter.to_ascii_uppercase());
        if !matches!(letter, None | Some('W' | 'D' | 'L' | 'F' | 'H' | 'Z' | '+' | '-')) {
            let expected = "W, D, L, F, H, Z, +, - or a blank";
            return Err(unexpected(line, kind.column, "299", kind.text.to_owned(), expected));
        }
        let points = line.points(line.columns(14, 17))?;
        let round_field = line.columns(20, 22);
        let only = match round_field.text {
            "" | "0" | "00" | "000" => None,
            _ => Some(round(line, round_field)?),
        };
        if letter.is_none() && only.is_none() {
            let expected = "the round that a penalty or bonus belongs to";
            return Err(unexpected(line, round_field.column, "299", round_field.text.to_owned(), expected));
        }
        for number in self.listed(line, 24)? {
            self.award(number, letter, only, points);
        }
        Ok(())
    }

    fn award(&mut self, number: PairingNumber, letter: Option<char>, only: Option<Round>, points: Points) {
        let tournament = &mut self.report.tournament;
        let cells = tournament.player(number).map(|player| player.cells.clone()).unwrap_or_default();
        let awarded: Vec<Cell> = cells
            .into_iter()
            .enumerate()
            .map(|(index, cell)| {
                let in_round = only.is_none_or(|only| only.index() == index);
                let points = match letter {
                    _ if !in_round => return cell,
                    None => tournament.cell_points(&cell) + points,
                    Some(letter) if is_result(&cell, letter) => points,
                    Some(_) => return cell,
                };
                Cell { award: Some(Award { points, ..Award::default() }), ..cell }
            })
            .collect();
        if let Some(player) = tournament.player_mut(number) {
            player.cells = awarded;
        }
    }

    /// Our own comments: what the format has no record for.
    fn own_comment(&mut self, line: Line<'a>) -> Result<(), ReadError> {
        let words = line.words(OWN.len() + 1);
        let texts: Vec<&str> = words.iter().map(|word| word.text).collect();
        match texts.as_slice() {
            ["award", _, _, _, _, _] => {
                let round = round(line, words[1])?;
                let number = self.known(line, words[2])?;
                let points = line.points(words[3])?;
                let nominal = line.points(words[4])?;
                let grade = u8::try_from(line.number(words[5], "grade")?).unwrap_or(u8::MAX);
                let tournament = &mut self.report.tournament;
                let cell = tournament.player(number).and_then(|player| player.cell(round)).copied();
                let usual = cell.map(|cell| tournament.cell_points(&Cell { award: None, ..cell }));
                let award = Award { points, nominal, grade };
                // Just what the table gives goes without saying.
                let is_usual = usual.is_some_and(|points| award == Award { points, ..Award::default() });
                let cell =
                    tournament.player_mut(number).and_then(|player| player.cells.get_mut(round.index()));
                if let Some(cell) = cell {
                    cell.award = (!is_usual).then_some(award);
                }
            }
            ["annulled", _] => {
                let number = self.known(line, words[1])?;
                self.report.tournament.settings.annulled.insert(number);
            }
            ["nominal-points", "do-not-count"] => {
                self.report.tournament.settings.nominal_points_count = false;
            }
            ["tie-break-edition", "2024-08"] => {
                self.report.tournament.settings.tie_breaks.edition = Edition::August2024;
            }
            ["adjourned", _] => {
                self.report.tournament.settings.points.adjourned = line.points(words[1])?;
            }
            ["greatest-win", _] => {
                self.report.tournament.settings.greatest_win = Some(line.points(words[1])?);
            }
            ["rating-of-unrated", _] => {
                let rating = line.number(words[1], "rating")?;
                self.report.tournament.settings.tie_breaks.rating_of_unrated = Some(rating);
            }
            _ => {
                let expected = "award ROUND PLAYER POINTS NOMINAL GRADE, annulled PLAYER, nominal-points do-not-count, \
                                tie-break-edition 2024-08, adjourned POINTS, greatest-win POINTS or rating-of-unrated RATING";
                return Err(unexpected(line, OWN.len() + 1, "###", texts.join(" "), expected));
            }
        }
        Ok(())
    }

    /// Absences and byes, once all results are known.
    pub(super) fn apply_absences(&mut self) {
        if let Some(lists) = self.named.listed.take() {
            self.report.tournament.settings.acceleration = Acceleration::Listed(lists);
        }
        let next = self.report.tournament.next_round();
        for number in core::mem::take(&mut self.named.absent) {
            let has_cell =
                self.report.tournament.player(number).is_some_and(|player| player.cell(next).is_some());
            if !has_cell {
                self.set_bye(number, next, Bye::ZeroPoint);
            }
        }
        for ((line, column), granted) in core::mem::take(&mut self.named.byes) {
            let LaterBye { round, player, bye } = granted;
            let cell = self.report.tournament.player(player).and_then(|player| player.cell(round)).copied();
            match cell.map(|cell| cell.entry) {
                None if round > next => self.report.later_byes.push(granted),
                None | Some(Entry::Unplayed) => self.set_bye(player, round, bye),
                Some(Entry::Bye(same)) if same == bye => {}
                Some(_) => {
                    let problem = Problem::Contradiction {
                        setting: "bye",
                        here: format!("player {player} has one in round {round}"),
                        before: "his line has another entry".to_owned(),
                    };
                    self.errors.push(ReadError { line, column, problem });
                }
            }
        }
    }

    fn set_bye(&mut self, number: PairingNumber, round: Round, bye: Bye) {
        // The player is known: whoever is listed has been looked up.
        let _ = self.report.tournament.set_cell(number, round, Cell::bye(bye));
    }

    /// A player's number, who must have a line.
    fn known(&self, line: Line<'a>, field: Field<'_>) -> Result<PairingNumber, ReadError> {
        let number = line.player(field)?;
        match self.report.tournament.player(number) {
            Some(_) => Ok(number),
            None => Err(line.error(field.column, Problem::UnknownPlayer { number: number.get() })),
        }
    }
}

fn round(line: Line<'_>, field: Field<'_>) -> Result<Round, ReadError> {
    let number = line.number(field, "round")?;
    let problem = || Problem::NotANumber { field: "round", text: field.text.to_owned() };
    Round::new(number)
        .filter(|round| round.index() < MOST_ROUNDS)
        .ok_or_else(|| line.error(field.column, problem()))
}

fn set_listed(list: &mut Vec<Points>, index: usize, points: Points) {
    if list.len() <= index {
        list.resize(index + 1, Points::ZERO);
    }
    list[index] = points;
}

fn is_result(cell: &Cell, letter: char) -> bool {
    match (cell.entry, letter) {
        (Entry::Game { result, .. }, 'W') => result == GameResult::Win,
        (Entry::Game { result, .. }, 'D') => result == GameResult::Draw,
        (Entry::Game { result, .. }, 'L') => result == GameResult::Loss,
        (Entry::Forfeit { result, .. }, '+') => result == ForfeitResult::Win,
        (Entry::Forfeit { result, .. }, '-') => result == ForfeitResult::Loss,
        (Entry::Bye(bye), 'F') => bye == Bye::FullPoint,
        (Entry::Bye(bye), 'H') => bye == Bye::HalfPoint,
        (Entry::Bye(bye), 'Z') => bye == Bye::ZeroPoint,
        _ => false,
    }
}
