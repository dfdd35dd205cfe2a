//! What is about a person who is erased, and what stands in its place.

use std::collections::{HashMap, HashSet};

use serde_json::Value;
use tiger_event::dice::Said;
use tiger_event::text::{ERASED, Word, folded};
use tiger_event::{
    Actor, AppealCommand, Bytes32, Command, EntryCommand, EntryDetails, EntryId, Event, GameId, Label, Note,
    ParseTextError, PersonName, Refusal, RegistrationCommand, UserId,
};
use tiger_rules::GameKind;

use super::super::Entry;

/// Family names that are shorter are found in too many words.
const SHORTEST: usize = 3;

/// A person, as a ledger knows them.
pub(super) struct Person {
    /// The account that speaks for the entry.
    pub(super) user: Option<UserId>,
    /// Every name that the entry ever had.
    names: Vec<String>,
    /// What others are called who play here.
    others: Vec<String>,
    /// Those of the names that are no part of what others are called: whoever says them means this person.
    pub(super) distinct: Vec<String>,
    /// What stands in the place of the name.
    pub(super) called: PersonName,
    /// The same.
    pub(super) label: Label,
    /// The identifiers of entry and account, as they stand in entries.
    own: HashSet<String>,
    /// The identifiers of the person's games, with the number of their seat.
    games: HashMap<String, u64>,
    /// The rulings on ties of a bracket that the person stood in.
    rulings: HashSet<String>,
    /// The appeals that the person made: the game, and the entry that noted it. The game may be others'.
    appeals: HashSet<(String, u64)>,
    /// What is taken for the person in anybody's texts: distinct names of two parts, however these are put together. One
    /// part alone may be anything: a piece, a word, a login, somebody else of the family.
    variants: Vec<String>,
    /// What is taken for the person in texts that are about them: all their names, and the family names.
    at_home: Vec<String>,
    /// What is taken for the person in sentences of the program, which call players as they are entered.
    in_sentences: Vec<String>,
}

/// What a part of an entry is about.
#[derive(Debug, Clone, Copy, Default)]
struct Scope {
    is_own: bool,
    /// Whether an identifier stands beside it and says who is meant.
    is_identified: bool,
    is_of_game: bool,
    /// Whether it is about the person's seat in such a game.
    is_of_seat: bool,
    /// Whether the person is named beside it, perhaps among others.
    is_beside: bool,
}

impl Person {
    /// A player, with all names that the commands of the event gave them, and one that these say no longer.
    pub(super) fn of(
        event: &Event,
        (id, forgotten): (EntryId, Option<&PersonName>),
        told: &[Entry],
    ) -> Result<Self, Refusal> {
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
        add(&mut names, forgotten.map(PersonName::as_str).into_iter());
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
        let mut person = Self::new(called, (user, names), others(event, Some(id))).map_err(unreadable)?;
        person.own.insert(id.to_string());
        person.games = games.map(|game| (game.id.to_string(), u64::from(game.first != id))).collect();
        person.appeals = appeals.collect();
        let rulings = event.tie_rulings.iter().filter(|ruling| ruling.players.contains(&id));
        person.rulings = rulings.map(|ruling| ruling.id.to_string()).collect();
        Ok(person)
    }

    /// Somebody with an account, who is no player here or is erased as one.
    pub(super) fn of_account(
        event: &Event,
        user: UserId,
        called: &PersonName,
        told: &[Entry],
    ) -> Result<Self, Refusal> {
        let mut names = Vec::new();
        add(&mut names, names_of(event, user, told).filter(|name| *name != called.as_str()));
        let unreadable = |_| Refusal::invalid("This person cannot be given another name.");
        Self::new(called.clone(), (Some(user), names), others(event, None)).map_err(unreadable)
    }

