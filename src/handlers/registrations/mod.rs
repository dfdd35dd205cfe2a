//! Players who register by themselves, and the arbiters who decide.

pub mod decide;
pub mod form;
pub mod list;
pub mod own;
pub mod terms;
