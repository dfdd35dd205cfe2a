//! Dragon: the conflict between the Forest Kingdom and the Kingdom of Storms.
//!
//! [`Situation`] holds a situation of the game and implements the trait of all games; [`Kind::powers`] is the table of
//! powers. Moves are gathered from the table (`march`), from the vessels (`fleet`) and from the few special moves
//! (`special`), and what leaves the own royal attacked is dropped (`legal`, `attack`).

mod action;
mod attack;
mod direction;
mod fleet;
mod force;
mod game;
mod legal;
mod march;
mod notation;
mod play;
mod position;
mod powers;
mod reach;
mod reading;
mod refusal_march;
mod refusal_special;
mod rooms;
mod set;
mod setup;
mod situation;
mod special;
mod stage;
mod touch;
mod validity;
mod verdict;
mod vessel;
mod writing;

pub use action::{Action, Move, Taken};
pub use direction::{Direction, Directions};
pub use force::{Kind, Side};
pub use position::{FILES, Ground, ISLAND, PRINCESS_POST, Position, STAIRWELL, WHITE_ROOM};
pub(crate) use powers::offsets as leap_offsets;
pub use powers::{Becomes, Land, Leaps, LineCapture, Powers, Scope};
pub use rooms::Room;
pub use set::PositionSet;
pub use situation::Situation;
pub use stage::{Beast, Captive, ExchangeBox, Rights, Shield, State, Wing, home_rank, royal_post};
pub use verdict::RepetitionKey;
pub use vessel::{CANNONBALLS, Class, Vessel, harbour_of};
