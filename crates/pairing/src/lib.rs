//! Pairing systems, standings, tie-breaks and tournament report files: pure values in, values out.
//!
//! A pairing system is a function from a [`Tournament`] and a round to a [`DraftRound`]:
//! nothing here knows a clock, a file or a random number, so that the same state always gives the same pairs.
//!
//! * [`dutch`] drafts Swiss rounds, [`check`] judges any round, drafted or made by hand, and [`explain`] says why;
//! * [`round_robin`], [`knockout`], [`mod@matches`] and [`free`] are the other formats;
//! * [`standings`] and [`tiebreak`] rank the players, [`trf`] reads and writes report files.
//!
//! - [`model`]: what a tournament is. Points are counted in halves.
//! - [`dutch`], [`round_robin`], [`knockout`], [`mod@matches`], [`free`]: pairing. [`check`] judges a Swiss round,
//!   [`explain`] says why its boards are what they are.
//! - [`standings`] and [`tiebreak`]: who is where, each number with its working.
//! - [`trf`]: report files.
//! - [`simulate`]: random tournaments, to try all this out.
//!
//! ```
//! use tiger_pairing::tiebreak::parse_list;
//! use tiger_pairing::{standings, trf};
//!
//! let file = "\
//! XXR 1
//! 001    1 m    Ash, Rowan                        2400 FID    90000001 1990/01/01  1.0    1     2 w 1
//! 001    2 w    Moor, Tamsin                      2300 FID    90000002 1991/02/03  0.0    2     1 b 0
//! ";
//! let report = trf::read(file)?;
//! let standings = standings::standings(&report.tournament, &parse_list("DE,BH/C1")?);
//! assert_eq!(standings.rows[0].points.to_string(), "1");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![warn(missing_docs)]

pub mod check;
pub mod dutch;
pub mod explain;
pub mod free;
pub mod knockout;
pub mod matches;
mod matching;
pub mod model;
pub mod round_robin;
pub mod simulate;
pub mod standings;
pub mod tiebreak;
pub mod trf;

pub use model::{
    Acceleration, Award, Board, BoardResult, Bye, ByeAward, Cell, DraftRound, Edition, Entry, ForbiddenGroup,
    ForfeitResult, GameResult, PairingError, PairingNumber, Player, PointTable, Points, Round, Settings,
    Side, System, TieBreakRules, Tournament,
};

/// Drafts a round by the tournament's own pairing system.
///
/// # Errors
/// As the system says; [`PairingError::Unsuitable`] where the arbiter pairs by hand ([`free::draft`]), and for
/// a knockout, which needs its plan ([`knockout::draft`]).
pub fn draft_round(tournament: &Tournament, round: Round) -> Result<DraftRound, PairingError> {
    let unsuitable = |why: &str| Err(PairingError::Unsuitable { why: why.to_owned() });
    match tournament.settings.system {
        System::Dutch => dutch::draft_round(tournament, round),
        System::RoundRobin { .. } => round_robin::draft(tournament, round),
        System::Match => matches::draft(tournament, round),
        System::Knockout => unsuitable("a knockout is drafted from its plan: call knockout::draft"),
        System::Free => {
            unsuitable("this event is paired by hand: name the boards, as free::draft asks for them")
        }
        System::Other => unsuitable("the event's pairing system is none of those known here"),
    }
}

/// The examples of the readme, as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
