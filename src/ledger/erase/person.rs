//! What is about a person who is erased, and what stands in its place.

use std::collections::{HashMap, HashSet};

use serde_json::Value;
use tiger_event::actor::Actor;
use tiger_event::command::{AppealCommand, Command, EntryCommand, RegistrationCommand};
use tiger_event::dice::{Bytes32, Said};
use tiger_event::entry::EntryDetails;
use tiger_event::event::Event;
use tiger_event::ids::{EntryId, GameId, UserId};
use tiger_event::refusal::Refusal;
use tiger_event::text::{ERASED, Label, Note, ParseTextError, PersonName, Word, folded};

use super::super::Entry;

/// Family names that are shorter are found in too many words.
const SHORTEST: usize = 3;

/// A person, as a ledger knows them.
pub(super) struct Person {
    /// The account that speaks for the entry.
    pub(super) user: Option<UserId>,
    /// Every name that the entry ever had.
    pub(super) names: Vec<String>,
    /// What stands in the place of the name.
    pub(super) called: PersonName,
    /// The same.
    pub(super) label: Label,
    /// The identifiers of entry and account, as they stand in entries.
    own: HashSet<String>,
    /// The identifiers of the person's games, with the number of their seat.
    games: HashMap<String, u64>,
    /// The appeals that the person made: the game, and the entry that noted it. The game may be others'.
    appeals: HashSet<(String, u64)>,
    /// What is taken for the person in texts: the names, in both orders, and the family names.
    variants: Vec<String>,
    families: Vec<String>,
}

/// What a part of an entry is about.
#[derive(Debug, Clone, Copy, Default)]
struct Scope {
    is_own: bool,
    is_of_game: bool,
    /// Whether it is about the person's seat in such a game.
    is_of_seat: bool,
}

impl Person {
    /// A player, with all names that the commands of the event gave them.
    pub(super) fn of(event: &Event, id: EntryId, told: &[Entry]) -> Result<Self, Refusal> {
        let entry = event.entry(id)?;
        let (mut names, mut all) = (vec![entry.details.name.to_string()], HashSet::new());
        for Entry { command, .. } in told {
            for (whose, details) in details(command) {
                let name = details.name.to_string();
                all.insert(folded(&name));
                if whose == id && !names.contains(&name) {
                    names.push(name);
                }
            }
        }
        let plain = format!("Player {}", entry.number);
        let more = (1..).map(|number| format!("{plain} ({number})"));
        let is_free =
            |name: &String| !all.contains(&folded(name)) || (entry.is_erased && names.contains(name));
        let called = std::iter::once(plain.clone()).chain(more).find(is_free).unwrap_or(plain);
        let unreadable = |_| Refusal::invalid("This player cannot be given another name.");
        let user = entry.speaker.user();
        add(&mut names, user.into_iter().flat_map(|user| names_of(event, user, told)));
        let games = event.games.values().filter(|game| [game.first, game.second].contains(&id));
        let appeals = told.iter().filter_map(|entry| match &entry.command {
            Command::Appeal(AppealCommand::NoteAppeal { game, player, .. }) if *player == id => {
                Some((game.to_string(), entry.meta.seq))
            }
            _ => None,
        });
        let called = PersonName::parse(&called).map_err(unreadable)?;
        let mut person = Self::new(called, user, names).map_err(unreadable)?;
        person.own.insert(id.to_string());
        person.games = games.map(|game| (game.id.to_string(), u64::from(game.first != id))).collect();
        person.appeals = appeals.collect();
        Ok(person)
    }

    /// Somebody with an account, who is no player here or is erased as one. Where somebody else plays who is called the
    /// same, texts that say the name may mean them, and stay.
    pub(super) fn of_account(
        event: &Event,
        user: UserId,
        called: &PersonName,
        told: &[Entry],
    ) -> Result<Self, Refusal> {
        let mut names = Vec::new();
        add(&mut names, names_of(event, user, told).filter(|name| *name != called.as_str()));
        let players = event.entries.values().filter(|entry| !entry.is_erased);
        let mut players = players.map(|entry| entry.details.name.as_str());
        if players.any(|player| names.iter().any(|name| is_same_name(name, player))) {
            names.clear();
        }
        let unreadable = |_| Refusal::invalid("This person cannot be given another name.");
        Self::new(called.clone(), Some(user), names).map_err(unreadable)
    }

    /// Somebody of whom no game and no appeal is known yet.
    fn new(called: PersonName, user: Option<UserId>, names: Vec<String>) -> Result<Self, ParseTextError> {
        let mut variants: Vec<String> = names.iter().flat_map(|name| in_both_orders(name)).collect();
        variants.sort_by_key(|name| std::cmp::Reverse(name.len()));
        let families = names.iter().filter_map(|name| family(name)).map(str::to_owned).collect();
        Ok(Self {
            user,
            label: Label::parse(called.as_str())?,
            called,
            own: user.iter().map(ToString::to_string).collect(),
            games: HashMap::new(),
            appeals: HashSet::new(),
            names,
            variants,
            families,
        })
    }

