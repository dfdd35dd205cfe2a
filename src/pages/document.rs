//! Markdown as the HTML of a page: every part has an anchor, what is wider than a phone scrolls by itself, and rulings that
//! the text names are links.

use pulldown_cmark::{CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};
use tiger_rules::GameKind;

use super::rules::linked;

/// A part of the text.
pub struct Heading {
    pub id: String,
    pub title: String,
}

/// A text as HTML.
pub struct Document {
    /// Its title, which does not stand in the HTML.
    pub title: String,
    pub contents: Vec<Heading>,
    /// All but the title.
    pub html: String,
}

impl Document {
    /// The rulings of a game: every one has its number as an anchor.
    pub fn rulings(text: &str, game: GameKind) -> Self {
        Self::written(text, Some(game), &|address| Some(address.to_owned()))
    }

    /// A text whose links are put as `address` says; one that leads nowhere from here becomes plain words.
    pub fn of(text: &str, address: &dyn Fn(&str) -> Option<String>) -> Self {
        Self::written(text, None, address)
    }

    fn written(text: &str, game: Option<GameKind>, address: &dyn Fn(&str) -> Option<String>) -> Self {
        let mut writer = Writer {
            game,
            address,
            title: String::new(),
            contents: Vec::new(),
            events: Vec::new(),
            place: Place::Plain,
            number: None,
            leads: false,
            regions: 0,
        };
        for event in Parser::new_ext(text, Options::ENABLE_TABLES) {
            writer.take(event);
        }
        let mut html = String::new();
        html::push_html(&mut html, writer.events.into_iter());
        Self { title: writer.title, contents: writer.contents, html }
    }
}

/// What a piece of text stands in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    Title,
    Part,
    Code,
    Plain,
}

struct Writer<'a> {
    /// The game whose numbered lists are rulings.
    game: Option<GameKind>,
    address: &'a dyn Fn(&str) -> Option<String>,
    title: String,
    contents: Vec<Heading>,
    events: Vec<Event<'a>>,
    place: Place,
    /// The number of the next ruling, in a numbered list.
    number: Option<u64>,
    leads: bool,
    /// How many regions the part has that scroll by themselves.
    regions: usize,
}

impl<'a> Writer<'a> {
    fn raw(&mut self, text: impl Into<CowStr<'a>>) {
        self.events.push(Event::Html(text.into()));
    }

    fn take(&mut self, event: Event<'a>) {
        match event {
            Event::Start(Tag::Heading { level: HeadingLevel::H1, .. }) => self.place = Place::Title,
            Event::Start(Tag::Heading { .. }) => {
                self.contents.push(Heading { id: String::new(), title: String::new() });
                self.place = Place::Part;
            }
            Event::End(TagEnd::Heading(_)) => self.end_heading(),
            Event::Text(text) | Event::Code(text) if self.place == Place::Title => self.title.push_str(&text),
            Event::Text(text) | Event::Code(text) if self.place == Place::Part => {
                if let Some(part) = self.contents.last_mut() {
                    part.title.push_str(&text);
                }
            }
            Event::Text(text) if self.place == Place::Plain => {
                let html = linked(&text, self.game);
                self.events.push(Event::InlineHtml(html.into()));
            }
            Event::Start(Tag::List(first)) => {
                self.number = first.filter(|_| self.game.is_some());
                self.events.push(Event::Start(Tag::List(first)));
            }
            Event::Start(Tag::Item) if self.number.is_some() => {
                let number = self.number.unwrap_or_default();
                self.number = Some(number + 1);
                self.raw(format!("<li id=\"ruling-{number}\">"));
            }
            Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
                let address = (self.address)(&dest_url);
                self.leads = address.is_some();
                if let Some(dest_url) = address.map(CowStr::from) {
                    self.events.push(Event::Start(Tag::Link { link_type, dest_url, title, id }));
                }
            }
            Event::End(TagEnd::Link) if !self.leads => {}
            Event::Start(Tag::Image { link_type, dest_url, title, id }) => {
                let dest_url = (self.address)(&dest_url).map_or(dest_url, CowStr::from);
                self.events.push(Event::Start(Tag::Image { link_type, dest_url, title, id }));
            }
            // What is wider than a phone scrolls by itself, by keyboard too.
            Event::Start(Tag::Table(alignments)) => {
                let name = self.region();
                self.raw(format!(
                    "<div class=\"table-scroll\" role=\"region\" aria-label=\"{name}\" tabindex=\"0\">"
                ));
                self.events.push(Event::Start(Tag::Table(alignments)));
            }
            Event::End(TagEnd::Table) => {
                self.events.push(Event::End(TagEnd::Table));
                self.raw("</div>");
            }
            Event::Start(Tag::CodeBlock(_)) => {
                self.place = Place::Code;
                let name = self.region();
                self.raw(format!("<pre role=\"region\" aria-label=\"{name}\" tabindex=\"0\"><code>"));
            }
            Event::End(TagEnd::CodeBlock) => {
                self.place = Place::Plain;
                self.raw("</code></pre>");
            }
            other => self.events.push(other),
        }
    }

    /// A name of its own for the next region that scrolls by itself.
    fn region(&mut self) -> String {
        self.regions += 1;
        let part = self.contents.last().map_or(&*self.title, |part| &part.title);
        match self.regions {
            1 => part.to_owned(),
            more => format!("{part}, {more}"),
        }
    }

    fn end_heading(&mut self) {
        self.regions = 0;
        if let (Place::Part, Some(part)) = (self.place, self.contents.last_mut()) {
            let words = part.title.to_lowercase();
            let words = words.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
            part.id = words.collect::<Vec<_>>().join("-");
            let html = format!("<h2 id=\"{}\">{}</h2>", part.id, linked(&part.title, self.game));
            self.raw(html);
        }
        self.place = Place::Plain;
    }
}
