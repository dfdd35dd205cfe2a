//! Tie-breaks as they are written: a code and its modifiers, `BH/C1`, `KS/L+1`, `DE/P`.

use core::fmt;
use core::str::FromStr;

use super::table::{Allowed, definition};

/// The tie-breaks this crate knows. [`TABLE`](super::TABLE) gives each its name and its clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Code {
    /// Direct encounter.
    De,
    /// Rounds that brought a win's points.
    Win,
    /// Games won over the board.
    Won,
    /// Games moved second (Black).
    Bpg,
    /// Games won moving second (Black).
    Bwg,
    /// Progressive scores.
    Ps,
    /// Rounds one elected to play in.
    Rep,
    /// Standard points.
    Std,
    /// Pairing number.
    Tpn,
    /// Rating.
    Rtng,
    /// Buchholz.
    Bh,
    /// Fore Buchholz.
    Fb,
    /// Average of opponents' Buchholz.
    Aob,
    /// Sonneborn-Berger.
    Sb,
    /// Koya system.
    Ks,
    /// Average rating of opponents.
    Aro,
    /// Tournament performance rating.
    Tpr,
    /// Perfect tournament performance.
    Ptp,
    /// Average performance rating of opponents.
    Apro,
    /// Average perfect performance of opponents.
    Appo,
    /// Greater victories (locking up, occupation): these games' own.
    Gv,
    /// Nominal points: these games' own.
    Nom,
}

/// One tie-break of an event's list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(into = "String", try_from = "String")
)]
pub struct TieBreak {
    code: Code,
    cut_lowest: u8,
    cut_highest: u8,
    limit: i8,
    forfeits_as_played: bool,
    fore: bool,
    reversed: bool,
}

impl TieBreak {
    /// The tie-break without modifiers.
    #[must_use]
    pub const fn new(code: Code) -> Self {
        Self {
            code,
            cut_lowest: 0,
            cut_highest: 0,
            limit: 0,
            forfeits_as_played: false,
            fore: false,
            reversed: false,
        }
    }

    /// Its name with what the modifiers change, such as `Buchholz, the lowest left out`.
    #[must_use]
    pub fn title(&self) -> String {
        let left_out = match (self.cut_lowest, self.cut_highest) {
            (0, _) => String::new(),
            (1, 0) => ", the lowest left out".to_owned(),
            (lowest, 0) => format!(", the {lowest} lowest left out"),
            (1, 1) => ", the highest and the lowest left out".to_owned(),
            (lowest, highest) => format!(", the {highest} highest and the {lowest} lowest left out"),
        };
        let limit = match self.limit {
            0 => String::new(),
            limit => format!(", the limit {limit:+} half points"),
        };
        let others = [
            (self.fore, ", by Fore Buchholz"),
            (self.forfeits_as_played, ", forfeits as played"),
            (self.reversed, ", the other way round"),
        ];
        let others: String = others.into_iter().filter_map(|(is_so, words)| is_so.then_some(words)).collect();
        format!("{}{left_out}{limit}{others}", definition(self.code).name)
    }

    /// Which tie-break.
    #[must_use]
    pub const fn code(&self) -> Code {
        self.code
    }

    /// How many of the least significant values are cut (14.1 to 14.4).
    #[must_use]
    pub const fn cut_lowest(&self) -> u8 {
        self.cut_lowest
    }

    /// How many of the most significant values are cut (14.3, 14.4).
    #[must_use]
    pub const fn cut_highest(&self) -> u8 {
        self.cut_highest
    }

    /// By how many half points Koya's limit is moved (14.5).
    #[must_use]
    pub const fn limit(&self) -> i8 {
        self.limit
    }

    /// Whether forfeits count as games against the scheduled opponent (modifier P; 6.1.1, 16.6).
    #[must_use]
    pub const fn forfeits_as_played(&self) -> bool {
        self.forfeits_as_played
    }

    /// Whether Fore Buchholz takes the place of Buchholz (modifier F).
    #[must_use]
    pub const fn fore(&self) -> bool {
        self.fore
    }

    /// Whether the order is turned round (7.8, 10.6: an alternative for TPN and RTNG).
    #[must_use]
    pub const fn reversed(&self) -> bool {
        self.reversed
    }

