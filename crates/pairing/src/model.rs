//! What a tournament is, as far as pairing and standings need to know.
//!
//! A [`Tournament`] holds its [`Settings`] and its players; each [`Player`] holds one [`Cell`] a round. The
//! cells of the two opponents mirror each other ([`Tournament::record`] keeps it so). A "player" is whatever
//! is paired as one unit: a team competing for match points is a player whose cells carry their own points.

mod cell;
mod draft;
mod player;
mod points;
mod settings;
mod tournament;

pub use cell::{Award, BoardResult, Bye, Cell, Entry, ForfeitResult, GameResult, Side};
pub use draft::{Board, ByeAward, DraftRound, PairingError};
pub use player::{PairingNumber, Player, Round};
pub use points::{PointTable, Points};
pub use settings::{Acceleration, Edition, ForbiddenGroup, Settings, System, TieBreakRules};
pub use tournament::Tournament;
