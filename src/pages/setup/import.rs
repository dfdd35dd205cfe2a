//! A new event from a report file: the form, and what the file would become.

use askama::Template;
use tiger_event::Format;
use tiger_event::points_text::{shown, shown_halves};
use tiger_event::text::count;
use tiger_rules::{GameKind, PointsTable};

use crate::pages::{Choice, FormView, Frame, masthead, or_empty};
use crate::services::import::{FileMistake, RoundSummary, Story};

/// The form that takes a report file.
#[derive(Template)]
#[template(path = "setup/import.html")]
pub struct ImportPage {
    pub frame: Frame,
    pub form: FormView,
    pub games: Vec<Choice>,
    /// How rounds can have been paired.
    pub formats: Vec<Choice>,
    /// What is wrong with the file, each with line and column.
    pub mistakes: Vec<FaultRow>,
}

/// Something that is wrong with a file, and the place as it is written.
pub struct FaultRow {
    pub mistake: FileMistake,
    /// What stands before the column, in it, and behind it.
    pub line: [String; 3],
}

/// How much of a line is shown before and behind the place that is meant.
const AROUND: usize = 24;

impl FaultRow {
    fn of(mistake: FileMistake, text: &str) -> Self {
        let line = text.lines().nth(mistake.line.saturating_sub(1)).unwrap_or_default();
        let (at, letters) = (mistake.column.saturating_sub(1), line.chars());
        let part = |from: usize, length: usize| letters.clone().skip(from).take(length).collect::<String>();
        let from = at.saturating_sub(AROUND);
        let mut parts = [part(from, at - from), part(at, 1), part(at + 1, AROUND)];
        let dots = |is_cut: bool| if is_cut { "…" } else { "" };
        parts[0].insert_str(0, dots(from > 0));
        parts[2].push_str(dots(line.chars().nth(at + 1 + AROUND).is_some()));
        Self { mistake, line: parts }
    }
}

impl ImportPage {
    pub fn new(frame: Frame, form: FormView, mistakes: Vec<FileMistake>) -> Self {
        let formats = Format::ALL.into_iter().filter(|format| !format.has_bracket());
        let formats = formats.map(|format| Choice::new(format.key(), format.title()));
        let games = GameKind::ALL.iter().map(|game| Choice::new(game.key(), game.name()));
        let text = form.value("text").to_owned();
        Self {
            frame,
            form,
            games: std::iter::once(Choice::new("", "As the file says")).chain(games).collect(),
            formats: std::iter::once(Choice::new("", "As the file says")).chain(formats).collect(),
            mistakes: mistakes.into_iter().map(|mistake| FaultRow::of(mistake, &text)).collect(),
        }
    }
}

/// What a report file would become.
#[derive(Template)]
#[template(path = "setup/import_preview.html")]
pub struct ImportPreview {
    pub frame: Frame,
    pub form: FormView,
    pub name: String,
    pub lead: String,
    /// What is not carried over.
    pub notes: Vec<String>,
    pub rounds: Vec<(u16, RoundSummary)>,
    /// Number, name, federation and rating of the players.
    pub players: Vec<(u16, String, String, String)>,
    pub facts: Vec<(&'static str, String)>,
}

impl ImportPreview {
    pub fn new(frame: Frame, form: FormView, story: &Story) -> Self {
        let settings = &story.settings;
        let players = (1..).zip(&story.players).map(|(number, player)| {
            (number, player.name.to_string(), or_empty(&player.federation), or_empty(&player.rating))
        });
        let points = match &settings.points {
            PointsTable::Game => "the game's own".to_owned(),
            PointsTable::Event(table) => format!(
                "win {}, draw {}, loss {}, bye {}",
                shown(table.win),
                shown(table.draw),
                shown(table.loss),
                shown_halves(settings.byes.full.halves().into())
            ),
        };
        let codes: Vec<_> = settings.tie_breaks.iter().map(ToString::to_string).collect();
        let facts = [
            ("Game", settings.game.to_string()),
            ("Format", settings.format.title().to_owned()),
            ("Rounds", format!("{} played or begun, {} planned", story.rounds.len(), settings.rounds)),
            ("When", masthead::days(settings.starts_on, settings.ends_on)),
            ("Where", or_empty(&settings.venue)),
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
            lead: format!(
                "{} and {}.{later}",
                count(story.players.len(), "player", "players"),
                count(story.rounds.len(), "round", "rounds")
            ),
            notes: story.notes.clone(),
            rounds: (1..).zip(story.rounds.iter().copied()).collect(),
            players: players.collect(),
            facts: facts.into_iter().filter(|(_, value)| !value.is_empty()).collect(),
        }
    }
}
