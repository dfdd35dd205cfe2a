//! The one table of tie-breaks: code, name, clause of FIDE C.07, modifiers, and the function that computes it.

use super::code::{Code, TieBreak};
use super::field::Field;
use super::working::Scored;
use super::{buchholz, own, rating, sonneborn};

/// A modifier that a tie-break may carry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Allowed {
    /// `/Cn`: the n least significant values are cut (14.1, 14.2).
    Cut,
    /// `/Mn`: n from either end (14.3, 14.4).
    Median,
    /// `/L±n`: Koya's limit moved by n half points (14.5).
    Limit,
    /// `/P`: forfeits as played.
    ForfeitsAsPlayed,
    /// `/F`: Fore Buchholz instead of Buchholz.
    Fore,
    /// `/R`: the order turned round.
    Reversed,
}

/// When a tie-break cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Restriction {
    /// It always can.
    None,
    /// Not in round robins (art. 8).
    NotForRoundRobins,
    /// Only if every player has a rating, or the event says what unrated players count as (art. 10).
    NeedsRatings,
}

/// Which end of the values comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Better {
    /// The greater value.
    Greater,
    /// The smaller value.
    Smaller,
}

/// How a tie-break is computed.
pub(crate) enum Method {
    /// For everybody at once, whoever is tied.
    Everybody(fn(&Field, &TieBreak) -> Vec<Scored>),
    /// Among each group of tied players (type A of 4.3).
    TiedGroup,
}

/// A line of the table.
pub struct Definition {
    /// The tie-break.
    pub code: Code,
    /// Its acronym in files and lists.
    pub acronym: &'static str,
    /// Its name.
    pub name: &'static str,
    /// Its clause in C.07; `None` for these games' own.
    pub clause: Option<&'static str>,
    /// The modifiers it may carry.
    pub allowed: &'static [Allowed],
    /// Which end comes first.
    pub better: Better,
    pub(crate) restriction: Restriction,
    pub(crate) method: Method,
}

const CUT_AND_MEDIAN: &[Allowed] = &[Allowed::Cut, Allowed::Median];
const BUCHHOLZ: &[Allowed] = &[Allowed::Cut, Allowed::Median, Allowed::ForfeitsAsPlayed];

/// A line with the usual settings.
const fn line(
    code: Code,
    acronym: &'static str,
    name: &'static str,
    clause: &'static str,
    allowed: &'static [Allowed],
    compute: fn(&Field, &TieBreak) -> Vec<Scored>,
) -> Definition {
    Definition {
        code,
        acronym,
        name,
        clause: Some(clause),
        allowed,
        better: Better::Greater,
        restriction: Restriction::None,
        method: Method::Everybody(compute),
    }
}

const fn swiss_only(definition: Definition) -> Definition {
    Definition { restriction: Restriction::NotForRoundRobins, ..definition }
}

const fn by_rating(definition: Definition) -> Definition {
    Definition { restriction: Restriction::NeedsRatings, ..definition }
}

const fn of_these_games(definition: Definition) -> Definition {
    Definition { clause: None, ..definition }
}

/// Every tie-break, in the order of [`Code`].
pub static TABLE: [Definition; 22] = [
    Definition {
        code: Code::De,
        acronym: "DE",
        name: "Direct encounter",
        clause: Some("6"),
        allowed: &[Allowed::ForfeitsAsPlayed],
        better: Better::Greater,
        restriction: Restriction::None,
        method: Method::TiedGroup,
    },
    line(Code::Win, "WIN", "Number of wins", "7.1", &[], own::wins),
    line(Code::Won, "WON", "Games won over the board", "7.2", &[], own::games_won),
    line(Code::Bpg, "BPG", "Games played second (Black)", "7.3", &[], own::games_second),
    line(Code::Bwg, "BWG", "Games won second (Black)", "7.4", &[], own::games_won_second),
    line(Code::Ps, "PS", "Progressive scores", "7.5", CUT_AND_MEDIAN, own::progressive),
    line(Code::Rep, "REP", "Rounds one elected to play in", "7.6", &[], own::rounds_elected),
    line(Code::Std, "STD", "Standard points", "7.7", &[], own::standard_points),
    Definition {
        better: Better::Smaller,
        ..line(Code::Tpn, "TPN", "Pairing number", "7.8", &[Allowed::Reversed], own::pairing_number)
    },
    by_rating(line(Code::Rtng, "RTNG", "Rating", "10.6", &[Allowed::Reversed], rating::own_rating)),
    swiss_only(line(Code::Bh, "BH", "Buchholz", "8.1", BUCHHOLZ, buchholz::buchholz)),
    swiss_only(line(Code::Fb, "FB", "Fore Buchholz", "8.3", BUCHHOLZ, buchholz::fore_buchholz)),
    swiss_only(line(
        Code::Aob,
        "AOB",
        "Average of opponents' Buchholz",
        "8.2",
        &[Allowed::Fore, Allowed::ForfeitsAsPlayed],
        buchholz::average_of_opponents,
    )),
    line(Code::Sb, "SB", "Sonneborn-Berger", "9.1", BUCHHOLZ, sonneborn::sonneborn_berger),
    line(Code::Ks, "KS", "Koya system", "9.2", &[Allowed::Limit, Allowed::ForfeitsAsPlayed], sonneborn::koya),
    by_rating(line(Code::Aro, "ARO", "Average rating of opponents", "10.1", CUT_AND_MEDIAN, rating::average)),
    by_rating(line(Code::Tpr, "TPR", "Tournament performance rating", "10.2", &[], rating::performance)),
    by_rating(line(Code::Ptp, "PTP", "Perfect tournament performance", "10.3", &[], rating::perfect)),
    by_rating(line(
        Code::Apro,
        "APRO",
        "Average performance rating of opponents",
        "10.4",
        &[],
        rating::average_performance,
    )),
    by_rating(line(
        Code::Appo,
        "APPO",
        "Average perfect performance of opponents",
        "10.5",
        &[],
        rating::average_perfect,
    )),
    of_these_games(line(Code::Gv, "GV", "Greater victories", "", &[], own::greater_victories)),
    of_these_games(line(Code::Nom, "NOM", "Nominal points", "", &[], own::nominal_points)),
];

/// The line of a tie-break.
#[must_use]
pub fn definition(code: Code) -> &'static Definition {
    &TABLE[code as usize]
}
