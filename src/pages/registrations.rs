//! Pages for players who register by themselves, and for the arbiters who decide.

use askama::Template;

use super::Frame;
use super::form::{Choice, FormView};
use super::parts::Tone;

/// The form with which a player registers.
#[derive(Debug, Template)]
#[template(path = "registrations/register.html")]
pub struct RegisterPage {
    /// The frame.
    pub frame: Frame,
    /// Where the event's pages begin.
    pub base: String,
    /// The form.
    pub form: FormView,
    /// Whether registration is open now; otherwise the form is not shown.
    pub is_open: bool,
    /// Until when, in words.
    pub until: String,
    /// How full the event is, in a sentence; empty when places are not counted.
    pub places: String,
    /// Whether whoever registers now comes to the waiting list.
    pub is_full: bool,
    /// Rounds to be left out, if that can be asked for.
    pub rounds: Vec<Choice>,
    /// What leaving rounds out scores, in a sentence.
    pub byes: String,
    /// Whether the one who is signed in may register himself.
    pub may_be_self: bool,
    /// Whether this is an arbiter, who has shorter ways to enter players.
    pub is_arbiter: bool,
}

/// What the private link shows.
#[derive(Debug, Template)]
#[template(path = "registrations/own.html")]
pub struct OwnPage {
    /// The frame.
    pub frame: Frame,
    /// Where the event's pages begin.
    pub base: String,
    /// The event's name.
    pub event: String,
    /// The private link in full.
    pub link: String,
    /// Where it stands.
    pub state: OwnState,
    /// What was typed: its name and the value.
    pub facts: Vec<(&'static str, String)>,
    /// The path of this page.
    pub path: String,
}

/// Where a registration stands, as the player sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OwnState {
    /// Nobody has decided; the sentence says what it is about places.
    Waiting(String),
    /// Entered under a number; where to claim the entry, or the player's own page; empty if neither.
    Accepted {
        /// The pairing number.
        number: u16,
        /// The way on; empty when there is none.
        href: String,
        /// Whether it leads to the player's own page.
        is_own: bool,
    },
    /// Entered, and taken off the list again.
    Removed,
    /// Refused, with the reason.
    Refused(String),
    /// Taken back.
    Withdrawn,
}

/// Those who registered, for arbiters.
#[derive(Debug, Template)]
#[template(path = "registrations/list.html")]
pub struct RegistrationsPage {
    /// The frame.
    pub frame: Frame,
    /// Where the event's pages begin.
    pub base: String,
    /// What is chosen, and the reason to refuse it.
    pub form: FormView,
    /// The terms.
    pub terms: FormView,
    /// Whether this reader may change the terms.
    pub is_chief: bool,
    /// Whether the event is public, so that anybody finds the form.
    pub is_public: bool,
    /// Whether registration is open now.
    pub is_open: bool,
    /// Whether there are terms, be they over.
    pub has_terms: bool,
    /// The state of the registration, in a sentence.
    pub summary: String,
    /// The form's address in full; empty without terms.
    pub link: String,
    /// The form's address as an SVG picture, made by the program; empty without terms.
    pub qr: String,
    /// Those who wait.
    pub waiting: Vec<RegistrationRow>,
    /// Those who were decided.
    pub decided: Vec<RegistrationRow>,
    /// How many can be accepted at once.
    pub clear: usize,
    /// How many places are free, in a sentence; empty when they are not counted.
    pub free: String,
    /// The key that the small forms carry.
    pub once: String,
}

impl RegistrationsPage {
    /// The words on the button that accepts all that nothing speaks against.
    #[must_use]
    pub fn accept_all(&self) -> String {
        match (self.clear, self.waiting.len()) {
            (1, 1) => "Accept this player".to_owned(),
            (clear, waiting) if clear == waiting => format!("Accept all {clear}"),
            (clear, _) => format!("Accept {clear}"),
        }
    }
}

/// A registration in the list.
#[derive(Debug)]
pub struct RegistrationRow {
    /// Its identifier.
    pub id: String,
    /// The name.
    pub name: String,
    /// Club and federation.
    pub origin: String,
    /// The rating; empty if there is none.
    pub rating: String,
    /// When it came.
    pub at: String,
    /// Rounds to be left out; empty if none.
    pub rounds_off: String,
    /// How to reach the player; empty if nothing was said.
    pub contact: String,
    /// What the player wants known; empty if nothing.
    pub remark: String,
    /// What to look at before accepting; empty if nothing.
    pub caution: String,
    /// What became of it.
    pub state: &'static str,
    /// The state's colour.
    pub tone: Tone,
    /// Why it was refused and by whom; empty otherwise.
    pub reason: String,
}

/// One registration, to be mended and decided.
#[derive(Debug, Template)]
#[template(path = "registrations/one.html")]
pub struct RegistrationPage {
    /// The frame.
    pub frame: Frame,
    /// Where the event's pages begin.
    pub base: String,
    /// The registration.
    pub row: RegistrationRow,
    /// Whether it can still be accepted.
    pub is_open: bool,
    /// Whether it can still be refused.
    pub is_waiting: bool,
    /// Name, club, federation, rating.
    pub form: FormView,
    /// The key that the small forms carry.
    pub once: String,
}
