//! Tournament report files: FIDE's TRF16 and TRF26, with the codes that pairing engines add (`XXR`, `XXC`, `XXS`,
//! `XXA`, `XXP`, `XXZ` of JaVaFo; `BBW` and its kin of bbpPairings).
//!
//! [`read`] takes either version and any mixture; what it does not know it keeps, and [`write()`] gives it back where it
//! stood (before, among or after the players). A file is read whole: all that is wrong with it is reported at once,
//! each with line and column.
//!
//! What the format has no room for (the nominal part of an award, its grade, the tie-break edition) is written as
//! `### tiger-arbiter ...` comments, which other programs skip.

mod check;
mod error;
mod line;
mod read;
mod report;
mod write;

pub use check::{Disagreement, RankMistake, disagreements, rank_mistakes};
pub use error::{Problem, ReadError, ReadErrors};
pub use line::{aligned, filled_gap, parse_points};
pub use read::{decode, read};
pub use report::{Header, LaterBye, OtherLine, Person, Place, Report, Stated};
pub use write::{Version, write};
