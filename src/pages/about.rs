//! "About and credits": what the program is, and whose work it carries.

use askama::Template;

use super::Frame;
use super::credits::{CREDITS, Credit};

/// The page `/about`.
#[derive(Debug, Template)]
#[template(path = "about.html")]
pub struct AboutPage {
    pub frame: Frame,
    /// The program's version.
    pub version: &'static str,
    /// The vendored works, in the order of their folders.
    pub credits: &'static [Credit],
}

impl AboutPage {
    /// The page of this build.
    #[must_use]
    pub const fn new(frame: Frame) -> Self {
        Self { frame, version: env!("CARGO_PKG_VERSION"), credits: &CREDITS }
    }
}
