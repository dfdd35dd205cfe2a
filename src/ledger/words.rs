//! Entries in words, for the people who run the event: what happened, and from what to what.
//!
//! Names come from the event as it stands; values from before come from the earlier entries, which have to
//! be told first.

use std::collections::HashMap;
use std::fmt::Display;

use super::step_words;
use crate::domain::command::Command;
use crate::domain::entry::{EntryDetails, RoundNumber};
use crate::domain::event::Event;
use crate::domain::forbidden::rounds_in_words;
use crate::domain::ids::{EntryId, GameId, GroupId, RecordId};
use crate::domain::protocol::Phase;
use crate::domain::record::{Checked, Findings};
use crate::domain::result::{ResultEntry, Seat};
use crate::domain::round::Table;
use crate::domain::settings::Settings;

/// Tells the entries of one event, in order.
#[derive(Debug)]
pub struct Teller<'a> {
    event: &'a Event,
    settings: Option<Settings>,
    details: HashMap<EntryId, EntryDetails>,
    results: HashMap<GameId, String>,
    /// The last sentence about a game, and its result before that.
    last: HashMap<GameId, (String, Option<String>)>,
    groups: HashMap<GroupId, String>,
}

impl<'a> Teller<'a> {
    /// A teller who has heard nothing yet.
    #[must_use]
    pub fn new(event: &'a Event) -> Self {
        Self {
            event,
            settings: None,
            details: HashMap::new(),
            results: HashMap::new(),
            last: HashMap::new(),
            groups: HashMap::new(),
        }
    }

    /// The sentence for the next entry.
    pub fn tell(&mut self, command: &Command) -> String {
        let Some(game) = command.game() else { return self.sentence(command) };
        let result = self.results.get(&game).cloned();
        let sentence = self.sentence(command);
        self.last.insert(game, (sentence.clone(), result));
        sentence
    }

    fn sentence(&mut self, command: &Command) -> String {
        use Command as C;
        match command {
            C::CreateEvent { settings, chief_name, .. } => {
                self.settings = Some((**settings).clone());
                format!("Event created, with {chief_name} as chief arbiter: {}", settings.summary())
            }
            C::ChangeSettings { settings, .. } => self.settings(settings),
            C::ShowEvent { is_public: true } => "Event opened to the public".to_owned(),
            C::ShowEvent { is_public: false } => "Event closed to the public".to_owned(),
            C::FinishEvent { is_finished: true } => "Event finished".to_owned(),
            C::FinishEvent { is_finished: false } => "Event taken up again".to_owned(),
            C::AppointStaff { name, role, .. } => format!("{name} appointed {}", role.title()),
            C::DismissStaff { .. } => "An arbiter dismissed".to_owned(),
            C::SetRegistration { terms: Some(terms), .. } => {
                format!("Players may register by themselves: {}", terms.summary())
            }
            C::SetRegistration { terms: None, .. } => "Registration closed".to_owned(),
            C::AddEntries { .. }
            | C::ChangeEntry { .. }
            | C::RemoveEntry { .. }
            | C::NumberEntries { .. }
            | C::CheckIn { .. }
            | C::Withdraw { .. }
            | C::Reinstate { .. }
            | C::RequestBye { .. }
            | C::AcceptRegistrations { .. }
            | C::OfferClaim { .. }
            | C::ClaimEntry { .. }
            | C::ReleaseClaim { .. } => self.entry(command),
            C::ForbidPairs { group, players, first_round, last_round } => {
                let names = list(players.iter().map(|player| self.name(*player)));
                let rounds = rounds_in_words(*first_round, *last_round);
                self.groups.insert(*group, names.clone());
                format!("Must not meet {rounds}: {names}")
            }
            C::LiftForbidden { group } => {
                let names = self.groups.get(group).map_or("–", String::as_str);
                format!("May meet again in rounds to come: {names}")
            }
            C::DrawFirstSide { .. }
            | C::DraftRound { .. }
            | C::ChangeDraft { .. }
            | C::DiscardDraft { .. }
            | C::PublishRound { .. }
            | C::UnpublishRound { .. }
            | C::CloseRound { .. }
            | C::ReopenRound { .. } => round(command),
            C::AnswerChoice { .. }
            | C::ClearChoice { .. }
            | C::CommitDice { .. }
            | C::AddWord { .. }
            | C::CastDice { .. }
            | C::EnterCast { .. }
            | C::ConfirmCast { .. }
            | C::VoidCast { .. } => self.choice(command),
            C::DecideTie { tie, verdict, reason, article, .. } => {
                let players = self.event.tie_rulings.iter().find(|ruling| ruling.tie == *tie);
                let names = players.map(|ruling| self.event.pair_text(ruling.players)).unwrap_or_default();
                let article = article.as_ref().map(|article| format!(", {article}")).unwrap_or_default();
                format!("Tie of {names}: {} ({reason}{article})", self.event.verdict_text(*verdict))
            }
            C::EnterResult { .. }
            | C::ClearResult { .. }
            | C::ReportResult { .. }
            | C::Adjourn { .. }
            | C::Overrule { .. }
            | C::DisputeResult { .. }
            | C::UseRecord { .. }
            | C::HandInRecord { .. } => self.result(command),
            C::UndoStep { game, .. } => self.undone(*game),
            C::BeginEngagement { game }
            | C::MakeOffer { game, .. }
            | C::AnswerOffer { game, .. }
            | C::MakeClaim { game, .. }
            | C::JudgeClaim { game, .. }
            | C::ConsultSeer { game, .. }
            | C::NoteIncident { game, .. }
            | C::FlagFallen { game, .. }
            | C::Disqualify { game, .. } => self.step(*game, command),
        }
    }