    /// Somebody of whom no game and no appeal is known yet. Where somebody else plays who is called the same, texts that say
    /// the name may mean them, and stay.
    fn new(
        called: PersonName,
        (user, names): (Option<UserId>, Vec<String>),
        others: Vec<String>,
    ) -> Result<Self, ParseTextError> {
        let is_in_others = |name: &String| others.iter().any(|other| stands(other, name));
        let is_namesake = |name: &String| others.iter().any(|other| is_same_name(other, name));
        let own: Vec<&String> = names.iter().filter(|name| !is_namesake(name)).collect();
        let distinct = own.iter().copied().filter(|name| !is_in_others(name)).cloned().collect::<Vec<_>>();
        let full = own.iter().flat_map(|name| in_full(name)).filter(|name| !is_in_others(name));
        let variants = longest_first(full.collect());
        let families = names.iter().filter_map(|name| family(name)).map(str::to_owned);
        let at_home = longest_first(names.iter().flat_map(|name| in_full(name)).chain(families).collect());
        let single = distinct.iter().filter(|name| in_full(name).is_empty() && is_plainly_a_name(name));
        let in_sentences = longest_first(variants.iter().chain(single).cloned().collect());
        Ok(Self {
            user,
            label: Label::parse(called.as_str())?,
            called,
            own: user.iter().map(ToString::to_string).collect(),
            games: HashMap::new(),
            rulings: HashSet::new(),
            appeals: HashSet::new(),
            names,
            others,
            distinct,
            variants,
            at_home,
            in_sentences,
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
                // A pairing, also one that was never played.
                let is_pair = is(&["first", "second"], &self.own);
                let scope = Scope {
                    is_own: scope.is_own || is(&["id", "entry", "user", "chief"], &self.own),
                    is_identified: ["id", "user", "chief"].into_iter().any(|key| said(key).is_some()),
                    is_of_game: scope.is_of_game
                        || seat.is_some()
                        || is_appeal
                        || is_pair
                        || is(&["ruling"], &self.rulings),
                    is_of_seat: scope.is_of_seat || seat.is_some_and(|seat| player == Some(*seat)),
                    is_beside: fields.values().any(|value| self.is_identified_in(value)),
                };
                for (key, value) in fields {
                    self.walk(value, (key, scope), visit);
                }
            }
            _ => {}
        }
    }

