#![doc = include_str!("../README.md")]
#![warn(missing_docs)]

mod any;
mod chessfield;
mod choice;
pub mod clock;
pub mod dance;
pub mod dragon;
mod game;
mod lancerchess;
mod outcome;
mod perft;
mod points;
mod record;
mod rulings;
mod scoring;
mod shown;
mod side;
mod suggest;
mod summary;
mod termination;
mod tigerchess;
mod touch;
mod typed;
mod unreadable;
mod variation;

pub use any::{AnyPosition, Played};
pub use chessfield::{Bits, Kind, Square};
pub use choice::{
    Answer, Cast, Choice, ChoiceError, Die, DieError, ParseDiceError, Question, Step, TigerDice,
};
pub use clock::{ClockSettings, ParseClockError, Seconds};
pub use game::{GameKind, MoveEffect, MoveError, ParseGameError, Position, SituationError};
pub use lancerchess::{Key as LancerKey, LancerChess, Move as LancerMove};
pub use outcome::{Decides, Ending, InLieu, Outcome};
pub use perft::{divide, perft, perft_played};
pub use points::{EventTable, GamePoints, PointsTable, named_awards};
pub use record::{
    BOARD_TAG, CheckReport, ClaimCount, LONGEST_MOVE, Limits, MoveNumber, MoveText, Place, Ply, ReachError,
    Reached, ReadError, Record, RecordError, Replay, Tag, check, check_on, decode, read_records,
    result_named,
};
pub use rulings::{named_rulings, ruling, rulings};
pub use scoring::{
    Awards, ScoringFacts, ScoringKey, ScoringLine, award, scoring_clause, scoring_line, scoring_table,
};
pub use side::{BySide, Side};
pub use summary::{Besides, ForceSummary, Headings, Reach, summary};
pub use termination::{ParseEndingError, Termination};
pub use tigerchess::{
    Guard, Jumps, Key as TigerKey, Mark, Marks as TigerMarks, Move as TigerMove, Posting, TigerChess,
    count_deployments,
};
pub use touch::{Touch, Touched};
pub use variation::{
    Deployment, DragonOptions, Formation, Knights, ParseOptionError, Regicide, TigerOptions, Variation,
    VariationError, YesNo,
};
