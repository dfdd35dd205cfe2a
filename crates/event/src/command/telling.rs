//! Commands in words: what happened, and from what to what. The ledger's page and the game room read them.

use std::collections::HashMap;
use std::fmt::Display;

use chrono_tz::Tz;
use tiger_rules::{TigerOptions, Variation};

use super::former::FormerBoards;
use super::{Command, EntryCommand, Event, Game, NewEntry, RoundCommand};
use crate::forbidden::ForbiddenGroup;
use crate::ids::GroupId;
use crate::{
    Article, Attendance, EntryDetails, EntryId, GameId, ResultEntry, RoundNumber, Seat, Settings, points_text,
};

/// Tells commands. Names come from the event as it stands; values from before come from the earlier commands, which have
/// to be told first.
#[derive(Debug)]
pub struct Teller<'a> {
    pub(super) event: &'a Event,
    pub(super) settings: Option<Settings>,
    pub(super) details: HashMap<EntryId, EntryDetails>,
    pub(super) groups: HashMap<GroupId, String>,
    results: HashMap<GameId, ResultEntry>,
    /// In which games of TigerChess the two dice were cast so far, and whether they were a double; none for a teller who says
    /// how the event stands.
    doubles: Option<HashMap<GameId, bool>>,
    drafted: Option<RoundNumber>,
    /// Boards that are no more.
    boards: FormerBoards,
    left: HashMap<EntryId, RoundNumber>,
    /// The last sentence about a game, and its result before that.
    last: HashMap<GameId, (String, Option<ResultEntry>)>,
}

impl<'a> Teller<'a> {
    /// A teller who has heard nothing yet and is going to tell everything in order.
    pub fn new(event: &'a Event) -> Self {
        Self {
            event,
            settings: None,
            details: HashMap::new(),
            groups: HashMap::new(),
            results: HashMap::new(),
            doubles: Some(HashMap::new()),
            drafted: None,
            boards: FormerBoards::default(),
            left: HashMap::new(),
            last: HashMap::new(),
        }
    }

    /// A teller who has heard everything up to a state of the event, but for single steps at boards.
    pub fn after(event: &'a Event, heard: &Event) -> Self {
        let names = |group: &ForbiddenGroup| list(group.players.iter().map(|player| heard.name_of(*player)));
        let result = |game: &Game| Some((game.id, game.result.as_ref()?.entry));
        let double = |game: &Game| game.variation(heard.settings.game).map(|it| (game.id, it.is_tiger()));
        Self {
            settings: Some(heard.settings.clone()),
            details: heard.entries.iter().map(|(id, entry)| (*id, entry.details.clone())).collect(),
            groups: heard.forbidden.iter().map(|group| (group.id, names(group))).collect(),
            results: heard.games.values().filter_map(result).collect(),
            doubles: Some(heard.games.values().filter_map(double).collect()),
            drafted: heard.draft().map(|it| it.number),
            left: heard.entries.values().filter_map(|it| Some((it.id, it.leaves_from()?))).collect(),
            ..Self::new(event)
        }
    }

    pub const fn time_zone(&self) -> Tz {
        self.event.settings.time_zone
    }

    /// One command by itself, a game's without its place.
    pub fn tell_one(event: &'a Event, command: &Command) -> String {
        command.family().tell(&mut Self { doubles: None, ..Self::new(event) })
    }

    /// The sentence for the next command, a game's with its place.
    pub fn tell(&mut self, command: &Command) -> String {
        self.boards.learn(command, self.event);
        let Some(game) = command.game() else {
            let gone = self.hear_of_draft(command);
            return command.family().tell(self) + &gone;
        };
        let result = self.results.get(&game).copied();
        let sentence = command.family().tell(self);
        let place = self.place(game);
        let told = format!("{place}: {sentence}");
        if !command.leaves_last_step() {
            self.last.insert(game, (sentence, result));
        }
        told
    }

    /// Follows which round is drafted; what is to be said where other players undo the draft.
    fn hear_of_draft(&mut self, command: &Command) -> String {
        match command {
            Command::Round(
                RoundCommand::DraftRound { round, .. } | RoundCommand::UnpublishRound { round, .. },
            ) => {
                self.drafted = Some(*round);
            }
            Command::Round(RoundCommand::PublishRound { .. } | RoundCommand::DiscardDraft { .. }) => {
                self.drafted = None;
            }
            Command::Entry(EntryCommand::Withdraw { entry, from_round, leaving: Some(_) })
                if self.left.get(entry) == Some(from_round) => {}
            command if command.drops_draft() => {
                match command {
                    Command::Entry(EntryCommand::Withdraw { entry, from_round, .. }) => {
                        self.left.insert(*entry, *from_round);
                    }
                    Command::Entry(EntryCommand::RestoreEntry { entry, attendance, .. }) => {
                        match attendance {
                            Attendance::Withdrawn { from_round, .. } => self.left.insert(*entry, *from_round),
                            Attendance::Expected | Attendance::Present => self.left.remove(entry),
                        };
                    }
                    Command::Entry(EntryCommand::Reinstate { entry, .. }) => {
                        self.left.remove(entry);
                    }
                    _ => {}
                }
                let gone = |round| format!("; the draft of round {round} goes with it");
                return self.drafted.take().map(gone).unwrap_or_default();
            }
            _ => {}
        }
        String::new()
    }

