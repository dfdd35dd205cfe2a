//! "About and credits": what the program is, and whose work it carries.

use askama::Template;

use super::Frame;
use super::credits::{CREDITS, Credit};

#[derive(Debug, Template)]
#[template(path = "about.html")]
pub struct AboutPage {
    pub frame: Frame,
    pub version: &'static str,
    pub credits: &'static [Credit],
}

impl AboutPage {
    pub const fn new(frame: Frame) -> Self {
        Self { frame, version: env!("CARGO_PKG_VERSION"), credits: &CREDITS }
    }
}
