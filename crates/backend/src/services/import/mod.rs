//! A whole event from a report file (TRF16, TRF26): players, rounds, results, byes and settings become ordinary
//! commands, so that the ledger tells the event as if it had been run here. What the file says and an event cannot
//! hold is listed, never dropped in silence.

pub mod encoding;
mod mistakes;
mod newcomers;
mod notes;
mod rounds;
pub mod settings;

use crate::clock;
use chrono::{DateTime, NaiveDate, Utc};
use tiger_event::{
    Command, EntryCommand, EntryDetails, EntryId, Event, EventCommand, EventId, Format, NewEntry, PersonName,
    Refusal, Settings, Slug, UserId,
};
use tiger_pairing::Points;
use tiger_pairing::trf;
use tiger_rules::GameKind;

pub use encoding::text_of;
pub use mistakes::FileMistake;
use newcomers::{Newcomer, Newcomers};

/// Above this many players the file is too great to be told as single entries in one go.
pub const MOST_PLAYERS: usize = 5_000;

/// Why two met, as a file tells it. What ended their game it does not tell, only what they scored.
pub const FROM_FILE: &str = "From the report file.";

/// What the file does not say, and the arbiter does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Choices {
    /// The game that was played; none for what the file says.
    pub game: Option<GameKind>,
    /// How rounds are paired; none for what the file says.
    pub format: Option<Format>,
    /// The day that an event without dates is given.
    pub today: NaiveDate,
}

/// An event as a file tells it.
#[derive(Debug, Clone)]
pub struct Story {
    pub settings: Settings,
    /// Its players, by number.
    pub players: Vec<EntryDetails>,
    pub rounds: Vec<RoundSummary>,
    /// Byes granted for rounds that are not paired yet.
    pub later_byes: usize,
    /// What the file says and the event cannot hold, and what had to be assumed, in sentences.
    pub notes: Vec<String>,
    pub commands: Vec<Command>,
    /// What each player of the file has scored, to be compared.
    scores: Vec<(EntryId, Points)>,
}

/// One round of the file.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RoundSummary {
    /// Games and forfeits.
    pub boards: usize,
    /// Those among them.
    pub forfeits: usize,
    /// Boards without a result.
    pub open: usize,
    pub byes: usize,
}

impl Story {
    pub fn read(text: &str, choices: &Choices) -> Result<Self, Vec<FileMistake>> {
        let report = trf::read(text).map_err(|errors| mistakes::of_file(&errors))?;
        let places = mistakes::Places::of(text);
        if report.tournament.players().len() > MOST_PLAYERS {
            return Err(vec![FileMistake::new(
                1,
                1,
                format!(
                    "{} players are too many to import with their rounds; up to {MOST_PLAYERS} can be. Make the event and import its players alone.",
                    report.tournament.players().len()
                ),
            )]);
        }
        let mut mistakes = mistakes::of_gaps(text);
        let game = choices.game.or_else(|| notes::game_of(&report));
        if game.is_none() {
            let sentence = "The file does not say which of the four games was played. Choose the game.";
            mistakes.push(FileMistake::new(1, 1, sentence.to_owned()));
        }
        let Newcomers { people, left_out } = Newcomers::read(&report, &places, &mut mistakes);
        let settings =
            game.and_then(|game| settings::of(&report, choices, game, &people, &places, &mut mistakes));
        let Some(settings) = settings.filter(|_| mistakes.is_empty()) else { return Err(mistakes) };
        let mut notes = notes::of(&report, text, &settings, choices);
        notes.extend(notes::of_left_out(&left_out));
        let told = rounds::tell(&report, &settings, &people, &places);
        mistakes.extend(told.mistakes);
        if !mistakes.is_empty() {
            return Err(mistakes);
        }
        notes.extend(told.notes);
        let mut tournament = report.tournament;
        let next = tournament.next_round();
        // Here an adjourned game is worth nothing before it is finished.
        tournament.settings.points.adjourned = Points::ZERO;
        let scores = tournament.players().zip(&people);
        Ok(Self {
            settings,
            players: people.iter().map(|person| person.details.clone()).collect(),
            rounds: told.rounds,
            later_byes: told.later_byes,
            notes,
            commands: told.commands,
            scores: scores
                .map(|(player, person)| (person.id, tournament.score_before(player, next)))
                .collect(),
        })
    }

    /// All commands, the creation first.
    pub fn commands(
        &self,
        event: EventId,
        slug: Slug,
        chief: UserId,
        chief_name: PersonName,
    ) -> Vec<Command> {
        let settings = Box::new(self.settings.clone());
        let create = Command::Event(EventCommand::CreateEvent { event, slug, settings, chief, chief_name });
        std::iter::once(create).chain(self.commands.iter().cloned()).collect()
    }

    /// The event as it would come about, without anything being written. Differences between the points of the file
    /// and those of the event are added to the notes.
    pub fn try_out(&mut self, now: DateTime<Utc>) -> Result<Event, Refusal> {
        let slug = Slug::parse("import").map_err(|error| Refusal::Invalid(error.to_string()))?;
        let name = PersonName::parse("Arbiter").map_err(|error| Refusal::Invalid(error.to_string()))?;
        let commands = self.commands(clock::new_id(), slug, clock::new_id(), name);
        let event = Event::told(&commands, now)?;
        let tournament = event.tournament(None).map_err(|error| Refusal::Invalid(error.to_string()))?;
        let next = tournament.next_round();
        for (id, score) in &self.scores {
            let entry = event.entry(*id)?;
            let number = tiger_event::tournament::pairing_number(entry);
            let player = number.and_then(|number| tournament.player(number));
            let ours = player.map(|player| tournament.score_before(player, next));
            if let Some(ours) = ours.filter(|ours| ours != score) {
                self.notes.push(format!(
                    "{} has {score} points by the file and would have {ours} here.",
                    entry.details.name
                ));
            }
        }
        Ok(event)
    }
}

fn add_entries(people: &[Newcomer], first_round: impl Fn(&Newcomer) -> u16) -> Command {
    let entry = |person: &Newcomer| NewEntry {
        id: person.id,
        details: person.details.clone(),
        first_round: first_round(person),
    };
    Command::Entry(EntryCommand::AddEntries { entries: people.iter().map(entry).collect() })
}
