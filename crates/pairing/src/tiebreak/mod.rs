//! Tie-breaks for individuals by FIDE C.07 (Play-Off and Tie-Break Regulations), and two of these games' own.
//!
//! [`TABLE`] lists every code with its clause and the function behind it. The edition in force is the event's choice
//! ([`Edition`](crate::Edition)); from March 2026 the dummies of unplayed rounds are capped (16.4). Where the text leaves something
//! open, this is what is done:
//! - After a round that is not the last, "the number of rounds" and "the last round" mean the rounds counted so far.
//! - Fore Buchholz (8.3): pairings of the final round count as drawn games, forfeited ones too; byes as they were.
//! - A double forfeit is no game: neither gets a standard point (7.7).
//! - Fractional scores of performances are rounded to hundredths, halves going up; the average is the rounded one.
//! - Koya in Swiss events counts games over the board (with P, forfeits too).
//! - Virtual points of accelerated pairings enter no tie-break.
//!
//! Numbers are exact; nothing is rounded that the text does not round.

mod buchholz;
mod code;
mod cut;
mod encounter;
mod field;
mod own;
mod rating;
mod rating_table;
mod sonneborn;
mod table;
mod value;
mod working;

pub use code::{Code, ParseTieBreakError, TieBreak, parse_list};
pub use table::{Allowed, Better, Definition, TABLE, definition};
pub use value::Value;
pub use working::{Basis, Cap, How, LeftOut, Scored, Term, Working};

pub(crate) use encounter::order as order_by_encounter;
pub(crate) use field::Field;
pub(crate) use rating_table::expected_hundredths;
pub(crate) use table::{Method, Restriction};
