//! Making an event, its settings, its arbiters.

mod form;

pub mod new;
pub mod settings;
pub mod staff;
