//! Festivals: the page for everybody, who plays where, the desk of all sections, a new one.

use std::collections::BTreeSet;

use askama::Template;
use tiger_event::festival::{boards, collide};
use tiger_event::local_time::in_words;
use tiger_event::text::count;
use tiger_event::{Entry, Event, Festival, Register, RoundState};

use super::Frame;
use super::form::{Choice, FormView};
use crate::access::base;
use crate::error::problem::percent_encode;
use crate::pages::or_empty;
use crate::services::festivals::{Listed, Roof, Section, WhoPlays, to_copy, who_plays};
use crate::services::queue::{Matter, queue};

pub fn base_of(festival: &Festival) -> String {
    format!("/festivals/{}", festival.slug)
}

/// A section as everybody sees it.
pub struct SectionView {
    pub name: String,
    pub game: String,
    /// Where its pages begin.
    pub base: String,
    /// Its room; may be empty.
    pub room: String,
    /// The numbers of its boards; empty before anybody is entered.
    pub boards: String,
    pub now: String,
    /// What comes next; empty where that is not said.
    pub next: String,
    pub has_rounds: bool,
    /// Its screen in the hall.
    pub screen: String,
}

impl SectionView {
    pub fn of(event: &Event) -> Self {
        let published = event.published_rounds();
        let games = event.games_of(published);
        let is_on = event.rounds.iter().any(|round| round.state == RoundState::Published);
        let done = games.iter().filter(|game| game.result.is_some()).count();
        let now = match published {
            _ if event.is_finished => "Over.".to_owned(),
            0 => format!("Not begun; {} entered.", count(event.entries.len(), "player is", "players are")),
            round if is_on => {
                format!("Round {round} is being played: {done} of {} results are in.", games.len())
            }
            round => format!("Round {round} of {} is over.", event.planned_rounds()),
        };
        let next = event.next_beginning().filter(|_| !event.is_finished);
        let (first, last) = boards(event);
        Self {
            name: event.settings.name.to_string(),
            game: event.settings.game.to_string(),
            base: base(event),
            room: or_empty(&event.settings.room),
            boards: if last > first { format!("Boards {first} to {last}") } else { String::new() },
            now,
            next: next
                .map(|line| format!("{} begins on {}.", line.title(), in_words(line.begins)))
                .unwrap_or_default(),
            has_rounds: published > 0,
            screen: format!("{}/hall", base(event)),
        }
    }
}

#[derive(Template)]
#[template(path = "festivals/show.html")]
pub struct FestivalPage {
    pub frame: Frame,
    /// Where the festival's pages begin.
    pub base: String,
    pub name: String,
    /// The sections that everybody may see.
    pub sections: Vec<SectionView>,
    /// Whether whoever asks works here.
    pub is_staff: bool,
}

/// Somebody who plays in a section or several.
pub struct Somebody {
    pub name: String,
    /// The sections, each with the page of the player there.
    pub plays: Vec<(String, String)>,
    /// Whether only the name says that it is one person.
    pub is_by_name: bool,
}

#[derive(Template)]
#[template(path = "festivals/players.html")]
pub struct PlayersPage {
    pub frame: Frame,
    pub people: Vec<Somebody>,
    /// How many of them play in more than one section.
    pub shared: usize,
}

impl PlayersPage {
    pub fn of(frame: Frame, events: &[&Event], register: &Register) -> Self {
        let place = |(section, number): (usize, u16)| {
            let event = events.get(section)?;
            let has_left =
                event.entries.values().any(|entry| entry.number == number && event.has_left(entry));
            let left = if has_left { " (has left)" } else { "" };
            Some((format!("{}{left}", event.settings.name), format!("{}/players/{number}", base(event))))
        };
        let somebody = |it: WhoPlays| Somebody {
            name: it.name,
            plays: it.plays.into_iter().filter_map(place).collect(),
            is_by_name: it.is_by_name,
        };
        let people: Vec<_> = who_plays(events, register).into_iter().map(somebody).collect();
        let shared = people.iter().filter(|somebody| somebody.plays.len() > 1).count();
        Self { frame, people, shared }
    }
}

/// A section as its arbiters see it at the festival's desk.
pub struct DeskSection {
    /// What everybody sees, drafts left out.
    pub view: SectionView,
    pub id: String,
    pub is_public: bool,
    /// Whether whoever asks may take it out.
    pub may_take: bool,
    /// What only an arbiter's decision ends, each in a sentence.
    pub due: Vec<String>,
    /// What else is due, in a sentence; may be empty.
    pub others: String,
}

impl DeskSection {
    fn of(roof: &Roof, section: &Section) -> Self {
        let event = &*section.event;
        let (mut due, mut open, mut dice) = (Vec::new(), 0, 0);
        for waiting in queue(event) {
            let place =
                event.games.get(&waiting.game).map(|game| event.place_title(game)).unwrap_or_default();
            match (waiting.matter.told(), &waiting.matter) {
                (Some(sentence), _) => due.push(format!("{place}: {sentence}")),
                (None, Matter::MissingDice | Matter::UnconfirmedCast { .. }) => dice += 1,
                (None, _) => open += 1,
            }
        }
        let asks = event.open_wishes().into_iter();
        due.extend(asks.map(|(entry, wish)| format!("{} asks {}.", entry.details.name, wish.asked.words())));
        let announced = event.announced().count();
        let counted = [
            (open, "open at the boards"),
            (dice, "to be settled about dice"),
            (announced, "to be confirmed at the check-in"),
        ];
        let others =
            counted.iter().filter(|(count, _)| *count > 0).map(|(count, what)| format!("{count} {what}"));
        Self {
            view: SectionView::of(event),
            id: event.id.to_string(),
            is_public: event.is_public,
            may_take: roof.may_take(section),
            due,
            others: others.collect::<Vec<_>>().join(", "),
        }
    }
}