    /// Whether an identifier of the person stands anywhere in it.
    fn is_identified_in(&self, value: &Value) -> bool {
        match value {
            Value::String(id) => self.own.contains(id),
            Value::Array(items) => items.iter().any(|item| self.is_identified_in(item)),
            Value::Object(fields) => fields.values().any(|value| self.is_identified_in(value)),
            _ => false,
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
                // An identifier stands beside all details: somebody else may be called the same, or have been.
                Ok(EntryDetails { rating, .. }) if scope.is_own => {
                    let details = EntryDetails { rating, ..EntryDetails::named(self.called.clone()) };
                    serde_json::to_value(details).ok()?
                }
                // Somebody else, whom a note of the arbiters may know as a friend of this person, or whose club bears the name.
                Ok(mut details) => {
                    let [note, club, federation] = [
                        details.office.note.as_ref().map(Note::as_str),
                        details.club.as_ref().map(Label::as_str),
                        details.federation.as_ref().map(Label::as_str),
                    ]
                    .map(|text| text.is_some_and(|text| self.is_mentioned(text)));
                    if !note && !club && !federation {
                        return None;
                    }
                    let label = |label: Label| Label::parse(&self.renamed(label.as_str())).ok();
                    details.club = details.club.and_then(label);
                    details.federation = details.federation.and_then(label);
                    if note {
                        details.office.note = Some(Note::parse(ERASED).ok()?);
                    }
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
            "name" | "chief_name" if scope.is_identified => text.to_owned(),
            "name" | "chief_name" | "seer" | "members" | "committee" => self.renamed(text),
            "why" => self.sentence(text, scope.is_of_game),
            // Mostly a place in the rule books, which says nothing of anybody.
            "article" if !self.is_mentioned(text) && !self.is_mentioned_at_home(text) => text.to_owned(),
            _ if scope.is_of_game || self.is_mentioned(text) => ERASED.to_owned(),
            _ if (scope.is_own || scope.is_beside) && self.is_mentioned_at_home(text) => ERASED.to_owned(),
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

    /// A name, or what a file says, with the person called otherwise.
    fn renamed(&self, text: &str) -> String {
        match self.distinct.iter().any(|name| is_same_name(name, text)) {
            true => self.called.to_string(),
            false => self.replace(text, &self.variants),
        }
    }

    fn replace(&self, text: &str, names: &[String]) -> String {
        names.iter().fold(text.to_owned(), |text, name| replace_words(&text, name, self.called.as_str()))
    }

    /// A sentence of the program with the person called otherwise. Where it is about the person and their name cannot be
    /// told from other words in it, nothing is left of it.
    fn sentence(&self, text: &str, is_about: bool) -> String {
        let text = self.replace(text, &self.in_sentences);
        let is_left = is_about && self.names.iter().any(|name| stands(&text, name));
        if is_left { ERASED.to_owned() } else { text }
    }

    /// Whether a text that is to stay names the person, however it is spelt.
    pub(super) fn is_named_in(&self, text: &str) -> bool {
        let typed = folded(text);
        let full = self.names.iter().flat_map(|name| in_full(name).into_iter().chain([name.clone()]));
        self.is_mentioned_at_home(text) || full.into_iter().any(|name| stands(&typed, &folded(&name)))
    }

    fn is_mentioned(&self, text: &str) -> bool {
        self.variants.iter().any(|name| stands(text, name))
    }

    fn is_mentioned_at_home(&self, text: &str) -> bool {
        self.at_home.iter().any(|name| stands(text, name))
    }

    /// The record of a game with the person called otherwise: tags, and what is noted between the moves, in which no name
    /// is looked for that could be a move.
    pub(super) fn record(&self, text: &str, game: GameId) -> String {
        let is_own = self.plays(game);
        let noted = if is_own { &self.at_home } else { &self.variants };
        let in_moves: Vec<_> = self.variants.iter().filter(|name| !has_digit(name)).cloned().collect();
        let (mut told, mut is_noted) = (String::with_capacity(text.len()), false);
        for line in text.split_inclusive('\n') {
            if !is_noted && line.trim_start().starts_with('[') {
                told.push_str(&self.tag(line, is_own));
                continue;
            }
            let mut to_line_end = false;
            for part in line.split_inclusive(['{', '}', ';']) {
                let names = if is_noted || to_line_end { noted } else { &in_moves };
                told.push_str(&self.replace(part, names));
                match part.chars().next_back() {
                    Some('{') if !to_line_end => is_noted = true,
                    Some('}') if !to_line_end => is_noted = false,
                    Some(';') => to_line_end |= !is_noted,
                    _ => {}
                }
            }
        }
        told
    }

    fn tag(&self, line: &str, is_own: bool) -> String {
        let value = line.split_once('"').and_then(|(tag, rest)| Some((tag, rest.rsplit_once('"')?)));
        let Some((tag, (value, rest))) = value else { return self.replace(line, &self.variants) };
        let name = tag.trim_start_matches([' ', '[']).trim_end();
        let is_of_player = GameKind::ALL.iter().any(|game| game.side_named(name).is_some());
        let is_others = || self.others.iter().any(|other| is_same_name(other, value) || stands(value, other));
        let is_theirs = is_own
            && (self.names.iter().any(|name| is_same_name(name, value))
                || (is_of_player && self.is_mentioned_at_home(value) && !is_others()));
        let value = if is_theirs { self.called.to_string() } else { self.renamed(value) };
        format!("{tag}\"{value}\"{rest}")
    }
}

/// What others are called who play here.
fn others(event: &Event, id: Option<EntryId>) -> Vec<String> {
    let others = event.entries.values().filter(|entry| Some(entry.id) != id && !entry.is_erased);
    others.map(|entry| entry.details.name.to_string()).collect()
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
pub fn in_both_orders(name: &str) -> Vec<String> {
    let turned = name.split_once(',').map(|(family, given)| format!("{} {}", given.trim(), family.trim()));
    std::iter::once(name.to_owned()).chain(turned).collect()
}

/// Family and given name in all the ways that people write them; nothing for a name of one part.
pub fn in_full(name: &str) -> Vec<String> {
    let parts = name.split_once(',').or_else(|| name.rsplit_once(' ').map(|(given, family)| (family, given)));
    let (family, given) = parts.map_or(("", ""), |(family, given)| (family.trim(), given.trim()));
    if family.is_empty() || given.is_empty() {
        return Vec::new();
    }
    vec![format!("{family}, {given}"), format!("{family} {given}"), format!("{given} {family}")]
}

pub fn family(name: &str) -> Option<&str> {
    let family = match name.split_once(',') {
        Some((family, _)) => family.trim(),
        None => name.rsplit(' ').next()?,
    };
    (family.chars().count() >= SHORTEST).then_some(family)
}

/// Whether a name of one part cannot be taken for a common word in a sentence.
pub fn is_plainly_a_name(name: &str) -> bool {
    name.chars().nth(1).is_some() && !name.starts_with(char::is_lowercase)
}

fn has_digit(name: &str) -> bool {
    name.contains(|letter: char| letter.is_ascii_digit())
}

fn longest_first(mut names: Vec<String>) -> Vec<String> {
    names.sort_by_key(|name| std::cmp::Reverse(name.len()));
    names
}

fn stands(text: &str, what: &str) -> bool {
    words(text, what).next().is_some()
}

/// Where a text holds some words, and not only letters of longer ones.
fn words<'a>(text: &'a str, what: &'a str) -> impl Iterator<Item = usize> + 'a {
    text.match_indices(what).map(|(at, _)| at).filter(move |at| {
        let before = text.get(..*at).and_then(|before| before.chars().next_back());
        let behind = text.get(at + what.len()..).and_then(|behind| behind.chars().next());
        ![before, behind].into_iter().flatten().any(char::is_alphanumeric)
    })
}

pub fn replace_words(text: &str, what: &str, with: &str) -> String {
    let (mut replaced, mut from) = (String::with_capacity(text.len()), 0);
    for at in words(text, what) {
        replaced.push_str(text.get(from..at).unwrap_or_default());
        replaced.push_str(with);
        from = at + what.len();
    }
    replaced.push_str(text.get(from..).unwrap_or_default());
    replaced
}
