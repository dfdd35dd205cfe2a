//! The summary at the head of a refused form calls each field by its label, wherever on the page that stands.

use std::fmt::{self, Write};

use askama::Template;

/// What a field is called in the summary until the page is made, and where it has no label.
pub const UNNAMED: &str = "<!--field-->This field";

/// A page while it is written, with the places where its summaries name a field.
pub struct Draft {
    pub html: String,
    pub unnamed: Vec<usize>,
}

impl Write for Draft {
    fn write_str(&mut self, part: &str) -> fmt::Result {
        if part == UNNAMED {
            self.unnamed.push(self.html.len());
        }
        self.html.write_str(part)
    }
}

/// Renders a page with the fields of its summaries named; each name is a link to its field already. Where the field is not
/// on the page, because its form is not offered any more, what is wrong stands alone.
pub(super) fn render<T: Template>(page: &T) -> askama::Result<String> {
    let mut draft = Draft { html: String::with_capacity(T::SIZE_HINT), unnamed: Vec::new() };
    page.render_into(&mut draft)?;
    Ok(draft.named())
}

impl Draft {
    pub fn named(self) -> String {
        let page = self.html;
        if self.unnamed.is_empty() {
            return page;
        }
        let mut named = String::with_capacity(page.len());
        let mut done = 0;
        for at in self.unnamed {
            named.push_str(&page[done..at]);
            done = at + UNNAMED.len();
            let link = named.rfind("<a href=\"#").unwrap_or(named.len());
            let id = named[link..].split(['#', '"']).nth(2).unwrap_or_default();
            if page.contains(&format!(" id=\"{id}\"")) {
                // A colon follows.
                let label = label_of(&page, id);
                named.push_str(label.as_deref().map_or(UNNAMED, |label| label.trim_end_matches('?')));
            } else {
                named.truncate(link);
                let rest = page[done..].trim_start_matches("</a>:").trim_start();
                done = page.len() - rest.len();
            }
        }
        named.push_str(&page[done..]);
        named
    }
}

/// The words of a control's label, of a group's legend, or the name that only those hear who listen; as HTML.
fn label_of(page: &str, id: &str) -> Option<String> {
    let inside = |rest: &str, end: &str| words(rest.split_once('>')?.1.split(end).next()?);
    if let Some((_, rest)) = page.split_once(&format!(" for=\"{id}\"")) {
        return inside(rest, "</label>");
    }
    let (before, after) = page.split_once(&format!(" id=\"{id}\""))?;
    if before.rsplit('<').next()?.starts_with("fieldset") {
        return inside(after.split_once("<legend")?.1, "</legend>");
    }
    let tag = [before.rsplit('<').next()?, after.split('>').next()?];
    tag.iter().find_map(|part| words(part.split_once(" aria-label=\"")?.1.split('"').next()?))
}

/// Text without tags, and without what stands there of a field that may stay empty; none if nothing is left.
fn words(html: &str) -> Option<String> {
    let html = html.split("<span class=\"optional\"").next()?;
    let texts = html.split('<').enumerate().map(|(at, part)| match part.split_once('>') {
        Some((_, text)) if at > 0 => text,
        _ => part,
    });
    let words = texts.collect::<String>().split_whitespace().collect::<Vec<_>>().join(" ");
    (!words.is_empty()).then_some(words)
}