    /// Whether it is a game of theirs.
    pub(super) fn plays(&self, game: GameId) -> bool {
        self.games.contains_key(&game.to_string())
    }

    /// What of the texts that are kept apart from an entry is about the person, each with what stands in its place.
    pub(super) fn changes<'a>(
        &self,
        entry: &str,
        is_of_game: bool,
        find: impl Fn(&Bytes32) -> Option<&'a str>,
    ) -> Result<HashMap<Bytes32, String>, serde_json::Error> {
        let entry: Value = serde_json::from_str(entry)?;
        let mut found = HashMap::new();
        self.walk(&entry, ("", Scope { is_of_game, ..Scope::default() }), &mut |digest, key, scope| {
            let instead = find(&digest).and_then(|body| self.instead(body, key, scope));
            found.extend(instead.map(|instead| (digest, instead)));
        });
        Ok(found)
    }

    fn walk(&self, value: &Value, (key, scope): (&str, Scope), visit: &mut impl FnMut(Bytes32, &str, Scope)) {
        match value {
            Value::Array(items) => items.iter().for_each(|item| self.walk(item, (key, scope), visit)),
            Value::Object(fields) => {
                let said = |key: &str| fields.get(key).and_then(Value::as_str);
                if let Some(digest) = said("apart").and_then(|digest| digest.parse().ok()) {
                    visit(digest, key, scope);
                    return;
                }
                let is = |keys: &[&str], of: &HashSet<String>| {
                    keys.iter().any(|key| said(key).is_some_and(|id| of.contains(id)))
                };
                let seat = said("game").and_then(|game| self.games.get(game));
                let player = fields.get("player").and_then(Value::as_u64);
                // What the person asked for, in whosever game, and what was decided of it.
                let appealed = || {
                    let step = fields.get("step").and_then(Value::as_u64)?;
                    Some(self.appeals.contains(&(said("game")?.to_owned(), step)))
                };
                let is_appeal = is(&["player"], &self.own) || appealed().unwrap_or(false);
                let scope = Scope {
                    is_own: scope.is_own || is(&["id", "entry", "user", "chief"], &self.own),
                    is_of_game: scope.is_of_game || seat.is_some() || is_appeal,
                    is_of_seat: scope.is_of_seat || seat.is_some_and(|seat| player == Some(*seat)),
                };
                for (key, value) in fields {
                    self.walk(value, (key, scope), visit);
                }
            }
            _ => {}
        }
    }

    /// What stands in the place of a text; none where it stays.
    fn instead(&self, body: &str, key: &str, scope: Scope) -> Option<String> {
        let value: Value = serde_json::from_str(body).ok()?;
        let instead = match &value {
            Value::String(text) => Value::String(self.instead_of_text(text, key, scope)),
            Value::Object(_) if key == "said" => {
                let said: Said = serde_json::from_str(body).ok()?;
                if !scope.is_of_seat && !self.is_mentioned(said.word.as_str()) {
                    return None;
                }
                serde_json::to_value(Said { word: Word::parse(ERASED).ok()?, salt: None }).ok()?
            }
            Value::Object(_) => match serde_json::from_str::<EntryDetails>(body) {
                Ok(EntryDetails { name, rating, .. })
                    if scope.is_own || self.names.contains(&name.to_string()) =>
                {
                    let details = EntryDetails { rating, ..EntryDetails::named(self.called.clone()) };
                    serde_json::to_value(details).ok()?
                }
                // Somebody else, whom a note of the arbiters may know as a friend of this person.
                Ok(mut details) => {
                    let note = details.office.note.as_ref()?;
                    details.office.note = match self.is_mentioned(note.as_str()) {
                        true => Some(Note::parse(ERASED).ok()?),
                        false => return None,
                    };
                    serde_json::to_value(details).ok()?
                }
                Err(_) => self.in_leaves(value.clone()),
            },
            _ => return None,
        };
        (instead != value).then(|| instead.to_string())
    }

    fn instead_of_text(&self, text: &str, key: &str, scope: Scope) -> String {
        match key {
            "name" | "chief_name" if scope.is_own => self.called.to_string(),
            // Somebody else's name, and sentences of the program.
            "name" | "chief_name" | "seer" | "why" | "members" | "committee" => self.renamed(text),
            _ if scope.is_of_game || self.is_mentioned(text) => ERASED.to_owned(),
            _ => text.to_owned(),
        }
    }

    fn in_leaves(&self, value: Value) -> Value {
        match value {
            Value::String(text) => Value::String(self.renamed(&text)),
            Value::Array(items) => items.into_iter().map(|item| self.in_leaves(item)).collect(),
            Value::Object(fields) => {
                Value::Object(fields.into_iter().map(|(key, value)| (key, self.in_leaves(value))).collect())
            }
            other => other,
        }
    }

    /// A text with the person called otherwise.
    pub(super) fn renamed(&self, text: &str) -> String {
        let called = self.called.as_str();
        self.variants.iter().fold(text.to_owned(), |text, name| replace_words(&text, name, called))
    }

    /// Whether a text that is to stay names the person, however it is spelt.
    pub(super) fn is_named_in(&self, text: &str) -> bool {
        let all = folded(text);
        self.is_mentioned(text) || self.variants.iter().any(|name| all.contains(&folded(name)))
    }

    fn is_mentioned(&self, text: &str) -> bool {
        self.variants.iter().chain(&self.families).any(|name| words(text, name).next().is_some())
    }

    /// A game record with the person called otherwise: tags, and what is noted between the moves.
    pub(super) fn record(&self, text: &str) -> String {
        text.split_inclusive('\n').map(|line| self.line(line)).collect()
    }

    fn line(&self, line: &str) -> String {
        if !self.is_mentioned(line) {
            return line.to_owned();
        }
        let value = line.split_once('"').and_then(|(tag, rest)| Some((tag, rest.rsplit_once('"')?)));
        if let (true, Some((tag, (value, rest)))) = (line.trim_start().starts_with('['), value) {
            let is_name =
                self.variants.iter().chain(&self.families).any(|name| value.starts_with(name.as_str()));
            if is_name {
                return format!("{tag}\"{}\"{rest}", self.called);
            }
        }
        let called = self.called.as_str();
        self.families.iter().fold(self.renamed(line), |line, name| replace_words(&line, name, called))
    }
}

