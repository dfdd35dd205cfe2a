//! The handbook, from `docs/`, inside the program: so that it is there without the internet, and fits its version.

use std::sync::LazyLock;

use askama::Template;

use super::Frame;
use super::document::{Document, Heading};
use crate::assets;

/// A page of the handbook.
pub struct Chapter {
    /// The last part of its address; empty for the first page.
    pub key: &'static str,
    /// Its file below `docs`.
    pub file: &'static str,
    pub text: &'static str,
}

macro_rules! chapters {
    ($($key:literal: $file:literal),+ $(,)?) => {
        [$(Chapter { key: $key, file: $file, text: include_str!(concat!("../../docs/", $file)) }),+]
    };
}

pub const CHAPTERS: [Chapter; 8] = chapters![
    "": "handbook/README.md",
    "day": "handbook/day.md",
    "trouble": "handbook/trouble.md",
    "player": "handbook/player.md",
    "administrator": "handbook/administrator.md",
    "running-in-public": "running-in-public.md",
    "files": "handbook/files.md",
    "programs": "handbook/programs.md",
];

pub static DOCUMENTS: LazyLock<Vec<Document>> = LazyLock::new(|| {
    let document = |chapter: &Chapter| {
        let document = Document::of(chapter.text, &|target| address(chapter, target));
        Document { html: with_sizes(&document.html), ..document }
    };
    CHAPTERS.iter().map(document).collect()
});

/// Where a page tells more about what can be done on it, by the end of the page's address. The first that fits counts.
pub const PLACES: [(&str, &str); 28] = [
    ("/players/proposals", "/help/administrator#who-is-who"),
    ("/ratings", "/help/player#your-games-and-rating-across-events"),
    ("/merge", "/help/administrator#who-is-who"),
    ("/me", "/help/player"),
    ("/room", "/help/player#at-the-board"),
    ("/scoresheet", "/help/player#writing-the-game"),
    ("/clock", "/help/player#the-clock"),
    ("/entries", "/help/day#check-in"),
    ("/entries/add", "/help/day#enter-the-players"),
    ("/registrations", "/help/day#enter-the-players"),
    ("/draft", "/help/day#pair-the-round"),
    ("/choices", "/help/day#choices-and-dice"),
    ("/results", "/help/day#results"),
    ("/result", "/help/day#results"),
    ("/clocks", "/help/day#clocks"),
    ("/queue", "/help/trouble"),
    ("/ledger", "/help/day#look-back-and-try"),
    ("/what-if", "/help/day#look-back-and-try"),
    ("/desk", "/help/day"),
    ("/events/new", "/help/day#make-the-event"),
    ("/settings/timetable", "/help/day#make-the-event"),
    ("/settings/categories", "/help/day#categories-and-prizes"),
    ("/settings/prizes", "/help/day#categories-and-prizes"),
    ("/settings/prizes/list", "/help/day#categories-and-prizes"),
    ("/settings/ties", "/help/day#categories-and-prizes"),
    ("/entries/fees", "/help/day#categories-and-prizes"),
    ("/users", "/help/administrator#accounts"),
    ("/account/tokens", "/help/programs#tokens"),
];

/// The place in the handbook that fits a page.
pub fn place_for(path: &str) -> &'static str {
    PLACES.iter().find(|(end, _)| path.ends_with(end)).map_or("/help", |(_, place)| place)
}

#[derive(Template)]
#[template(path = "help.html")]
pub struct HelpPage {
    pub frame: Frame,
    pub title: &'static str,
    pub contents: &'static [Heading],
    /// The text, ready to stand in the page.
    pub html: &'static str,
    pub chapters: Vec<ChapterView>,
}

/// The way to a page of the handbook.
pub struct ChapterView {
    pub href: String,
    pub title: &'static str,
    pub is_here: bool,
}

impl HelpPage {
    /// The page of this name, the first one for an empty name, if there is one.
    pub fn of(frame: Frame, key: &str) -> Option<Self> {
        let here = CHAPTERS.iter().position(|chapter| chapter.key == key)?;
        let document = DOCUMENTS.get(here)?;
        let view = |(chapter, document): (&Chapter, &'static Document)| ChapterView {
            href: chapter.href(),
            title: &document.title,
            is_here: chapter.key == key,
        };
        Some(Self {
            frame,
            title: &document.title,
            contents: &document.contents,
            html: &document.html,
            chapters: CHAPTERS.iter().zip(&*DOCUMENTS).map(view).collect(),
        })
    }
}

impl Chapter {
    pub fn href(&self) -> String {
        if self.key.is_empty() { "/help".to_owned() } else { format!("/help/{}", self.key) }
    }

    /// The file that a link of this chapter names, from `docs` on.
    pub fn file_of<'a>(&self, target: &'a str) -> (String, &'a str) {
        let (path, part) = target.find('#').map_or((target, ""), |at| target.split_at(at));
        let mut folders: Vec<&str> = self.file.split('/').collect();
        folders.pop();
        for step in path.split('/') {
            match step {
                ".." if folders.last().is_none_or(|last| *last == "..") => folders.push(".."),
                ".." => drop(folders.pop()),
                name => folders.push(name),
            }
        }
        (folders.join("/"), part)
    }
}

/// Where a link of a chapter leads within the program; nowhere if its file is in the repository alone.
fn address(chapter: &Chapter, target: &str) -> Option<String> {
    if target.starts_with('#') || target.contains("://") {
        return Some(target.to_owned());
    }
    let (file, part) = chapter.file_of(target);
    if let Some(game) = file.strip_prefix("../crates/rules/src/rulings/") {
        return Some(format!("/rules/{}{part}", game.strip_suffix(".md")?));
    }
    if let Some(picture) = file.strip_prefix("../static/") {
        return Some(assets::url(picture));
    }
    CHAPTERS.iter().find(|other| other.file == file).map(|other| format!("{}{part}", other.href()))
}

/// The pictures of a text know their sizes, so that nothing moves when they come.
fn with_sizes(html: &str) -> String {
    const PICTURE: &str = "<img src=\"/static/";
    let mut parts = html.split(PICTURE);
    let mut sized = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let size = part.split_once('"').and_then(|(path, _)| size_of(&assets::find(path)?.asset.bytes));
        let size =
            size.map_or_else(String::new, |[wide, high]| format!("width=\"{wide}\" height=\"{high}\" "));
        sized.push_str("<img ");
        sized.push_str(&size);
        sized.push_str(PICTURE.trim_start_matches("<img "));
        sized.push_str(part);
    }
    sized
}

/// Width and height of a picture in extended WebP, as its container's specification has them: 24 bits each, less one.
fn size_of(file: &[u8]) -> Option<[u32; 2]> {
    if file.get(8..16)? != b"WEBPVP8X" {
        return None;
    }
    let number = |at: usize| match file.get(at..at + 3)? {
        [low, middle, high] => Some(u32::from_le_bytes([*low, *middle, *high, 0]) + 1),
        _ => None,
    };
    Some([number(24)?, number(27)?])
}
