//! "About and credits": what the program is, and whose work it carries.

use askama::Template;

use super::Frame;
use super::credits::{CREDITS, Credit};
use crate::assets;

#[derive(Template)]
#[template(path = "about.html")]
pub struct AboutPage {
    pub frame: Frame,
    pub version: &'static str,
    pub credits: &'static [Credit],
    /// The drawings of the emblems.
    emblems: &'static str,
}

impl AboutPage {
    pub fn new(frame: Frame) -> Self {
        let emblems = assets::text("vendor/game-icons/icons.svg");
        Self { frame, version: env!("CARGO_PKG_VERSION"), credits: &CREDITS, emblems }
    }

    /// A credited drawing, for `<use href>`: an emblem of the pages, or a force on the boards.
    fn drawing(&self, name: &str) -> String {
        if self.emblems.contains(&format!("id=\"{name}\"")) {
            self.frame.emblem(name)
        } else {
            format!("{}#{name}", assets::url("vendor/game-icons/forces.svg"))
        }
    }
}
