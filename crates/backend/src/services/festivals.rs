//! Use cases around festivals: what belongs together, who may see and change it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use tiger_event::festival::{collide, counted_through};
use tiger_event::permission::Role;
use tiger_event::text::{folded, same};
use tiger_event::{
    Bytes32, Entry, EntryId, Event, EventName, Festival, FestivalId, Game, NameOrder, Register, RoundState,
    Slug, UserId,
};
use uuid::Uuid;

use crate::clock;
use crate::db::users::User;
use crate::db::{self, DbError};
use crate::error::{AppError, Result};
use crate::ledger::{Ledger, LedgerError, OnceKey};

/// An event of a festival, and what the person who asks is to it.
#[derive(Debug, Clone)]
pub struct Section {
    pub event: Arc<Event>,
    pub role: Role,
}

impl Section {
    /// What the section is called to the person.
    pub fn name(&self) -> String {
        match self.event.is_public || self.role.is_arbiter() {
            true => self.event.settings.name.to_string(),
            false => "A hidden event".to_owned(),
        }
    }
}

/// A festival with all its sections, the hidden ones too.
#[derive(Debug, Clone)]
pub struct Roof {
    pub festival: Festival,
    pub sections: Vec<Section>,
    /// Whether the person who asks may add and take sections.
    pub may_change: bool,
}

/// Festivals for somebody to choose from.
#[derive(Debug, Clone)]
pub struct Listed {
    /// Those that the person made or works in.
    pub own: Vec<Festival>,
    /// Those with a section that everybody may see.
    pub public: Vec<Festival>,
}

impl Roof {
    pub const fn may_take(&self, section: &Section) -> bool {
        self.may_change || section.role.is_chief()
    }

    /// The sections that the person works in.
    pub fn worked(&self) -> impl Iterator<Item = &Section> {
        self.sections.iter().filter(|section| section.role.is_arbiter())
    }

    /// The sections that the person does not work in.
    pub fn foreign(&self) -> impl Iterator<Item = &Section> {
        self.sections.iter().filter(|section| !section.role.is_arbiter())
    }

    /// Whether the person works here.
    pub fn is_staff(&self) -> bool {
        self.may_change || self.worked().next().is_some()
    }
}

/// Finds a festival for whoever asks. One without a public section is there for those who work in it, and for nobody else.
/// Blocking.
pub fn find(ledger: &Ledger, slug: &str, user: Option<&User>) -> Result<Roof> {
    let no_festival = || AppError::not_found("festival");
    let slug = Slug::parse(slug).map_err(|_| no_festival())?;
    let found = ledger.database().read(|db| -> Result<_, LedgerError> {
        let Some(festival) = db::festivals::find(db, &slug)? else { return Ok(None) };
        let ids = db::festivals::events(db, festival.id)?;
        let events = ids.into_iter().filter_map(|id| ledger.readable(db, id).transpose());
        let role = |event: &Event| user.map_or(Role::Public, |user| event.role_of(user.id, user.is_admin));
        let section = |event: Arc<Event>| Section { role: role(&event), event };
        let sections = events.map(|event| event.map(section)).collect::<Result<Vec<_>, LedgerError>>()?;
        Ok(Some((festival, sections)))
    })?;
    let (festival, sections) = found.ok_or_else(no_festival)?;
    let may_change = user.is_some_and(|user| user.is_admin || festival.owner == Some(user.id));
    let roof = Roof { festival, sections, may_change };
    let is_public = roof.sections.iter().any(|section| section.event.is_public);
    if is_public || roof.is_staff() { Ok(roof) } else { Err(no_festival()) }
}

/// Makes a festival; none when its address is taken. The same form of the same person makes one, however often it comes.
/// Blocking.
pub fn make(
    ledger: &Ledger,
    (slug, name): (Slug, EventName),
    owner: UserId,
    once: &OnceKey,
) -> Result<Option<Festival>> {
    let Bytes32(digest) = Bytes32::digest(format!("festival {owner} {}", once.as_str()).as_bytes());
    let id =
        FestivalId::from_uuid(Uuid::from_u128(u128::from_be_bytes(std::array::from_fn(|at| digest[at]))));
    let festival = Festival { id, slug, name, owner: Some(owner) };
    Ok(ledger.database().write(|db| {
        let own = db::festivals::of(db, owner)?;
        if let Some(known) = own.into_iter().find(|known| known.id == id) {
            return Ok(Some(known));
        }
        let is_made = db::festivals::insert(db, &festival, clock::now())?;
        Ok::<_, DbError>(is_made.then(|| festival.clone()))
    })?)
}