#[derive(Template)]
#[template(path = "festivals/desk.html")]
pub struct DeskPage {
    pub frame: Frame,
    /// Where the festival's pages begin.
    pub base: String,
    pub name: String,
    /// The sections that whoever asks works in.
    pub sections: Vec<DeskSection>,
    /// Sections that whoever made the festival does not work in: identifier and name.
    pub foreign: Vec<(String, String)>,
    /// Whether whoever asks may add and take sections.
    pub may_change: bool,
    /// Another name.
    pub rename: FormView,
    pub delete: FormView,
    /// Sections whose boards bear the same numbers, each pair in a sentence.
    pub overlaps: Vec<String>,
    /// The events that can be added.
    pub others: Vec<Choice>,
    /// The screens that go round sections: what each shows, and its address.
    pub screens: Vec<(String, String)>,
    /// The sections between which players are copied.
    pub between: Vec<Choice>,
}

impl DeskPage {
    /// The desk, with the events that can be added.
    pub fn of(frame: Frame, roof: &Roof, others: Vec<Choice>) -> Self {
        let worked: Vec<&Section> = roof.worked().collect();
        let going_on: Vec<_> = worked.iter().filter(|section| !section.event.is_finished).collect();
        let mut overlaps = Vec::new();
        for (place, one) in going_on.iter().enumerate() {
            for other in &going_on[place + 1..] {
                if collide(&one.event, &other.event) {
                    let names = [&one.event, &other.event].map(|event| event.settings.name.to_string());
                    overlaps.push(format!("{} and {} have boards of the same numbers.", names[0], names[1]));
                }
            }
        }
        let base = base_of(&roof.festival);
        let rooms = roof.sections.iter().filter(|section| section.event.is_public);
        let rooms: BTreeSet<String> = rooms
            .filter_map(|section| section.event.settings.room.as_ref().map(ToString::to_string))
            .collect();
        let of_room = |room: &String| (room.clone(), format!("{base}/hall/1?room={}", percent_encode(room)));
        let all = ("All rooms".to_owned(), format!("{base}/hall/1"));
        let choice = |section: &&Section| {
            Choice::new(
                section.event.slug.as_str(),
                format!("{} ({})", section.event.settings.name, section.event.slug),
            )
        };
        Self {
            frame,
            screens: std::iter::once(all).chain(rooms.iter().map(of_room)).collect(),
            between: worked.iter().map(choice).collect(),
            base,
            name: roof.festival.name.to_string(),
            foreign: roof.foreign().map(|section| (section.event.id.to_string(), section.name())).collect(),
            sections: worked.into_iter().map(|section| DeskSection::of(roof, section)).collect(),
            may_change: roof.may_change,
            rename: FormView::fresh("rename")
                .with_value("name", roof.festival.name.to_string())
                .with_value("seen", roof.festival.name.to_string()),
            delete: FormView::fresh("delete"),
            overlaps,
            others,
        }
    }
}

/// Players of a section, to be entered in another too.
#[derive(Template)]
#[template(path = "festivals/copy.html")]
pub struct CopyPage {
    pub frame: Frame,
    /// Where the festival's pages begin.
    pub base: String,
    pub names: [String; 2],
    pub slugs: [String; 2],
    /// The players to choose from: identifier, name, club and rating.
    pub players: Vec<(String, String, String)>,
}

impl CopyPage {
    /// The players who are not in the other section.
    pub fn of(frame: Frame, base: String, (from, to): (&Event, &Event)) -> Self {
        let player = |entry: &Entry| {
            let details = &entry.details;
            let club = details.club.as_ref().map(ToString::to_string);
            let rating = details.rating.map(|rating| rating.to_string());
            let more = club.into_iter().chain(rating).collect::<Vec<_>>().join(", ");
            (entry.id.to_string(), details.name.to_string(), more)
        };
        Self {
            frame,
            base,
            names: [from, to].map(|event| event.settings.name.to_string()),
            slugs: [from, to].map(|event| event.slug.to_string()),
            players: to_copy(from, to).into_iter().map(player).collect(),
        }
    }
}

#[derive(Template)]
#[template(path = "festivals/list.html")]
pub struct ListPage {
    pub frame: Frame,
    /// Those that whoever asks made or works in: name and address of the desk.
    pub own: Vec<(String, String)>,
    /// Those that everybody may see: name and address.
    pub public: Vec<(String, String)>,
}

impl ListPage {
    pub fn of(frame: Frame, found: &Listed) -> Self {
        let at = |festival: &Festival, rest: &str| {
            (festival.name.to_string(), format!("{}{rest}", base_of(festival)))
        };
        Self {
            frame,
            own: found.own.iter().map(|festival| at(festival, "/desk")).collect(),
            public: found.public.iter().map(|festival| at(festival, "")).collect(),
        }
    }
}

#[derive(Template)]
#[template(path = "festivals/new.html")]
pub struct NewFestivalPage {
    pub frame: Frame,
    pub form: FormView,
}