    /// A step at the board; its words know what the result is that comes of it.
    fn step(&mut self, id: GameId, command: &Command) -> String {
        let Ok(game) = self.event.game(id) else { return self.place(id) };
        let words = step_words(self.event, game, command);
        let changes = match command {
            Command::AnswerOffer { is_accepted, .. } => *is_accepted,
            Command::MakeOffer { offer, .. } => !offer.needs_acceptance(),
            Command::JudgeClaim { is_granted, .. } => *is_granted,
            Command::FlagFallen { phase, .. } => *phase == Phase::Engagement,
            Command::Disqualify { .. } => true,
            _ => false,
        };
        if changes {
            self.results.insert(id, format!("“{words}”"));
        }
        format!("{}: {words}", self.place(id))
    }

    /// What was undone, in the words that it was told in.
    fn undone(&mut self, id: GameId) -> String {
        let (told, result) = self.last.remove(&id).unwrap_or_else(|| ("the last step".to_owned(), None));
        match result {
            Some(result) => self.results.insert(id, result),
            None => self.results.remove(&id),
        };
        let place = self.place(id);
        let told = told.strip_prefix(&format!("{place}: ")).unwrap_or(&told);
        format!("{place}: undone: {told}")
    }

    fn settings(&mut self, new: &Settings) -> String {
        let before = self.settings.replace(new.clone());
        match before.as_ref().map(Settings::summary) {
            Some(before) if before != new.summary() => {
                format!("Settings changed from “{before}” to “{}”", new.summary())
            }
            _ => "Settings changed: scoring, byes, tie-breaks, reporting or the board".to_owned(),
        }
    }

    fn entry(&mut self, command: &Command) -> String {
        use Command as C;
        match command {
            C::AddEntries { entries } => {
                self.details.extend(entries.iter().map(|new| (new.id, new.details.clone())));
                let names = entries.iter().map(|new| details(&new.details));
                format!("Entered: {}", list(names))
            }
            C::ChangeEntry { entry, details: new, .. } => {
                let before = self.details.insert(*entry, new.clone());
                let before = before.as_ref().map_or_else(|| "–".to_owned(), details);
                format!("Player changed from “{before}” to “{}”", details(new))
            }
            C::RemoveEntry { entry } => format!("{} taken out", self.name(*entry)),
            C::NumberEntries { order } => {
                format!("Pairing numbers given anew: {}", list(order.iter().map(|entry| self.name(*entry))))
            }
            C::CheckIn { entries, is_present } => {
                let verb = if *is_present { "Checked in" } else { "No longer checked in" };
                format!("{verb}: {}", list(entries.iter().map(|entry| self.name(*entry))))
            }
            C::Withdraw { entry, from_round } => {
                format!("{} withdrawn from round {from_round} on", self.name(*entry))
            }
            C::Reinstate { entry, from_round } => {
                format!("{} plays again from round {from_round} on", self.name(*entry))
            }
            C::RequestBye { entry, round, kind: Some(kind) } => {
                format!("{}: {} in round {round}", self.name(*entry), kind.title())
            }
            C::RequestBye { entry, round, kind: None } => {
                format!("{}: no bye in round {round} after all", self.name(*entry))
            }
            C::AcceptRegistrations { accepted } => {
                let new = || accepted.iter().map(|one| &one.entry);
                self.details.extend(new().map(|new| (new.id, new.details.clone())));
                format!("Accepted from the registrations: {}", list(new().map(|new| details(&new.details))))
            }
            C::OfferClaim { entry, .. } => format!("Link made for {}", self.name(*entry)),
            C::ClaimEntry { entry, .. } => format!("{} claimed with the link", self.name(*entry)),
            C::ReleaseClaim { entry } => format!("Nobody speaks for {} any more", self.name(*entry)),
            _ => String::new(),
        }
    }

