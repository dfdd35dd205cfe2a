//! Making an event, its settings, its arbiters.

mod address;
mod begin;
mod preview;

pub mod appeals;
pub mod categories;
pub mod copy;
pub mod delete;
pub mod forbidden;
pub mod from_paper;
pub mod import;
pub mod new;
pub mod prizes;
pub mod settings;
pub mod staff;
pub mod ties;
pub mod timetable;
pub mod webhooks;

pub(super) use address::address_of;
pub(super) use new::require_organiser;
