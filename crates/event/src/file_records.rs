//! What a report file said of an event and the event itself has no place for: kept as it stood, and written again.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use tiger_pairing::trf::{Header, OtherLine, Place, Report};

use crate::tournament::{GAME_COMMENT, PLAYERS_COMMENT, SETTINGS_COMMENT, TIE_COMMENT};
use crate::{EntryId, Label, PersonName, Points};

/// The records of a file. Empty means that the file had none.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct FileRecords {
    /// 032.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub federation: String,
    /// 082.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub teams: String,
    /// 092.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub kind: String,
    /// 102.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub chief_arbiter: String,
    /// 112.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub deputies: Vec<String>,
    /// 122.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub time_control: String,
    /// 132.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub round_dates: Vec<String>,
    /// 172.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub seeding: String,
    /// 192.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub type_code: String,
    /// 222.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub time_code: String,
    /// Lines that nobody here understands.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<KeptLine>,
    /// 250 and XXA: the virtual points of each player, from round 1 on. They count for pairing.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub virtual_points: BTreeMap<EntryId, Vec<Points>>,
}

/// A line of a file and where it stood.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeptLine {
    /// After how many players' lines; none for after all of them.
    pub after: Option<usize>,
    pub text: String,
}

/// What of a player a line of a report file has no room for: a name beyond 33 characters, a federation that is not three
/// letters.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct InFull {
    pub name: PersonName,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub federation: Option<Label>,
}

impl InFull {
    /// How many characters of a name a line holds.
    pub const NAME: usize = 33;

    /// The federation as the three letters that a line has room for.
    pub fn code(federation: &Label) -> Option<String> {
        let code = federation.as_str().to_uppercase();
        (code.len() == 3 && code.bytes().all(|byte| byte.is_ascii_uppercase())).then_some(code)
    }

    /// What the players' lines of a file of this program leave out, by the players' numbers.
    pub fn of(report: &Report) -> BTreeMap<u32, Self> {
        Self::among(report.other_lines.iter().map(|line| line.text.as_str()))
    }

    /// The same of lines that were not taken apart.
    pub fn among<'a>(mut lines: impl Iterator<Item = &'a str>) -> BTreeMap<u32, Self> {
        let json = lines.find_map(|line| line.strip_prefix(PLAYERS_COMMENT));
        json.and_then(|json| serde_json::from_str(json).ok()).unwrap_or_default()
    }

    /// Whether a line may still be of this player: it gives the beginning of the name.
    pub fn begins(&self, written: &str) -> bool {
        let begin: String = self.name.as_str().chars().take(Self::NAME).collect();
        begin.trim() == written.trim()
    }
}

impl FileRecords {
    /// The most characters that unknown lines may have together: settings are written into the ledger whole.
    pub const MOST_UNKNOWN: usize = 100_000;

    /// What a file says. Virtual points come with the players.
    pub fn of(report: &Report) -> Self {
        let header = report.header.clone();
        let is_ours = |line: &&OtherLine| {
            [GAME_COMMENT, SETTINGS_COMMENT, PLAYERS_COMMENT, TIE_COMMENT]
                .iter()
                .any(|ours| line.text.starts_with(ours))
        };
        let kept = |line: &OtherLine| KeptLine {
            after: match line.place {
                Place::Before => Some(0),
                Place::Among(players) => Some(players),
                Place::After => None,
            },
            text: line.text.clone(),
        };
        Self {
            federation: header.federation,
            teams: header.teams,
            kind: header.kind,
            chief_arbiter: header.chief_arbiter,
            deputies: header.deputies,
            time_control: header.time_control,
            round_dates: header.round_dates,
            seeding: header.seeding,
            type_code: header.type_code,
            time_code: header.time_code,
            lines: report.other_lines.iter().filter(|line| !is_ours(line)).map(kept).collect(),
            virtual_points: BTreeMap::new(),
        }
    }

    /// How many characters the unknown lines have.
    pub fn unknown(&self) -> usize {
        self.lines.iter().map(|line| line.text.chars().count()).sum()
    }

    /// The event's own records, as far as a file said them.
    pub fn header(&self) -> Header {
        let kept = self.clone();
        Header {
            federation: kept.federation,
            teams: kept.teams,
            kind: kept.kind,
            chief_arbiter: kept.chief_arbiter,
            deputies: kept.deputies,
            time_control: kept.time_control,
            round_dates: kept.round_dates,
            seeding: kept.seeding,
            type_code: kept.type_code,
            time_code: kept.time_code,
            ..Header::default()
        }
    }

    /// The lines that nobody here understands, where they stood.
    pub fn other_lines(&self) -> Vec<OtherLine> {
        let line = |line: &KeptLine| OtherLine {
            place: match line.after {
                Some(0) => Place::Before,
                Some(players) => Place::Among(players),
                None => Place::After,
            },
            text: line.text.clone(),
        };
        self.lines.iter().map(line).collect()
    }
}
