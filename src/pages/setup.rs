//! Pages on which an event is made, set up and staffed.

use askama::Template;
use tiger_pairing::tiebreak::TABLE;
use tiger_rules::dance::Board;
use tiger_rules::{ClockSettings, GameKind, GamePoints, PointsTable};

use super::Frame;
use super::form::{Choice, FormView};
use crate::board::Drawing;
use crate::domain::settings::{Format, Seeding};
use crate::services::import::{Mistake, RoundSummary, Story};

/// The form of a new event.
#[derive(Debug, Template)]
#[template(path = "setup/new.html")]
pub struct NewEventPage {
    /// The frame.
    pub frame: Frame,
    /// The form.
    pub form: FormView,
    /// What it offers.
    pub offers: Offers,
    /// The board of The Dragon's Dance, if it is to be shown.
    pub board: Option<Drawing>,
}

/// The form of an event's settings.
#[derive(Debug, Template)]
#[template(path = "setup/settings.html")]
pub struct SettingsPage {
    /// The frame.
    pub frame: Frame,
    /// Where the event's pages begin.
    pub base: String,
    /// The form.
    pub form: FormView,
    /// What it offers.
    pub offers: Offers,
    /// The board of The Dragon's Dance, if it is to be shown.
    pub board: Option<Drawing>,
    /// Whether this reader may change anything.
    pub is_chief: bool,
    /// Whether a round exists, so that game and format stand.
    pub is_running: bool,
}

/// The arbiters of an event.
#[derive(Debug, Template)]
#[template(path = "setup/staff.html")]
pub struct StaffPage {
    /// The frame.
    pub frame: Frame,
    /// Where the event's pages begin.
    pub base: String,
    /// The form that appoints one.
    pub form: FormView,
    /// Those who could be appointed.
    pub people: Vec<Choice>,
    /// Those who are.
    pub members: Vec<MemberRow>,
    /// Whether this reader may change anything.
    pub is_chief: bool,
    /// The key that every dismissal form carries.
    pub once: String,
}

/// An arbiter in the list.
#[derive(Debug)]
pub struct MemberRow {
    /// The person.
    pub id: String,
    /// The name.
    pub name: String,
    /// The rank.
    pub role: &'static str,
}

/// Players who must not meet.
#[derive(Debug, Template)]
#[template(path = "setup/forbidden.html")]
pub struct ForbiddenPage {
    /// The frame.
    pub frame: Frame,
    /// Where the event's pages begin.
    pub base: String,
    /// The form that adds a group.
    pub form: FormView,
    /// The players by number.
    pub players: Vec<Choice>,
    /// The groups.
    pub groups: Vec<GroupRow>,
    /// The first round that can still be bound.
    pub next_round: u16,
    /// The key that every form of the list carries.
    pub once: String,
}

/// A group of players who must not meet.
#[derive(Debug)]
pub struct GroupRow {
    /// The group.
    pub id: String,
    /// The players' names.
    pub names: String,
    /// The rounds in words.
    pub rounds: String,
    /// What lifting it is called: `Remove` before it binds, `End` after; empty once it is over.
    pub lift: &'static str,
}

/// Everything that the settings form offers to choose from.
#[derive(Debug, Clone)]
pub struct Offers {
    /// The games.
    pub games: Vec<Choice>,
    /// The formats.
    pub formats: Vec<Choice>,
    /// By what a knockout can be seeded.
    pub seedings: Vec<Choice>,
    /// The scoring tables.
    pub tables: Vec<Choice>,
    /// Zones of the world, for a list of proposals.
    pub zones: Vec<&'static str>,
    /// Clocks, for a list of proposals.
    pub clocks: Vec<(String, String)>,
    /// Tie-breaks with their names.
    pub tie_breaks: Vec<(String, String)>,
    /// The standard board file of The Dragon's Dance, a pattern for others.
    pub board_pattern: &'static str,
}

impl Default for Offers {
    fn default() -> Self {
        Self {
            games: GameKind::ALL.iter().map(|game| Choice::new(game.key(), game.name())).collect(),
            formats: vec![
                Choice::new(Format::RoundRobin.key(), Format::RoundRobin.title())
                    .with_hint("Everybody meets everybody once, by the Berger tables."),
                Choice::new(Format::DoubleRoundRobin.key(), Format::DoubleRoundRobin.title())
                    .with_hint("Everybody meets everybody twice, once moving first and once second."),
                Choice::new(Format::Swiss.key(), Format::Swiss.title())
                    .with_hint("Players with about as many points meet, by FIDE's Dutch system."),
                Choice::new(Format::Knockout.key(), Format::Knockout.title())
                    .with_hint("Who loses a tie goes out; the winner of the final wins the event."),
                Choice::new(Format::Match.key(), Format::Match.title()).with_hint(
                    "Two players meet in every round, the sides alternating. Write the games as rounds.",
                ),
                Choice::new(Format::Free.key(), Format::Free.title())
                    .with_hint("You pair every round by hand; the program proposes."),
            ],
            seedings: vec![
                Choice::new(Seeding::Number.key(), "Pairing number"),
                Choice::new(Seeding::Rating.key(), "Rating"),
            ],
            tables: vec![
                Choice::new("game", "The game's own table"),
                Choice::new("event", "Win, draw and loss as below"),
            ],
            zones: chrono_tz::TZ_VARIANTS.iter().map(|zone| zone.name()).collect(),
            clocks: proposed_clocks(),
            tie_breaks: TABLE.iter().map(|line| (line.acronym.to_owned(), line.name.to_owned())).collect(),
            board_pattern: Board::standard_text(),
        }
    }
}

