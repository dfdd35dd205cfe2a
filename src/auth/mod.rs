//! Who is it, and may they? Sessions, passwords, one-time links, forged forms, throttling, extractors.
//!
//! Handlers take one of the extractors as an argument: [`Viewer`] for everybody, [`CurrentUser`] for people
//! who are signed in, [`AdminUser`] for administrators, [`EventAccess`] for the pages of an event, [`ClockAccess`] for a
//! clock.

pub mod account;
pub mod address;
pub mod cookie;
pub mod csrf;
pub mod flood;
pub mod links;
pub mod password;
pub mod sessions;
pub mod throttle;
pub mod token;

mod access;
mod clock_access;
mod posted;
mod viewer;

pub use access::EventAccess;
pub use clock_access::ClockAccess;
pub use posted::{Posted, PostedFile};
pub(crate) use viewer::THEME_COOKIE;
pub use viewer::{AdminUser, CurrentUser, SignedIn, Viewer};