    /// Applies one modifier, without its slash.
    fn with_modifier(mut self, text: &str, modifier: &str) -> Result<Self, ParseTieBreakError> {
        let unknown =
            || ParseTieBreakError::Modifier { text: text.to_owned(), modifier: modifier.to_owned() };
        let allowed = |wanted: Allowed| {
            definition(self.code).allowed.contains(&wanted).then_some(()).ok_or_else(unknown)
        };
        let upper = modifier.to_ascii_uppercase();
        let number =
            |rest: &str| rest.parse::<u8>().ok().filter(|count| (1..=20).contains(count)).ok_or_else(unknown);
        match upper.as_bytes() {
            [b'C', ..] => {
                allowed(Allowed::Cut)?;
                self.cut_lowest = number(&upper[1..])?;
            }
            [b'M', ..] => {
                allowed(Allowed::Median)?;
                self.cut_lowest = number(&upper[1..])?;
                self.cut_highest = self.cut_lowest;
            }
            [b'L', b'+' | b'-', b'0'..=b'9', ..] => {
                allowed(Allowed::Limit)?;
                self.limit = upper[1..].parse().map_err(|_| unknown())?;
            }
            b"P" => {
                allowed(Allowed::ForfeitsAsPlayed)?;
                self.forfeits_as_played = true;
            }
            b"F" => {
                allowed(Allowed::Fore)?;
                self.fore = true;
            }
            b"R" => {
                allowed(Allowed::Reversed)?;
                self.reversed = true;
            }
            _ => return Err(unknown()),
        }
        Ok(self)
    }
}

impl From<Code> for TieBreak {
    fn from(code: Code) -> Self {
        Self::new(code)
    }
}

/// Why a tie-break could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParseTieBreakError {
    /// No tie-break has this code.
    Code {
        /// What was written.
        text: String,
    },
    /// The tie-break has no such modifier.
    Modifier {
        /// What was written.
        text: String,
        /// The part that does not fit.
        modifier: String,
    },
}

impl fmt::Display for ParseTieBreakError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Code { text } => {
                let codes: Vec<&str> = super::TABLE.iter().map(|definition| definition.acronym).collect();
                write!(f, "no tie-break is called \"{text}\"; known are {}", codes.join(", "))
            }
            Self::Modifier { text, modifier } => write!(
                f,
                "\"{text}\": the modifier \"{modifier}\" does not fit this tie-break; there are C1, C2 (cut), M1, M2 \
                 (median), L+1, L-1 (limit of KS), P (forfeits as played), F (fore), R (reversed order)"
            ),
        }
    }
}

impl core::error::Error for ParseTieBreakError {}

impl FromStr for TieBreak {
    type Err = ParseTieBreakError;

    /// Reads `BH`, `BH/C1` (as in TRF) or `BH-C1` (as in the handbook), in either case; these games' own tie-breaks
    /// also as `OTHER_GV`.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = text.trim();
        let end = text.find(['/', '-']).unwrap_or(text.len());
        let (name, mut rest) = text.split_at(end);
        let upper = name.to_ascii_uppercase();
        let acronym = match upper.strip_prefix("OTHER_").unwrap_or(&upper) {
            // As the handbook called it before REP.
            "GE" => "REP",
            acronym => acronym,
        };
        let code = super::TABLE
            .iter()
            .find(|definition| definition.acronym == acronym)
            .filter(|definition| definition.clause.is_none() || !upper.starts_with("OTHER_"))
            .map(|definition| definition.code)
            .ok_or_else(|| ParseTieBreakError::Code { text: text.to_owned() })?;
        let mut tie_break = Self::new(code);
        while let Some(modifiers) = rest.strip_prefix(['/', '-']) {
            // A minus straight after L is the limit's sign, not the next modifier.
            let skip = if modifiers.starts_with(['l', 'L']) { 2.min(modifiers.len()) } else { 0 };
            let end = modifiers
                .get(skip..)
                .and_then(|tail| tail.find(['/', '-']))
                .map_or(modifiers.len(), |found| found + skip);
            let (modifier, tail) = modifiers.split_at(end);
            tie_break = tie_break.with_modifier(text, modifier)?;
            rest = tail;
        }
        Ok(tie_break)
    }
}

impl fmt::Display for TieBreak {
    /// As TRF writes it: `BH/C1/P`, `KS/L+1`. These games' own read `GV`; files name them `OTHER_GV`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(definition(self.code).acronym)?;
        match (self.cut_lowest, self.cut_highest) {
            (0, _) => {}
            (lowest, 0) => write!(f, "/C{lowest}")?,
            (lowest, _) => write!(f, "/M{lowest}")?,
        }
        if self.limit != 0 {
            write!(f, "/L{:+}", self.limit)?;
        }
        for (set, letter) in [(self.fore, "/F"), (self.forfeits_as_played, "/P"), (self.reversed, "/R")] {
            if set {
                f.write_str(letter)?;
            }
        }
        Ok(())
    }
}

impl From<TieBreak> for String {
    fn from(tie_break: TieBreak) -> Self {
        tie_break.to_string()
    }
}

impl TryFrom<String> for TieBreak {
    type Error = ParseTieBreakError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

/// Reads a comma-separated list, as in the records 202 and 212 of a report file. A leading `PTS` (points, which always
/// come first) is skipped.
///
/// # Errors
/// The first entry that is no tie-break.
pub fn parse_list(text: &str) -> Result<Vec<TieBreak>, ParseTieBreakError> {
    text.split(',')
        .map(str::trim)
        .filter(|entry| !entry.is_empty() && !entry.eq_ignore_ascii_case("PTS"))
        .map(str::parse)
        .collect()
}