fn proposed_clocks() -> Vec<(String, String)> {
    [
        (ClockSettings::TIGERCHESS, "TigerChess, the text's example"),
        (ClockSettings::DRAGON, "Dragon, the text's example"),
        (ClockSettings::RANDOM_EXHIBITION, "TigerChess, Random exhibition"),
        (ClockSettings::OVER_THE_BOARD, "90 minutes, 30 seconds a move"),
    ]
    .map(|(clock, title)| (clock.to_string(), title.to_owned()))
    .to_vec()
}

/// Points as a form shows them.
#[must_use]
pub fn points_text(points: GamePoints) -> String {
    points.decimal()
}

/// The form that takes a report file.
#[derive(Debug, Template)]
#[template(path = "setup/import.html")]
pub struct ImportPage {
    /// The frame.
    pub frame: Frame,
    /// The form.
    pub form: FormView,
    /// The games.
    pub games: Vec<Choice>,
    /// How rounds can have been paired.
    pub formats: Vec<Choice>,
    /// What is wrong with the file, each with line and column.
    pub mistakes: Vec<Mistake>,
}

impl ImportPage {
    /// The form with what is wrong with the file.
    #[must_use]
    pub fn new(frame: Frame, form: FormView, mistakes: Vec<Mistake>) -> Self {
        let formats = Format::ALL.into_iter().filter(|format| !format.has_bracket());
        let formats = formats.map(|format| Choice::new(format.key(), format.title()));
        Self {
            frame,
            form,
            games: GameKind::ALL.iter().map(|game| Choice::new(game.key(), game.name())).collect(),
            formats: std::iter::once(Choice::new("", "As the file says")).chain(formats).collect(),
            mistakes,
        }
    }
}

/// What a report file would become.
#[derive(Debug, Template)]
#[template(path = "setup/import_preview.html")]
pub struct ImportPreview {
    /// The frame.
    pub frame: Frame,
    /// The form that makes the event.
    pub form: FormView,
    /// The event's name.
    pub name: String,
    /// Players and rounds in a sentence.
    pub lead: String,
    /// What is not carried over.
    pub notes: Vec<String>,
    /// The rounds by number.
    pub rounds: Vec<(u16, RoundSummary)>,
    /// Number, name, federation and rating of the players.
    pub players: Vec<(u16, String, String, String)>,
    /// The settings in words.
    pub facts: Vec<(&'static str, String)>,
}

impl ImportPreview {
    /// The preview of a story.
    #[must_use]
    pub fn new(frame: Frame, form: FormView, story: &Story) -> Self {
        let settings = &story.settings;
        let text = |text: Option<String>| text.unwrap_or_default();
        let players = (1..).zip(&story.players).map(|(number, player)| {
            let federation = text(player.federation.as_ref().map(ToString::to_string));
            let rating = text(player.rating.map(|rating| rating.to_string()));
            (number, player.name.to_string(), federation, rating)
        });
        let points = match &settings.points {
            PointsTable::Game => "the game's own".to_owned(),
            PointsTable::Event(table) => format!(
                "win {}, draw {}, loss {}, bye {}",
                points_text(table.win),
                points_text(table.draw),
                points_text(table.loss),
                settings.byes.full
            ),
        };
        let codes: Vec<_> = settings.tie_breaks.iter().map(ToString::to_string).collect();
        let facts = [
            ("Game", settings.game.to_string()),
            ("Format", settings.format.title().to_owned()),
            ("Rounds", format!("{} played or begun, {} planned", story.rounds.len(), settings.rounds)),
            ("When", super::masthead::days(settings.starts_on, settings.ends_on)),
            ("Where", text(settings.venue.as_ref().map(ToString::to_string))),
            ("Points", points),
            ("Tie-breaks", codes.join(", ")),
            ("Accelerated", if settings.is_accelerated { "yes (Baku)".to_owned() } else { String::new() }),
        ];
        let later = match story.later_byes {
            0 => String::new(),
            1 => " One bye is granted for a round to come.".to_owned(),
            byes => format!(" {byes} byes are granted for rounds to come."),
        };
        Self {
            frame,
            form,
            name: settings.name.to_string(),
            lead: format!("{} players and {} rounds.{later}", story.players.len(), story.rounds.len()),
            notes: story.notes.clone(),
            rounds: (1..).zip(story.rounds.iter().copied()).collect(),
            players: players.collect(),
            facts: facts.into_iter().filter(|(_, value)| !value.is_empty()).collect(),
        }
    }
}
