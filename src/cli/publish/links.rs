//! Pages as they are served, made into pages that stand by themselves: links are relative, and whatever needs the server
//! goes. The pages are this program's own, so that what is looked for is as they are written.

use std::collections::{BTreeMap, BTreeSet};

use crate::assets;
use crate::config::BaseUrl;

/// The page that says whose work the pages carry.
pub(super) const ABOUT: &str = "about.html";

/// Elements that are nothing without the server, by how they begin and end: scripts, forms, the way to sign in, the choice
/// of colours.
const NEEDS_SERVER: [(&str, &str); 4] = [
    ("<script", "</script>"),
    ("<form", "</form>"),
    ("<nav class=\"site-nav\"", "</nav>"),
    ("<div class=\"footer-theme\">", "</div>"),
];

/// Attributes with an address.
const ADDRESSES: [&str; 3] = ["href=\"", "src=\"", "data-live-url=\""];

/// Where links lead.
pub struct Links {
    /// Addresses of pages, and their files.
    known: BTreeMap<String, String>,
    /// Those files.
    files: BTreeSet<String>,
    /// Where everything else is.
    site: Option<String>,
    /// Static files that the pages name.
    assets: BTreeSet<String>,
    /// Drawings that the page at hand uses: their files and names.
    drawings: BTreeSet<(String, String)>,
}

/// What becomes of an address.
enum Target {
    To(String),
    Nowhere,
}

impl Links {
    pub fn new(mut known: BTreeMap<String, String>, site: Option<&BaseUrl>) -> Self {
        known.insert("/".to_owned(), "index.html".to_owned());
        known.insert("/about".to_owned(), ABOUT.to_owned());
        let files = known.values().cloned().collect();
        let site = site.map(|site| site.as_str().to_owned());
        Self { known, files, site, assets: BTreeSet::new(), drawings: BTreeSet::new() }
    }

    /// The static files that the pages named, and those that these name.
    pub fn into_assets(self) -> BTreeSet<String> {
        let mut all = self.assets;
        let named: Vec<String> =
            all.iter().filter(|name| name.ends_with(".css")).flat_map(|name| named_in(name)).collect();
        all.extend(named);
        all
    }

    /// A page that stands in a file.
    pub fn rewrite(&mut self, page: &str, file: &str) -> String {
        let up = "../".repeat(file.matches('/').count());
        let mut written = String::with_capacity(page.len());
        let mut rest = page;
        while let Some(at) = rest.find('<') {
            let (text, tail) = rest.split_at(at);
            written.push_str(text);
            rest = match self.skip(tail) {
                Some(after) => after,
                None => {
                    let end = tail.find('>').map_or(tail.len(), |end| end + 1);
                    let (tag, after) = tail.split_at(end);
                    self.tag(tag, &up, &mut written);
                    after
                }
            };
        }
        written.push_str(rest);
        if let Some(end) = written.rfind("</body>") {
            written.insert_str(end, &self.take_drawings());
        }
        written
    }

    /// The drawings that the page uses, to stand in it: from a disk browsers take none out of another file.
    fn take_drawings(&mut self) -> String {
        let drawings = std::mem::take(&mut self.drawings);
        let symbol = |(file, name): &(String, String)| {
            let (begin, sprite) = (format!("<symbol id=\"{name}\""), assets::text(file));
            let symbol = sprite.lines().find_map(|line| line.strip_prefix(begin.as_str()))?;
            Some(format!("<symbol id=\"{}\"{symbol}\n", id_of(file, name)))
        };
        match drawings.iter().filter_map(symbol).collect::<String>() {
            symbols if symbols.is_empty() => symbols,
            symbols => format!(
                "<svg class=\"sr-only\" width=\"0\" height=\"0\" aria-hidden=\"true\">\n{symbols}</svg>"
            ),
        }
    }

