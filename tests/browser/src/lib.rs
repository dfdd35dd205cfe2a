//! What the browser tests are made of: the real program on a free port, a browser, and a tab that is used as a
//! person uses it, by the words on the page, the mouse and the keyboard.

mod arbiter;
mod chromium;
mod kept;
mod print;
mod program;
mod suits;
mod tab;
mod wire;

pub use arbiter::Arbiter;
pub use chromium::{Chromium, Scripts};
pub use kept::compare;
pub use print::{Picture, Print, Sheet};
pub use program::Program;
pub use tab::Tab;
