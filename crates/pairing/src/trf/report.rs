//! What a report file holds.

use std::collections::BTreeMap;

use crate::model::{Bye, PairingNumber, Points, Round, Tournament};
use crate::standings::Standings;
use crate::tiebreak::{Code, ParseTieBreakError, TieBreak, parse_list};

/// A report file as values.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Report {
    /// What the file says about the event.
    pub header: Header,
    /// What it says about each player beside his games.
    pub people: BTreeMap<PairingNumber, Person>,
    /// Players, results and settings.
    pub tournament: Tournament,
    /// Byes granted for rounds after the next (record 240). Those of the next round are in the tournament.
    pub later_byes: Vec<LaterBye>,
    /// Lines that were not understood, as they stood.
    pub other_lines: Vec<OtherLine>,
}

/// The event's own records, as the file has them. Empty means that the record is missing.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Header {
    /// 012.
    pub name: String,
    /// 022.
    pub city: String,
    /// 032.
    pub federation: String,
    /// 042, `YYYY/MM/DD`.
    pub start_date: String,
    /// 052, `YYYY/MM/DD`.
    pub end_date: String,
    /// 082.
    pub teams: String,
    /// 092: the type of tournament in words.
    pub kind: String,
    /// 102.
    pub chief_arbiter: String,
    /// 112, a line for each.
    pub deputies: Vec<String>,
    /// 122: the time control in words.
    pub time_control: String,
    /// 132: the rounds' dates, `YY/MM/DD`.
    pub round_dates: Vec<String>,
    /// 172.
    pub seeding: String,
    /// 182: who makes the pairings.
    pub program: String,
    /// 192: the type of tournament as a code. Writing takes it only if it says the same as the tournament's settings.
    pub type_code: String,
    /// 202: tie-breaks among players with equal points.
    pub tie_breaks: String,
    /// 212: the whole order of the standings, `PTS` first.
    pub order: String,
    /// 222: the time control as a code.
    pub time_code: String,
}

/// What a player's line says beside his games.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Person {
    /// Family name, comma, given name.
    pub name: String,
    /// `m` or `w`.
    pub sex: String,
    /// FIDE title.
    pub title: String,
    /// Federation.
    pub federation: String,
    /// FIDE ID.
    pub fide_id: String,
    /// Birth date, `YYYY/MM/DD`.
    pub birth_date: String,
    /// The rank stated.
    pub rank: Option<u32>,
    /// The points stated; writing computes them.
    pub stated: Option<Stated>,
}

/// Points as a file states them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Stated {
    /// The points.
    pub points: Points,
    /// The line they stand in.
    pub line: usize,
    /// Their column.
    pub column: usize,
}

/// A bye granted for a round that is not the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct LaterBye {
    /// The round.
    pub round: Round,
    /// Who is not to be paired.
    pub player: PairingNumber,
    /// What kind of bye.
    pub bye: Bye,
}

/// A line that was not understood.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct OtherLine {
    /// Where it stood.
    pub place: Place,
    /// The line without its end.
    pub text: String,
}

/// Where a line stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Place {
    /// Before the first player.
    Before,
    /// After this many players' lines, others following.
    Among(usize),
    /// After the last player.
    After,
}

impl Report {
    /// What the file calls its pairing system: the code of record 192, or the words of 092. The tournament's
    /// settings have [`System::Other`](crate::System::Other) for what this crate does not pair.
    #[must_use]
    pub fn system_name(&self) -> &str {
        if self.header.type_code.is_empty() { &self.header.kind } else { &self.header.type_code }
    }

    /// Whether the file is of an event of teams: its type says so, or it has records of teams' matches. A list of
    /// teams alone (013) may stand beside an event of single players.
    #[must_use]
    pub fn is_of_teams(&self) -> bool {
        let records = ["300", "310", "320", "330", "352", "362", "801", "802"];
        let has = |code: &&str| self.other_lines.iter().any(|line| line.text.starts_with(*code));
        self.system_name().to_ascii_uppercase().contains("TEAM") || records.iter().any(has)
    }

    /// The tie-breaks the file names: record 212, or else 202.
    ///
    /// # Errors
    /// If a code is none of this crate's.
    pub fn tie_breaks(&self) -> Result<Vec<TieBreak>, ParseTieBreakError> {
        let list = if self.header.order.is_empty() { &self.header.tie_breaks } else { &self.header.order };
        parse_list(list)
    }

    /// Names the event's tie-breaks in records 202 and 212. These games' own are marked as FIDE wants it (`OTHER_`).
    pub fn set_tie_breaks(&mut self, tie_breaks: &[TieBreak]) {
        let codes: Vec<String> = tie_breaks
            .iter()
            .map(|tie_break| match tie_break.code() {
                Code::Gv | Code::Nom => format!("OTHER_{tie_break}"),
                _ => tie_break.to_string(),
            })
            .collect();
        self.header.tie_breaks = codes.join(",");
        self.header.order = core::iter::once("PTS".to_owned()).chain(codes).collect::<Vec<_>>().join(",");
    }

    /// Takes the players' ranks from standings.
    pub fn set_ranks(&mut self, standings: &Standings) {
        for row in &standings.rows {
            self.people.entry(row.player).or_default().rank = Some(row.rank);
        }
    }
}
