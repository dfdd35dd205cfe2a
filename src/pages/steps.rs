//! What the game room shows of the stage of a game and of the steps at the board.

use super::form::{Choice, FormView};
use super::parts::Step;

/// The stage, what is due, what waits, what happened, and what can be done.
#[derive(Debug, Clone, Default)]
pub struct StepsView {
    /// The steps that the game goes through.
    pub stepper: Vec<Step>,
    /// What is due now.
    pub due: DueView,
    /// Offers and claims that wait, oldest first.
    pub waiting: Vec<WaitingView>,
    /// Everything that happened at the board, oldest first.
    pub happened: Vec<HappenedView>,
    /// The last step, if the reader can undo it.
    pub last: Option<LastView>,
    /// Both Seers, in Dragon.
    pub seers: Vec<SeerView>,
    /// What can be offered.
    pub offers: Vec<Choice>,
    /// What can be claimed.
    pub claims: Vec<Choice>,
    /// Sorts of incidents.
    pub incidents: Vec<Choice>,
    /// The two players, for forms in which an arbiter speaks for one.
    pub players: Vec<Choice>,
    /// The two players, and both or nobody.
    pub players_or_none: Vec<Choice>,
    /// The offenders to choose from.
    pub offenders: Vec<Choice>,
    /// The phases that a flag can fall in; empty where there is one only.
    pub phases: Vec<Choice>,
    /// What is to be said about a fallen flag beside it.
    pub circumstance: Circumstance,
    /// Whether the deployment can be declared over.
    pub can_engage: bool,
    /// Whether the game is under way: begun and not over.
    pub is_under_way: bool,
    /// Whether the reader can make offers, claims and consultations.
    pub can_speak: bool,
    /// Whether the reader can make an offer.
    pub can_offer: bool,
    /// Whether the variation is settled, so that the steps matter more than how it came about.
    pub comes_first: bool,
    /// An example of an article.
    pub article_hint: &'static str,
    /// What the moves on file show, in a sentence; may be empty.
    pub known: String,
}

/// Something about a loss on time that the scoring table asks for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Circumstance {
    /// Nothing.
    #[default]
    None,
    /// TigerVariation: the winner's Standard Bearer.
    Bearer,
    /// Dragon: planting was inevitable.
    Planting,
}

impl Circumstance {
    /// The label of its check box.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Self::None => "",
            Self::Bearer => "The winner's Standard Bearer had been captured",
            Self::Planting => "Both players agree that planting was inevitable",
        }
    }

    /// What it does.
    #[must_use]
    pub const fn hint(self) -> &'static str {
        match self {
            Self::None => "",
            Self::Bearer => "Three points instead of six (TigerVariation, rule 6).",
            Self::Planting => "Three points instead of 5 + 1/2 (rule 27b).",
        }
    }

    /// Whether there is one.
    #[must_use]
    pub const fn exists(self) -> bool {
        !matches!(self, Self::None)
    }
}

/// What is due now, and who does it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DueView {
    /// Who.
    pub who: String,
    /// What, in a sentence that goes on after who.
    pub what: String,
    /// Where it is done; may be empty.
    pub href: String,
    /// The words on that link.
    pub action: &'static str,
}

/// An offer or a claim that waits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WaitingView {
    /// The ledger entry that made it.
    pub step: u64,
    /// What it is, in a sentence.
    pub words: String,
    /// When it was made.
    pub at: String,
    /// What the rules find now; empty for offers, and where there is nothing to look at.
    pub finding: String,
    /// What the reader can do about it.
    pub act: WaitingAct,
}

/// What can be done about something that waits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WaitingAct {
    /// Nothing: somebody else decides.
    Wait,
    /// The offer is accepted or declined.
    Answer,
    /// The claim is judged.
    Judge,
    /// The claim of a fallen flag is refused, or the flag noted.
    JudgeFlag,
}

/// Something that happened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HappenedView {
    /// When.
    pub at: String,
    /// What.
    pub words: String,
    /// More about it: a finding, a reason; may be empty.
    pub more: String,
}

/// The last step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LastView {
    /// Its ledger entry.
    pub step: u64,
    /// What it was.
    pub words: String,
    /// Who did it.
    pub by: String,
    /// When.
    pub at: String,
}

/// A Seer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeerView {
    /// 0 or 1 for the player.
    pub player: usize,
    /// `Forest Seer`.
    pub title: String,
    /// The player.
    pub name: String,
    /// How often he has been consulted.
    pub count: usize,
    /// Whether the reader can note another consultation.
    pub can_consult: bool,
}

/// The forms of the steps; one of them carries what was typed when it was refused.
#[derive(Debug, Clone)]
pub struct StepForms {
    /// An offer.
    pub offer: FormView,
    /// A claim.
    pub claim: FormView,
    /// Answering or judging what waits, consulting, undoing: forms of one button.
    pub act: FormView,
    /// An incident.
    pub incident: FormView,
    /// A fallen flag.
    pub flag: FormView,
    /// A disqualification.
    pub disqualify: FormView,
}
