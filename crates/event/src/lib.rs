//! What an event is and what may happen to it: identifiers, parsed values, commands and their effects.
//!
//! Pure: no SQL, no HTTP, no clock, no randomness. Times, identifiers and secrets come in inside the commands, so that
//! replaying a ledger gives the same event again.

pub mod actor;
pub mod alerts;
pub mod announcement;
pub mod apart;
pub mod appeals;
pub mod awards;
pub mod beginning;
pub mod board_file;
pub mod bracket;
pub mod category;
pub mod choice;
pub mod clock;
pub mod closing;
pub mod command;
pub mod dice;
pub mod entry;
pub mod erasure;
pub mod event;
pub mod explorer;
pub mod festival;
pub mod file_records;
pub mod forbidden;
pub mod game;
pub mod identity;
pub mod ids;
pub mod leaving;
pub mod legal_moves;
pub mod line;
pub mod live_moves;
pub mod local_time;
pub mod money;
pub mod name_order;
mod offered;
pub mod office;
pub mod permission;
pub mod points_text;
pub mod possible_result;
pub mod precedent;
pub mod prizes;
pub mod progress;
pub mod protocol;
pub mod published;
pub mod rated;
pub mod ratings;
pub mod record;
pub mod refusal;
pub mod register;
pub mod registration;
pub mod result;
pub mod roster;
pub mod round;
pub mod scoresheet;
pub mod scoring;
pub mod seat_number;
pub mod seers;
pub mod settings;
pub mod settled;
pub mod shared;
pub mod step;
pub mod text;
pub mod timetable;
pub mod tournament;
pub mod wish;

// The words that everybody says; whatever a module has beside them is called by it.
pub use actor::{Actor, Meta};
pub use appeals::AppealTerms;
pub use bracket::{Bracket, Tie, TieVerdict};
pub use category::Category;
pub use clock::{ClockEntry, GameClock};
pub use command::{
    AppealCommand, AwardCommand, BeginningCommand, ChoiceCommand, ClaimCommand, Command, EntryCommand,
    EventCommand, ForbiddenCommand, Leaving, NewEntry, NoteCommand, RecordCommand, RegistrationCommand,
    ResultCommand, RoundCommand, Seated, Teller, TieCommand, TimetableCommand, WishCommand,
};
pub use dice::{Bytes32, CastPurpose, CastState, PlayerWord};
pub use entry::{Attendance, ByeKind, Departure, Entry, EntryDetails, RoundNumber, Speaker};
pub use event::Event;
pub use festival::Festival;
pub use file_records::FileRecords;
pub use game::Game;
pub use identity::Identity;
pub use ids::{CastId, EntryId, EventId, FestivalId, GameId, RecordId, RegistrationId, TabletId, UserId};
pub use legal_moves::LegalMoves;
pub use money::Cents;
pub use name_order::NameOrder;
pub use office::Office;
pub use permission::StaffRole;
pub use possible_result::{PossibleResult, ResultCode, ResultGroup};
pub use prizes::{PrizeList, Prizes};
pub use protocol::{ClaimKind, Claimed, Evidence, IncidentKind, Offered};
pub use published::PublishedEvent;
pub use rated::RatedPlayer;
pub use record::RecordText;
pub use refusal::{Conflict, Mistake, Refusal};
pub use register::{PublishedGame, Register};
pub use registration::{Application, Registration, RegistrationState};
pub use result::{DisputeCause, GameResult, Points, ResultEntry, Ruling, Seat};
pub use round::{Pairing, Round, RoundBye, RoundState, Table};
pub use scoresheet::Scoresheet;
pub use settings::{ByePolicy, Format, KnockoutRules, Seeding, Settings};
pub use settled::{SettledTie, Settling};
pub use text::{Article, EventName, Label, Note, ParseTextError, PersonName, Reason, Slug};
pub use timetable::Timetable;

/// Whether something is as it is where nobody says otherwise: then it is not stored.
fn is_default<T: Default + PartialEq>(it: &T) -> bool {
    *it == T::default()
}
