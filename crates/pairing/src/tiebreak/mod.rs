//! Tie-breaks for individuals by FIDE C.07 (Play-Off and Tie-Break Regulations), and two of these games' own.
//!
//! [`TABLE`] lists every code with its clause and the function behind it. The edition in force is the event's choice
//! ([`Edition`](crate::Edition)); from March 2026 the dummies of unplayed rounds are capped (16.4). Where the text leaves something
//! open, this is what is done:
//! - After a round that is not the last, "the number of rounds" and "the last round" mean the rounds counted so far.
//! - Fore Buchholz (8.3): pairings of the final round count as drawn games, forfeited ones too; byes as they were.
//! - A double forfeit is no game: neither gets a standard point (7.7).
//! - Fractional scores of performances are rounded to hundredths, halves going up; the average is the rounded one.
//! - Koya (9.2) is written for round robins, where a forfeit is a game (15.2): there it counts against the scheduled
//!   opponent. In Swiss events only games over the board count (with P, forfeits too). The limit is half of what all
//!   rounds could bring, those of a round robin in which the player is free left out.
//! - REP (7.6) in a field of odd size: the round in which a player got the pairing-allocated bye counts as one he elected
//!   to play in, for it was not he who chose; the round in which a round robin leaves him free counts likewise, so that
//!   nobody loses by it. A full-point bye counts too: only half-point and zero-point byes and forfeit losses are named.
//! - Several voluntarily unplayed rounds and a cut (16.5): each cut is made anew among what is left. It takes the lowest
//!   contribution of such a round if that is not lower than the least significant value. In Sonneborn-Berger the
//!   contribution is the product, so that the cut may take a round that brought 0 while a lower opponent's stays.
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
