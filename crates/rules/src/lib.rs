//! The rules of LancerChess, TigerChess, Dragon and The Dragon's Dance: pure values in, values out.
//!
//! [`Position`] is what every game implements; [`Variation`] is a game with what was settled before it;
//! [`Choice`] leads to it; [`Outcome`] is how it ended and [`award`] what that is worth; [`ClockSettings`] are the
//! times it is played with.

mod choice;
mod clock;
mod game;
mod outcome;
mod perft;
mod points;
mod side;
mod variation;

pub use choice::{
    Answer, Cast, Choice, ChoiceError, Die, DieError, ParseDiceError, Question, Step, TigerDice,
};
pub use clock::{ClockSettings, ParseClockError, Seconds};
pub use game::{GameKind, MoveEffect, MoveError, ParseGameError, Position, SituationError};
pub use outcome::{Decides, Ending, InLieu, Outcome, ParseEndingError};
pub use perft::{divide, perft, perft_played};
pub use points::{
    Awards, EventTable, GamePoints, PointsTable, ScoringFacts, ScoringLine, award, named_awards,
    scoring_table,
};
pub use side::{BySide, Side};
pub use variation::{
    Deployment, DragonOptions, Formation, Knights, ParseOptionError, Regicide, TigerOptions, Variation,
    VariationError, YesNo,
};