/// The festivals that everybody may see, and those that somebody made or works in, the newest first. Blocking.
pub fn list(ledger: &Ledger, user: Option<UserId>, worked: &[String]) -> Result<Listed> {
    Ok(ledger.database().read(|db| {
        let mut own = user.map_or(Ok(Vec::new()), |user| db::festivals::of(db, user))?;
        for festival in db::festivals::with(db, Some(worked))? {
            if !own.contains(&festival) {
                own.push(festival);
            }
        }
        Ok::<_, DbError>(Listed { own, public: db::festivals::with(db, None)? })
    })?)
}

/// The sections whose boards get other numbers, each with that of its first board, so that all count through; and the names
/// of those that keep theirs, as they are playing a round or somebody else's. What is finished has no boards any more.
pub fn to_number(roof: &Roof) -> (Vec<(Arc<Event>, u16)>, Vec<String>) {
    let sections: Vec<_> = roof.sections.iter().filter(|section| !section.event.is_finished).collect();
    let keeps = |section: &Section| {
        let round = section.event.current_round();
        !section.role.is_chief() || round.is_some_and(|round| round.state == RoundState::Published)
    };
    let firsts = counted_through(sections.iter().map(|section| (&*section.event, keeps(section))));
    let other = |(section, first): (&&Section, u16)| {
        (section.event.settings.first_board != first).then(|| (section.event.clone(), first))
    };
    // Who makes a festival may not know of its hidden sections.
    let kept = sections.iter().filter(|section| keeps(section)).map(|section| section.name());
    let mut kept: Vec<_> = kept.collect();
    kept.dedup();
    (sections.iter().zip(firsts).filter_map(other).collect(), kept)
}

/// What an arbiter who drafts a round should know of the other sections of the festival that the person may see: boards of the
/// same numbers, and players who sit at a board there. Blocking.
pub fn clashes(ledger: &Ledger, event: &Event, user: UserId) -> Result<Vec<String>, LedgerError> {
    let others = ledger.database().read(|db| {
        let ids = db::festivals::beside(db, event.id)?;
        ids.into_iter().filter_map(|id| ledger.readable(db, id).transpose()).collect::<Result<Vec<_>, _>>()
    })?;
    let is_seen = |other: &&Arc<Event>| {
        !other.is_finished && (other.is_public || other.role_of(user, false).is_arbiter())
    };
    let mut clashes = Vec::new();
    for other in others.iter().filter(is_seen) {
        let name = &other.settings.name;
        if collide(event, other) {
            clashes.push(format!(
                "{name} has boards of the same numbers. The desk of the festival counts them through."
            ));
        }
        let both = at_both(event, other);
        if let (Some(round), [_, ..]) = (other.current_round(), &*both) {
            let verb = if both.len() == 1 { "sits" } else { "sit" };
            let names = both.join("; ");
            clashes.push(format!("At a board of round {} of {name} {verb} now: {names}.", round.number));
        }
    }
    Ok(clashes)
}

/// Who is paired in the draft of one event, and still plays in the other.
fn at_both<'a>(event: &'a Event, other: &Event) -> Vec<&'a str> {
    let drafted = event.draft().map(|draft| &*draft.table.boards).unwrap_or_default();
    let going_on = other.games.values().filter(|game| game.awaits_result());
    let there: Vec<&Entry> =
        going_on.flat_map(Game::players).filter_map(|id| other.entries.get(&id)).collect();
    let named: BTreeMap<String, Option<&str>> = there
        .iter()
        .map(|entry| (same(entry.details.name.as_str()), entry.details.identity.fide_number()))
        .collect();
    let numbers: BTreeSet<&str> =
        there.iter().filter_map(|entry| entry.details.identity.fide_number()).collect();
    // Two FIDE IDs are two people, whatever they are called.
    let is_there = |entry: &&Entry| {
        let number = entry.details.identity.fide_number();
        let is_namesake = |theirs: &Option<&str>| number.is_none() || theirs.is_none();
        number.is_some_and(|number| numbers.contains(number))
            || named.get(&same(entry.details.name.as_str())).is_some_and(is_namesake)
    };
    let players = drafted.iter().flat_map(|pairing| [pairing.first, pairing.second]);
    let entries = players.filter_map(|id| event.entries.get(&id)).filter(is_there);
    entries.map(|entry| entry.details.name.as_str()).collect()
}