    /// What follows an element that goes; none where one stays.
    fn skip<'a>(&self, tail: &'a str) -> Option<&'a str> {
        let whole = NEEDS_SERVER.iter().find(|(begin, _)| tail.starts_with(begin)).map(|(_, end)| *end);
        let end = match whole {
            Some(end) => end,
            None if tail.starts_with("<!--") => "-->",
            None if self.is_dead(tail.strip_prefix("<li>").unwrap_or_default()) => "</li>",
            // News are the server's.
            None if tail.starts_with("<link rel=\"alternate\"") => ">",
            None if first_tag(tail).contains("class=\"button") && self.is_dead(tail) => "</a>",
            None => return None,
        };
        tail.split_once(end).map(|(_, after)| after)
    }

    /// Whether a link begins here that leads nowhere.
    fn is_dead(&self, tail: &str) -> bool {
        if !tail.starts_with("<a") {
            return false;
        }
        let address = first_tag(tail).split_once("href=\"").and_then(|(_, rest)| rest.split_once('"'));
        address.is_some_and(|(address, _)| {
            address.starts_with('/')
                && self.site.is_none()
                && !address.starts_with("/static/")
                && self.file(address).is_none()
        })
    }

    /// The file that an address leads to, with the place in it.
    fn file(&self, address: &str) -> Option<(&str, String)> {
        let (page, place) =
            address.split_once('#').map_or((address, None), |(page, place)| (page, Some(place)));
        let file = self.known.get(page)?;
        Some((file, place.map(|place| format!("#{place}")).unwrap_or_default()))
    }

    /// Writes a tag with its addresses as they are to be.
    fn tag(&mut self, tag: &str, up: &str, written: &mut String) {
        let mut rest = tag;
        while let Some((at, name)) = first_address(rest) {
            let (before, tail) = rest.split_at(at);
            let value = tail.get(name.len()..).unwrap_or_default();
            let (address, after) = value.split_once('"').unwrap_or((value, ""));
            let target = match tag.starts_with("<use ") {
                true => self.drawing(address),
                false => self.target(address, up),
            };
            match target {
                Target::To(address) => {
                    [before, name, &address, "\""].into_iter().for_each(|part| written.push_str(part));
                }
                Target::Nowhere => written.push_str(before.trim_end()),
            }
            rest = after;
        }
        written.push_str(rest);
    }

    /// An address that is said from where its page is, as long lists do to be short: files lie as their addresses do.
    fn beside(&self, address: &str) -> String {
        let (page, place) = address.split_at(address.find('#').unwrap_or(address.len()));
        let file = format!("{}.html", page.trim_start_matches("../"));
        if self.files.contains(&file) { format!("{page}.html{place}") } else { address.to_owned() }
    }

    fn drawing(&mut self, address: &str) -> Target {
        let address = address.strip_prefix("/static/").and_then(|address| address.split_once('#'));
        let Some((file, name)) = address else { return Target::Nowhere };
        self.drawings.insert((file.to_owned(), name.to_owned()));
        Target::To(format!("#{}", id_of(file, name)))
    }

    fn target(&mut self, address: &str, up: &str) -> Target {
        if !address.starts_with('/') {
            return Target::To(self.beside(address));
        }
        if let Some((file, place)) = self.file(address) {
            return Target::To(format!("{up}{file}{place}"));
        }
        if let Some(path) = address.strip_prefix("/static/") {
            let file = path.split_once('#').map_or(path, |(file, _)| file);
            self.assets.insert(format!("static/{file}"));
            return Target::To(format!("{up}static/{path}"));
        }
        match &self.site {
            // Pages that say when they are out of date ask the server; these do not.
            Some(site) if !address.contains("/live?") => Target::To(format!("{site}{address}")),
            _ => Target::Nowhere,
        }
    }
}

/// Where the first attribute with an address stands in a tag, and which it is.
fn first_address(tag: &str) -> Option<(usize, &'static str)> {
    let begins = |at: usize| tag.get(..at).is_some_and(|before| before.ends_with(char::is_whitespace));
    let places =
        ADDRESSES.into_iter().flat_map(|name| tag.match_indices(name).map(move |(at, _)| (at, name)));
    places.filter(|(at, _)| begins(*at)).min_by_key(|(at, _)| *at)
}

/// The tag that a text begins with.
fn first_tag(text: &str) -> &str {
    text.split('>').next().unwrap_or_default()
}

/// What a drawing is called in a page: files have drawings of the same name.
fn id_of(file: &str, name: &str) -> String {
    format!("{}-{name}", file.split('.').next().unwrap_or_default().replace('/', "-"))
}

/// The files that a style sheet names.
fn named_in(sheet: &str) -> Vec<String> {
    let named = assets::text(sheet.trim_start_matches("static/"))
        .split("url(\"../")
        .skip(1)
        .filter_map(|rest| rest.split_once('"'));
    named.map(|(path, _)| format!("static/{path}")).collect()
}