    /// A game, also one that is no more.
    fn game(&self, id: GameId) -> Option<&Game> {
        self.event.games.get(&id).or_else(|| self.boards.get(id))
    }

    /// Whether a command is about nothing that is no more.
    pub fn still_has(&self, command: &Command) -> bool {
        command.game().is_none_or(|game| self.event.games.contains_key(&game))
    }

    /// `Round 1, board 2`.
    pub(super) fn place(&self, id: GameId) -> String {
        let Some(game) = self.game(id) else { return "A board that was unpublished".to_owned() };
        let then = if self.event.games.contains_key(&id) { "" } else { " as it was then" };
        format!("{}{then}", self.event.place_title(game))
    }

    /// Players are entered: their details in words.
    pub(super) fn enter<'e>(&mut self, entries: impl Iterator<Item = &'e NewEntry>) -> String {
        let entered: Vec<_> = entries.map(|new| (new.id, new.details.clone())).collect();
        let names = list(entered.iter().map(|(_, details)| details.summary()));
        self.details.extend(entered);
        names
    }

    /// The name that a player had by then.
    pub(super) fn name(&self, entry: EntryId) -> String {
        let told = self.details.get(&entry).map(|details| details.name.to_string());
        told.unwrap_or_else(|| self.event.name_of(entry).to_owned())
    }

    pub(super) fn player(&self, game: GameId, seat: Seat) -> &'a str {
        self.game(game).map_or("a player", |game| self.event.name_of(game.player(seat)))
    }

    /// A result in words, with what it scores.
    pub(super) fn outcome(&self, game: GameId, result: &ResultEntry) -> String {
        let Some(game) = self.game(game) else { return "a result".to_owned() };
        let settings = self.settings.as_ref().unwrap_or(&self.event.settings);
        let words = self.event.result_words(game, result);
        // A ruling may award what no table says.
        let points = result.score(self.variation_by_then(game, settings), &settings.points).ok();
        match points.or(result.awarded) {
            Some(points) => format!("“{words} ({})”", points.map(points_text::shown).join(" : ")),
            None => format!("“{words}”"),
        }
    }

    /// The variation that a result was scored by at the time: dice that came later had no part in it.
    fn variation_by_then(&self, game: &Game, settings: &Settings) -> Variation {
        match (game.scoring_variation(settings.game), &self.doubles) {
            (Variation::TigerChess(options), Some(doubles)) => {
                let tiger = doubles.get(&game.id).copied().unwrap_or(false);
                Variation::TigerChess(TigerOptions { tiger, ..options })
            }
            (variation, _) => variation,
        }
    }

    /// The two dice of a game are known from now on, or not any more; what that makes of its result, as the end of a sentence.
    pub(super) fn cast(&mut self, game: GameId, is_double: Option<bool>) -> String {
        let stands = self.results.get(&game).copied();
        let before = stands.map(|result| self.outcome(game, &result));
        match (&mut self.doubles, is_double) {
            (Some(doubles), Some(is_double)) => doubles.insert(game, is_double),
            (Some(doubles), None) => doubles.remove(&game),
            (None, _) => None,
        };
        let after = stands.map(|result| self.outcome(game, &result));
        match (before, after) {
            (Some(before), Some(after)) if before != after => format!("; result {before} becomes {after}"),
            _ => String::new(),
        }
    }

    /// The game has this result from now on.
    pub(super) fn change(&mut self, game: GameId, result: &ResultEntry) -> String {
        let now = self.outcome(game, result);
        match self.results.insert(game, *result).map(|before| self.outcome(game, &before)) {
            Some(before) if before == now => format!("result {now} once more"),
            Some(before) => format!("result changed from {before} to {now}"),
            None => format!("result {now}"),
        }
    }

    /// What these words tell gives the game a result, or none.
    pub(super) fn decided(&mut self, game: GameId, words: String, result: Option<&ResultEntry>) -> String {
        match result {
            Some(result) => format!("{words}; {}", self.change(game, result)),
            None => words,
        }
    }

    /// The result that a game has by now.
    pub(super) fn result(&self, game: GameId) -> Option<&ResultEntry> {
        self.results.get(&game)
    }

    /// The game has no result any more; the one that it had.
    pub(super) fn take_back(&mut self, game: GameId) -> String {
        let before = self.results.remove(&game).map(|before| format!(" {}", self.outcome(game, &before)));
        format!("result{} taken back", before.unwrap_or_default())
    }

    /// The last step of a game did not happen; the words that it was told in.
    pub(super) fn undo(&mut self, game: GameId) -> String {
        let (told, result) = self.last.remove(&game).unwrap_or_else(|| ("the last step".to_owned(), None));
        match result {
            Some(result) => self.results.insert(game, result),
            None => self.results.remove(&game),
        };
        told
    }
}

pub(super) fn article_words(article: Option<&Article>) -> String {
    article.map(|article| format!("; {article}")).unwrap_or_default()
}

pub(super) fn list(items: impl IntoIterator<Item = impl Display>) -> String {
    items.into_iter().map(|item| item.to_string()).collect::<Vec<_>>().join("; ")
}
