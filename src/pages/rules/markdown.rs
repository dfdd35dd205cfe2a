//! The rulings' Markdown as HTML, made once: every ruling and every part has an anchor, and rulings that are named in the
//! text are links.

use std::sync::LazyLock;

use pulldown_cmark::{CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};
use tiger_rules::{GameKind, rulings};

use super::linked;

/// A part of the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heading {
    /// Its anchor.
    pub id: String,
    /// What it is called.
    pub title: String,
}

/// A text as HTML.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Text {
    pub(super) title: String,
    pub(super) contents: Vec<Heading>,
    pub(super) html: String,
}

/// The rulings of a game.
pub(super) fn rulings_of(game: GameKind) -> &'static Text {
    static CHESSFIELD: LazyLock<Text> = LazyLock::new(|| Text::of(GameKind::TigerChess));
    static DRAGON: LazyLock<Text> = LazyLock::new(|| Text::of(GameKind::Dragon));
    static DANCE: LazyLock<Text> = LazyLock::new(|| Text::of(GameKind::Dance));
    match game {
        GameKind::LancerChess | GameKind::TigerChess => &CHESSFIELD,
        GameKind::Dragon => &DRAGON,
        GameKind::Dance => &DANCE,
    }
}

impl Text {
    fn of(game: GameKind) -> Self {
        let parser = Parser::new_ext(rulings(game), Options::ENABLE_TABLES);
        let mut writer = Writer::new(game);
        for event in parser {
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
    game: GameKind,
    title: String,
    contents: Vec<Heading>,
    events: Vec<Event<'a>>,
    place: Place,
    /// The number of the next ruling, in a numbered list.
    number: Option<u64>,
}

impl<'a> Writer<'a> {
    const fn new(game: GameKind) -> Self {
        Self {
            game,
            title: String::new(),
            contents: Vec::new(),
            events: Vec::new(),
            place: Place::Plain,
            number: None,
        }
    }

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
            Event::Text(text) if self.place == Place::Title => self.title.push_str(&text),
            Event::Text(text) if self.place == Place::Part => {
                if let Some(part) = self.contents.last_mut() {
                    part.title.push_str(&text);
                }
            }
            Event::Text(text) if self.place == Place::Plain => {
                let html = linked(&text, Some(self.game));
                self.events.push(Event::InlineHtml(html.into()));
            }
            Event::Start(Tag::List(first)) => {
                self.number = first;
                self.events.push(Event::Start(Tag::List(first)));
            }
            Event::Start(Tag::Item) if self.number.is_some() => {
                let number = self.number.unwrap_or_default();
                self.number = Some(number + 1);
                self.raw(format!("<li id=\"ruling-{number}\">"));
            }
            // What is wider than a phone scrolls by itself, by keyboard too.
            Event::Start(Tag::Table(alignments)) => {
                let name = self.contents.last().map(|part| part.title.clone()).unwrap_or_default();
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
                let name = self.contents.last().map(|part| part.title.clone()).unwrap_or_default();
                self.raw(format!("<pre role=\"region\" aria-label=\"{name}\" tabindex=\"0\"><code>"));
            }
            Event::End(TagEnd::CodeBlock) => {
                self.place = Place::Plain;
                self.raw("</code></pre>");
            }
            other => self.events.push(other),
        }
    }

    fn end_heading(&mut self) {
        if let (Place::Part, Some(part)) = (self.place, self.contents.last_mut()) {
            let words = part.title.to_lowercase();
            let words = words.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
            part.id = words.collect::<Vec<_>>().join("-");
            let html = format!("<h2 id=\"{}\">{}</h2>", part.id, linked(&part.title, Some(self.game)));
            self.raw(html);
        }
        self.place = Place::Plain;
    }
}

#[cfg(test)]
mod tests {
    use tiger_rules::{GameKind, ruling};

    use super::rulings_of;

    #[test]
    fn every_ruling_has_its_anchor_and_every_table_its_frame() {
        for game in GameKind::ALL {
            let text = rulings_of(game);
            let count = (1..).take_while(|&number| ruling(game, number).is_some()).count();
            let anchors = text.html.matches("<li id=\"ruling-").count();
            assert_eq!(anchors, count, "{game}");
            assert_eq!(
                text.html.matches("<table").count(),
                text.html.matches("class=\"table-scroll\"").count()
            );
            assert!(
                text.html.contains("<strong>reconstruction</strong>"),
                "{game} says what is reconstructed"
            );
            assert!(text.contents.iter().any(|part| part.id == "rulings" && part.title == "Rulings"));
            assert!(!text.title.is_empty() && !text.html.contains("<h1"));
        }
        let dragon = &rulings_of(GameKind::Dragon).html;
        assert!(dragon.contains("<a href=\"/rules/dragon#ruling-26\">ruling 26</a>"));
    }
}