/// A person, and where they play.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WhoPlays {
    pub name: String,
    /// The places of the sections, each with the person's number in it.
    pub plays: Vec<(usize, u16)>,
    /// Whether only the name says that it is one person.
    pub is_by_name: bool,
}

/// A person as the register knows them, or an entry that it knows nobody of.
struct Known<'a> {
    id: EntryId,
    parts: Vec<(usize, &'a Entry)>,
    is_by_name: bool,
}

/// Who plays where, by name, without those who were erased. Whom the register knows for one person is one; beyond that people
/// of one name are, where neither the register nor their years of birth say that they are two.
pub fn who_plays(events: &[&Event], register: &Register) -> Vec<WhoPlays> {
    let mut known: BTreeMap<EntryId, Known<'_>> = BTreeMap::new();
    for (place, event) in events.iter().enumerate() {
        for entry in event.entries_by_number().into_iter().filter(|entry| !entry.is_erased) {
            let id = register.player(entry.id);
            let person =
                known.entry(id).or_insert_with(|| Known { id, parts: Vec::new(), is_by_name: false });
            person.parts.push((place, entry));
        }
    }
    let mut people: Vec<WhoPlays> = Vec::new();
    let mut by_name: BTreeMap<String, Vec<Known<'_>>> = BTreeMap::new();
    for person in known.into_values() {
        let name =
            person.parts.first().map(|(_, entry)| same(entry.details.name.as_str())).unwrap_or_default();
        let others = by_name.entry(name).or_default();
        match others.iter_mut().find(|other| may_be_one(other, &person, register)) {
            Some(other) => {
                other.parts.extend(person.parts);
                other.is_by_name = true;
            }
            None => others.push(person),
        }
    }
    for mut person in by_name.into_values().flatten() {
        person.parts.sort_by_key(|(place, entry)| (*place, entry.number));
        people.push(WhoPlays {
            name: person.parts.first().map(|(_, entry)| entry.details.name.to_string()).unwrap_or_default(),
            plays: person.parts.iter().map(|(place, entry)| (*place, entry.number)).collect(),
            is_by_name: person.is_by_name,
        });
    }
    let mut order = NameOrder::default();
    people.sort_by(|one, other| order.compare(&one.name, &other.name).then(one.plays.cmp(&other.plays)));
    people
}

/// Whether two of one name may be one person: nothing that is known of them says otherwise.
fn may_be_one(one: &Known<'_>, other: &Known<'_>, register: &Register) -> bool {
    let meets = one.parts.iter().any(|(place, _)| other.parts.iter().any(|(other, _)| place == other));
    let year =
        |person: &Known<'_>| person.parts.iter().find_map(|(_, entry)| entry.details.identity.birth_year());
    let are_two = matches!((year(one), year(other)), (Some(one), Some(other)) if one != other);
    !meets && !are_two && register.leaves_open(one.id, other.id)
}

/// The players of a section who are not entered in another, by name, without those who have left or were erased.
pub fn to_copy<'a>(from: &'a Event, to: &Event) -> Vec<&'a Entry> {
    let there: BTreeSet<String> =
        to.entries.values().map(|entry| folded(entry.details.name.as_str())).collect();
    let is_new = |entry: &&Entry| !there.contains(&folded(entry.details.name.as_str()));
    let is_here = |entry: &&Entry| !entry.is_erased && !from.has_left(entry);
    let mut players: Vec<_> = from.entries.values().filter(is_new).filter(is_here).collect();
    let mut order = NameOrder::default();
    players.sort_by(|one, other| order.compare(one.details.name.as_str(), other.details.name.as_str()));
    players
}