/// Under which names somebody did something, or arbitrates.
fn names_of<'a>(event: &'a Event, user: UserId, told: &'a [Entry]) -> impl Iterator<Item = &'a str> {
    let staff = event.staff.get(&user).map(|member| member.name.as_str());
    let by =
        told.iter().map(|entry| &entry.meta.by).filter(move |by| by.user() == Some(user)).map(Actor::name);
    staff.into_iter().chain(by)
}

fn add<'a>(names: &mut Vec<String>, more: impl Iterator<Item = &'a str>) {
    for name in more {
        if !names.iter().any(|known| known == name) {
            names.push(name.to_owned());
        }
    }
}

/// Whether two names are the same, in whichever order they are written.
pub fn is_same_name(one: &str, other: &str) -> bool {
    let other: Vec<String> = in_both_orders(other).iter().map(|name| folded(name)).collect();
    in_both_orders(one).iter().any(|name| other.contains(&folded(name)))
}

fn details(command: &Command) -> Vec<(EntryId, &EntryDetails)> {
    match command {
        Command::Entry(EntryCommand::AddEntries { entries }) => {
            entries.iter().map(|new| (new.id, &new.details)).collect()
        }
        Command::Entry(EntryCommand::ChangeEntry { entry, details, .. }) => vec![(*entry, details)],
        Command::Registration(RegistrationCommand::AcceptRegistrations { accepted }) => {
            accepted.iter().map(|one| (one.entry.id, &one.entry.details)).collect()
        }
        _ => Vec::new(),
    }
}

/// `Moor, Tessa` and `Tessa Moor`.
pub(super) fn in_both_orders(name: &str) -> Vec<String> {
    let turned = name.split_once(',').map(|(family, given)| format!("{} {}", given.trim(), family.trim()));
    std::iter::once(name.to_owned()).chain(turned).collect()
}

fn family(name: &str) -> Option<&str> {
    let family = match name.split_once(',') {
        Some((family, _)) => family.trim(),
        None => name.rsplit(' ').next()?,
    };
    (family.chars().count() >= SHORTEST).then_some(family)
}

/// Where a text holds some words, and not only letters of longer ones.
fn words<'a>(text: &'a str, what: &'a str) -> impl Iterator<Item = usize> + 'a {
    text.match_indices(what).map(|(at, _)| at).filter(move |at| {
        let before = text.get(..*at).and_then(|before| before.chars().next_back());
        let behind = text.get(at + what.len()..).and_then(|behind| behind.chars().next());
        ![before, behind].into_iter().flatten().any(char::is_alphanumeric)
    })
}

pub(super) fn replace_words(text: &str, what: &str, with: &str) -> String {
    let (mut replaced, mut from) = (String::with_capacity(text.len()), 0);
    for at in words(text, what) {
        replaced.push_str(text.get(from..at).unwrap_or_default());
        replaced.push_str(with);
        from = at + what.len();
    }
    replaced.push_str(text.get(from..).unwrap_or_default());
    replaced
}

#[cfg(test)]
mod tests {
    use super::{family, in_both_orders, replace_words};

    #[test]
    fn names_are_found_as_words_in_both_orders() {
        assert_eq!(in_both_orders("Moor, Tessa"), ["Moor, Tessa", "Tessa Moor"]);
        assert_eq!((family("Moor, Tessa"), family("Tessa Moor")), (Some("Moor"), Some("Moor")));
        assert_eq!(family("Wu, Li"), None);
        assert_eq!(replace_words("Moor, Moore, Émoor, (Moor)", "Moor", "X"), "X, Moore, Émoor, (X)");
    }
}
