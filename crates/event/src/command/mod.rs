//! Everything that can happen to an event. A command carries all that its effect depends on, so that replaying the
//! ledger rebuilds the event.
//!
//! Commands of one area make a `Family`, which lies in a room of its own: what they carry, who may give them, what they
//! do, and the sentence that tells them. Every effect checks first and changes after.

mod announcement;
mod appeals;
mod awards;
mod beginning;
mod choice;
mod claims;
mod entering;
mod entries;
mod erasure;
mod forbidden;
mod former;
mod leaving;
mod lines;
mod notes;
mod numbering;
mod offers;
mod open_boards;
mod records;
mod registration;
mod results;
mod rounds;
mod setup;
mod telling;
mod ties;
mod timetable;
mod undo;
mod wishes;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use strum::VariantNames;

pub use announcement::AnnouncementCommand;
pub use appeals::AppealCommand;
pub use awards::AwardCommand;
pub use beginning::BeginningCommand;
pub use choice::{ChoiceCommand, says};
pub use claims::ClaimCommand;
pub use entries::{EntryCommand, Leaving, NewEntry};
pub use erasure::ErasureCommand;
pub use forbidden::ForbiddenCommand;
pub use former::FormerBoards;
pub use lines::LineCommand;
pub use notes::NoteCommand;
pub use offers::OfferCommand;
pub use open_boards::Seated;
pub use records::RecordCommand;
pub use registration::RegistrationCommand;
pub use results::{OVERRULE_IT, ResultCommand};
pub use rounds::RoundCommand;
pub use setup::EventCommand;
pub use telling::Teller;
pub use ties::TieCommand;
pub use timetable::TimetableCommand;
pub use undo::UndoCommand;
pub use wishes::WishCommand;

use crate::permission::Who;
use crate::{Conflict, Event, Game, GameId, Meta, Refusal, RoundState};

type Effect = Result<(), Refusal>;

/// The commands of one area.
trait Family {
    /// The game that they are about, if they are about one.
    fn game(&self) -> Option<GameId> {
        None
    }

    /// Whether it is a step of a game that can be undone. Dice are voided instead, and what was handed in stays.
    fn is_undoable(&self) -> bool {
        false
    }

    fn who(&self, _event: &Event) -> Result<Who, Refusal> {
        Ok(Who::Arbiter)
    }

    /// Refuses what is asked of new commands only: ledgers of earlier programs hold others, which stay as they are.
    fn check_new(&self, _event: &Event, _meta: &Meta) -> Effect {
        Ok(())
    }

    /// Carries it out; its author may give it.
    fn carry_out(&self, event: &mut Event, meta: &Meta) -> Effect;

    /// What happened, without a full stop; of a game without its place.
    fn tell(&self, teller: &mut Teller<'_>) -> String;
}

macro_rules! families {
    ($($family:ident($commands:ident): $doc:literal),* $(,)?) => {
        /// One change of an event. In the ledger it is an object whose field `do` names the command.
        ///
        /// `seen` is the revision of the thing as the form showed it: an older one is a conflict.
        #[derive(Debug, Clone, PartialEq, Eq, Serialize)]
        #[serde(untagged)]
        pub enum Command {
            $(#[doc = $doc] $family($commands)),*
        }

        $(impl From<$commands> for Command {
            fn from(command: $commands) -> Self {
                Self::$family(command)
            }
        })*

        impl Command {
            /// What the commands are called in the ledger, family by family.
            pub const NAMES: &[&[&str]] = &[$($commands::VARIANTS),*];

            fn family(&self) -> &dyn Family {
                match self {
                    $(Self::$family(command) => command),*
                }
            }

            fn read(name: &str, stored: Value) -> Result<Self, serde_json::Error> {
                $(if $commands::VARIANTS.contains(&name) {
                    return $commands::deserialize(stored).map(Self::$family);
                })*
                Err(Error::custom(format!("there is no command `{name}`")))
            }
        }
    };
}

families! {
    Event(EventCommand): "What the event is, who runs it, and who may see it.",
    Entry(EntryCommand): "Players.",
    Wish(WishCommand): "What players say and ask for by themselves.",
    Registration(RegistrationCommand): "Players who register by themselves.",
    Forbidden(ForbiddenCommand): "Players who must not meet.",
    Round(RoundCommand): "Rounds.",
    Choice(ChoiceCommand): "How the variation of a game comes about.",
    Beginning(BeginningCommand): "What a game begins from.",
    Result(ResultCommand): "Results.",
    Record(RecordCommand): "Game records.",
    Offer(OfferCommand): "Offers of one player to the other.",
    Claim(ClaimCommand): "Claims at the board.",
    Note(NoteCommand): "What is noted about a game under way.",
    Line(LineCommand): "Moves that were tried after a game.",
    Appeal(AppealCommand): "Appeals, and what their committee decides.",
    Undo(UndoCommand): "The last step of a game is taken back.",
    Tie(TieCommand): "Ties of a bracket.",
    Timetable(TimetableCommand): "When rounds and breaks begin.",
    Award(AwardCommand): "Categories and prizes.",
    Announcement(AnnouncementCommand): "What everybody is told.",
    Erasure(ErasureCommand): "People are erased.",
}

impl<'de> Deserialize<'de> for Command {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let stored = Value::deserialize(deserializer)?;
        let name = stored.get("do").and_then(Value::as_str).map(str::to_owned);
        let name = name.ok_or_else(|| D::Error::missing_field("do"))?;
        Self::read(&name, stored).map_err(D::Error::custom)
    }
}

impl Command {
    pub fn game(&self) -> Option<GameId> {
        self.family().game()
    }

