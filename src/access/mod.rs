//! Who comes in, to what, and what they bring: extractors that read the session, the address and the form.
//!
//! Handlers take one of them as an argument: [`Viewer`] for everybody, [`CurrentUser`] for people who are signed in,
//! [`AdminUser`] for administrators, [`EventAccess`] for the pages of an event, [`ClockAccess`] for a clock, [`Posted`]
//! for what was sent.

pub mod csrf;
pub(crate) mod kept;

mod clock;
mod event;
pub mod posted;
mod program;
mod room;
mod viewer;

pub use clock::ClockAccess;
pub use event::{EventAccess, ForArbiter, ForChief, base};
pub use posted::{Posted, PostedFile};
pub use program::Program;
pub(crate) use program::bearer;
pub use room::Room;
pub use viewer::{AdminUser, CurrentUser, SignedIn, Viewer};
pub(crate) use viewer::{THEME_COOKIE, extracted, is_signed_in, is_still_signed_in};
