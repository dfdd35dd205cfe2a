//! Light or dark: the choice for visitors, who have no form in the footer.

use askama::Template;

use super::Frame;

#[derive(Template)]
#[template(path = "appearance.html")]
pub struct AppearancePage {
    /// The frame; it must carry a token, since the page is a form.
    pub frame: Frame,
    /// Where to go after the choice.
    pub back: String,
}