    fn choice(&self, command: &Command) -> String {
        use Command as C;
        match command {
            C::AnswerChoice { game, answer } => format!("{}: {}", self.place(*game), answer_words(*answer)),
            C::ClearChoice { game, reason } => {
                format!("{}: answers taken back ({reason})", self.place(*game))
            }
            C::CommitDice { game, purpose, commitment, .. } => format!(
                "{}: {} committed, SHA-256 of the secret {commitment}",
                self.place(*game),
                cast_words(*purpose)
            ),
            C::AddWord { game, player, word, .. } => {
                format!("{}: {} adds the word “{word}”", self.place(*game), self.player(*game, *player))
            }
            C::CastDice { game, cast, .. } => {
                let faces = self.faces(*game, *cast);
                format!("{}: dice cast{faces}, secret revealed", self.place(*game))
            }
            C::EnterCast { game, purpose, faces, confirmed, .. } => format!(
                "{}: {} from the cup: {}; {}",
                self.place(*game),
                cast_words(*purpose),
                list(faces.iter()),
                match confirmed {
                    [true, true] => "both players confirm",
                    [false, false] => "not confirmed",
                    _ => "one player confirms",
                }
            ),
            C::ConfirmCast { game, player, .. } => {
                format!("{}: {} confirms the dice", self.place(*game), self.player(*game, *player))
            }
            C::VoidCast { game, reason, .. } => {
                format!("{}: cast declared void ({reason})", self.place(*game))
            }
            _ => String::new(),
        }
    }

    fn result(&mut self, command: &Command) -> String {
        use Command as C;
        match command {
            C::EnterResult { game, result, .. } => self.change(*game, result, ""),
            C::Overrule { game, result, reason, article, .. } => {
                let article = article.as_ref().map(|article| format!(", {article}")).unwrap_or_default();
                self.change(*game, result, &format!("; overruled ({reason}{article})"))
            }
            C::ClearResult { game, reason, .. } => {
                let before = self.results.remove(game).unwrap_or_else(|| "open".to_owned());
                format!("{}: {before} taken back ({reason})", self.place(*game))
            }
            C::ReportResult { game, player, result } => format!(
                "{}: {} reports {}",
                self.place(*game),
                self.player(*game, *player),
                self.outcome(*game, result)
            ),
            C::Adjourn { game, reason: Some(reason) } => {
                format!("{}: left for later ({reason})", self.place(*game))
            }
            C::Adjourn { game, reason: None } => format!("{}: goes on", self.place(*game)),
            C::DisputeResult { game, player, words } => {
                format!(
                    "{}: {} disputes the result ({words})",
                    self.place(*game),
                    self.player(*game, *player)
                )
            }
            C::UseRecord { game, record, .. } => self.used(*game, *record),
            C::HandInRecord { game, player, findings, .. } => {
                let who = player.map_or("an arbiter", |player| self.player(*game, player));
                format!("{}: record from {who}, {}", self.place(*game), findings_words(findings))
            }
            _ => String::new(),
        }
    }

    fn used(&mut self, game: GameId, record: RecordId) -> String {
        let found = self.event.game(game).ok().and_then(|it| it.records.iter().find(|it| it.id == record));
        let Some(found) = found else { return format!("{}: a record is let stand", self.place(game)) };
        let by = found.by.clone();
        match found.findings.result {
            Some(result) => self.change(game, &result, &format!("; the record of {by} is let stand")),
            None => format!("{}: the record of {by} is let stand", self.place(game)),
        }
    }