    pub fn is_undoable(&self) -> bool {
        self.family().is_undoable()
    }

    /// Whether the last step of its game stays that: what asks an arbiter whether that step stands is undone with it.
    pub const fn leaves_last_step(&self) -> bool {
        matches!(self, Self::Note(NoteCommand::DoubtFlag { .. }))
    }

    /// Whether a draft does not outlive it: it was made from other players.
    pub const fn drops_draft(&self) -> bool {
        use EntryCommand as E;
        matches!(
            self,
            Self::Entry(
                E::AddEntries { .. }
                    | E::RemoveEntry { .. }
                    | E::NumberEntries { .. }
                    | E::RequestBye { .. }
                    | E::Withdraw { .. }
                    | E::Reinstate { .. }
                    | E::RestoreEntry { .. },
            ) | Self::Registration(RegistrationCommand::AcceptRegistrations { .. })
        )
    }

    pub(super) fn who(&self, event: &Event) -> Result<Who, Refusal> {
        self.family().who(event)
    }

    pub(super) fn check_new(&self, event: &Event, meta: &Meta) -> Effect {
        self.family().check_new(event, meta)
    }

    /// Carries out what its author may give, and keeps what it takes to undo it.
    pub(super) fn carry_out(&self, event: &mut Event, meta: &Meta) -> Effect {
        if !matches!(
            self,
            Self::Event(EventCommand::FinishEvent { .. } | EventCommand::ShowEvent { .. })
                    // Prizes are given when everything is over.
                    | Self::Award(_)
                    // Games are looked at again long after the event.
                    | Self::Line(_)
                    | Self::Erasure(_)
        ) {
            event.check_is_not_finished()?;
        }
        let before = undo::before(event, self);
        self.family().carry_out(event, meta)?;
        undo::remember(event, meta, self, before);
        ties::check_bracket_stands(event)
    }
}

impl Event {
    fn check_is_not_finished(&self) -> Effect {
        if !self.is_finished {
            return Ok(());
        }
        Err(Refusal::invalid(
            "This event is finished. To change anything, press “Take up again” at the desk first; the chief arbiter can.",
        ))
    }
}

/// Refuses a change that was made from an older state of the thing than the one that stands.
fn check_seen(seen: u64, revision: u64, conflict: impl FnOnce() -> (String, String, String)) -> Effect {
    if seen >= revision {
        return Ok(());
    }
    let (what, theirs, yours) = conflict();
    Err(Refusal::Conflict(Conflict { what, theirs, yours, by: "Somebody".to_owned(), revision }))
}

/// The game, to be changed, if its round is open or it was adjourned.
fn open_game<'a>(event: &'a mut Event, meta: &Meta, id: GameId) -> Result<&'a mut Game, Refusal> {
    check_open(event, event.game(id)?, false)?;
    let game = event.game_mut(id)?;
    game.revision = meta.seq;
    Ok(game)
}

/// Refuses to change a game of a closed round, unless it is adjourned, or was before the step that is undone.
fn check_open(event: &Event, game: &Game, was_adjourned: bool) -> Effect {
    let round = event.round(game.round)?;
    if round.state == RoundState::Published || game.adjourned.is_some() || was_adjourned {
        return Ok(());
    }
    Err(Refusal::Invalid(format!("Round {} is closed. Reopen it first to change its games.", round.number)))
}

fn check_has_no_result(event: &Event, game: &Game) -> Effect {
    let Some(result) = &game.result else { return Ok(()) };
    let stands = event.result_words(game, &result.entry);
    Err(Refusal::Invalid(format!("This game has its result already: {stands}.")))
}