    fn change(&mut self, game: GameId, result: &ResultEntry, addition: &str) -> String {
        let now = self.outcome(game, result);
        let before = self.results.insert(game, now.clone()).unwrap_or_else(|| "open".to_owned());
        format!("{}: from {before} to {now}{addition}", self.place(game))
    }

    fn outcome(&self, game: GameId, result: &ResultEntry) -> String {
        let winner = result.winner.map(|seat| self.player(game, usize::from(seat == Seat::Second)));
        match winner {
            Some(winner) => format!("“{winner} wins, {}”", result.ending),
            None => format!("“no winner, {}”", result.ending),
        }
    }

    fn name(&self, entry: EntryId) -> String {
        let told = self.details.get(&entry).map(|details| details.name.to_string());
        told.unwrap_or_else(|| self.event.name_of(entry).to_owned())
    }

    fn player(&self, game: GameId, player: usize) -> &'a str {
        let game = self.event.game(game).ok();
        game.and_then(|game| game.players().get(player).copied())
            .map_or("a player", |entry| self.event.name_of(entry))
    }

    fn place(&self, game: GameId) -> String {
        match self.event.game(game) {
            Ok(game) => self.event.place_title(game),
            Err(_) => "A board that was unpublished".to_owned(),
        }
    }

    fn faces(&self, game: GameId, cast: crate::domain::ids::CastId) -> String {
        let cast = self.event.game(game).ok().and_then(|game| game.cast(cast).ok());
        let faces = cast.and_then(|cast| cast.faces());
        faces.map(|faces| format!(": {}", list(faces.iter()))).unwrap_or_default()
    }
}

fn round(command: &Command) -> String {
    use Command as C;
    let drafted = |round: &RoundNumber, table: &Table, how: &str| {
        let byes = if table.byes.is_empty() { String::new() } else { format!(", {} byes", table.byes.len()) };
        format!("Round {round} {how}: {} boards{byes}", table.boards.len())
    };
    match command {
        C::DrawFirstSide { side } => {
            let side = if *side == Seat::First { "move first" } else { "move second" };
            format!("Lots drawn: the odd numbers {side} in round 1")
        }
        C::DraftRound { round, table, system } => {
            drafted(round, table, &format!("drafted ({})", system.title()))
        }
        C::ChangeDraft { round, table, .. } => drafted(round, table, "changed by hand"),
        C::DiscardDraft { round } => format!("Draft of round {round} thrown away"),
        C::PublishRound { round, .. } => format!("Round {round} published"),
        C::UnpublishRound { round, reason } => format!("Round {round} made a draft again ({reason})"),
        C::CloseRound { round } => format!("Round {round} closed"),
        C::ReopenRound { round, reason } => format!("Round {round} opened again ({reason})"),
        _ => String::new(),
    }
}

fn details(details: &EntryDetails) -> String {
    let mut parts = vec![details.name.to_string()];
    parts.extend(details.club.as_ref().map(ToString::to_string));
    parts.extend(details.federation.as_ref().map(ToString::to_string));
    parts.extend(details.rating.map(|rating| rating.to_string()));
    parts.join(", ")
}

fn cast_words(purpose: crate::domain::dice::CastPurpose) -> &'static str {
    match purpose {
        tiger_rules::Cast::Deployment => "die for the deployment",
        tiger_rules::Cast::Tiger => "two dice for the TigerVariation",
    }
}

fn answer_words(answer: tiger_rules::Answer) -> String {
    use tiger_rules::Answer;
    match answer {
        Answer::Agreed(true) => "the players agree".to_owned(),
        Answer::Agreed(false) => "the players do not agree".to_owned(),
        Answer::Knights(knights) => format!("the {knights}Variation asked for"),
        Answer::OneDie(die) => format!("die {die}"),
        Answer::TwoDice(dice) => format!("dice {}", list(dice.iter())),
    }
}

fn findings_words(findings: &Findings) -> String {
    match &findings.checked {
        Checked::Legal => format!("{} plies, all legal", findings.plies),
        Checked::Broken { ply, why, .. } => format!("wrong at ply {ply}: {why}"),
    }
}

fn list(items: impl Iterator<Item = impl Display>) -> String {
    items.map(|item| item.to_string()).collect::<Vec<_>>().join("; ")
}
