//! Who has played here: the people of all public events, found again from one event to the next by what is known of them.
//!
//! Pure: the same events and decisions give the same people, in whichever order they came.

use std::collections::HashMap;
use std::sync::Arc;

use chrono::NaiveDate;
use tiger_rules::{GameKind, Variation};

use crate::board_file::BoardFile;
use crate::dice::Cast;
use crate::text::same;
use crate::{
    Bytes32, CastPurpose, Entry, EntryId, Event, EventId, GameId, NameOrder, PublishedEvent, ResultEntry,
    RoundNumber, Seat, UserId,
};

mod people;

pub use people::{Decision, Proposal};

/// What the register tells of an event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Played {
    pub id: EventId,
    pub slug: String,
    pub name: String,
    pub kind: GameKind,
    pub starts_on: NaiveDate,
    pub ends_on: NaiveDate,
    /// The board of The Dragon's Dance, if the event has its own.
    pub board: Option<BoardFile>,
}

/// Somebody's part in one public event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Appearance {
    pub event: Arc<Played>,
    pub entry: EntryId,
    /// The pairing number.
    pub number: u16,
    /// The name as the event writes it.
    pub name: String,
    /// Club or town.
    pub club: Option<String>,
    /// Federation or country.
    pub federation: Option<String>,
    /// FIDE's number, which lists show to everybody.
    pub fide_id: Option<String>,
    pub title: Option<String>,
    /// Whether the person was erased; such entries belong to nobody.
    pub is_erased: bool,
    pub keys: Keys,
}

/// By what a person is known again. Nothing of it is ever shown.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Keys {
    pub account: Option<UserId>,
    pub fide_id: Option<String>,
    /// Federation and number: each federation counts from one.
    pub national_id: Option<(String, String)>,
    /// The entry of the person whom an arbiter took from the ratings.
    pub known_as: Option<EntryId>,
}

/// A game of a published round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublishedGame {
    pub event: Arc<Played>,
    pub id: GameId,
    pub round: RoundNumber,
    /// The number on its table.
    pub board: u16,
    /// The entries of the first and the second player.
    pub entries: [EntryId; 2],
    /// The variation, if it is settled.
    pub variation: Option<Variation>,
    /// The dice that were cast and count.
    pub dice: Vec<(CastPurpose, Vec<u8>)>,
    pub result: Option<ResultEntry>,
    /// Whether it counts for neither in its event, because one of them left it early.
    pub is_annulled: bool,
    /// The record that tells it, by the digest of its text.
    pub record: Option<Bytes32>,
    /// Whether it began from another situation than the usual one.
    pub is_special: bool,
}

impl PublishedGame {
    /// The address of its page.
    pub fn href(&self) -> String {
        format!("/events/{}/games/{}", self.event.slug, self.id)
    }

    /// Whether the game was played and has a result.
    pub fn is_ended(&self) -> bool {
        self.result.is_some_and(|result| result.is_played())
    }

    /// What a player scored as ratings count it, in halves, if the game was played to an end and not lost by both.
    pub fn halves(&self, seat: Seat) -> Option<u8> {
        let result = self.result.filter(|result| result.is_played() && !result.is_both_lost())?;
        Some(match result.winner {
            None => 1,
            Some(winner) if winner == seat => 2,
            Some(_) => 0,
        })
    }
}

/// What one public event gives to the register.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Harvest {
    pub event: Arc<Played>,
    pub appearances: Vec<Appearance>,
    pub games: Vec<PublishedGame>,
}

impl Harvest {
    /// What an event gives; nothing if it is not public.
    pub fn of(event: &Event) -> Option<Self> {
        let published = PublishedEvent::of(event)?;
        let settings = &published.settings;
        let played = Arc::new(Played {
            id: published.id,
            slug: published.slug.to_string(),
            name: settings.name.to_string(),
            kind: settings.game,
            starts_on: settings.starts_on,
            ends_on: settings.ends_on,
            board: settings.board_file.clone(),
        });
        let appearance = |entry: &Entry| {
            // Accounts and national numbers are no part of what everybody sees.
            let keys = event.entries.get(&entry.id).map(Keys::of).unwrap_or_default();
            let details = &entry.details;
            let text = |label: &Option<super::text::Label>| label.as_ref().map(ToString::to_string);
            Appearance {
                event: played.clone(),
                entry: entry.id,
                number: entry.number,
                name: details.name.to_string(),
                club: text(&details.club),
                federation: text(&details.federation),
                fide_id: text(&details.identity.fide_id),
                title: text(&details.identity.title),
                is_erased: entry.is_erased,
                keys,
            }
        };
        let mut games: Vec<_> = published.games.values().collect();
        games.sort_by_key(|game| (game.round, game.board, game.id));
        let game = |game: &super::game::Game| PublishedGame {
            event: played.clone(),
            id: game.id,
            round: game.round,
            board: published.board_number(game),
            entries: game.players(),
            variation: game.variation(settings.game),
            dice: game.casts.iter().filter(|it| it.counts()).filter_map(dice_of).collect(),
            result: game.result.as_ref().map(|result| result.entry),
            is_annulled: published.annulled_of(game.players()).is_some(),
            record: game.record_to_publish().map(|record| record.digest),
            is_special: game.beginning.is_some(),
        };
        Some(Self {
            appearances: published.entries_by_number().into_iter().map(appearance).collect(),
            games: games.into_iter().map(game).collect(),
            event: played.clone(),
        })
    }
}

fn dice_of(cast: &Cast) -> Option<(CastPurpose, Vec<u8>)> {
    Some((cast.purpose, cast.faces()?.to_vec()))
}

impl Keys {
    fn of(entry: &Entry) -> Self {
        if entry.is_erased {
            return Self::default();
        }
        let account = entry.speaker.user();
        let said = |label: &super::text::Label| same(label.as_str().trim());
        let identity = &entry.details.identity;
        let federation = entry.details.federation.as_ref().map(said).unwrap_or_default();
        Self {
            account,
            // Lists write 0 for nobody's number.
            fide_id: identity.fide_id.as_ref().map(said).filter(|id| !id.trim_matches('0').is_empty()),
            national_id: identity.national_id.as_ref().map(|id| (federation, said(id))),
            known_as: identity.known_as,
        }
    }
}

/// Somebody who has played here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Person {
    /// The first entry, which is the person's address.
    pub id: EntryId,
    /// The name as it was written last.
    pub name: String,
    /// Their parts, the last event first; places in [`Register::appearances`].
    pub appearances: Vec<usize>,
}

/// Everybody who has played here, and every game of a published round.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Register {
    /// All parts in public events.
    pub appearances: Vec<Appearance>,
    /// Everybody, by name. Who was erased is nobody here.
    pub people: Vec<Person>,
    /// All games of published rounds, the first event first.
    pub games: Vec<PublishedGame>,
    /// Who may be one person with whom, by their names.
    pub proposals: Vec<Proposal>,
    by_entry: HashMap<EntryId, usize>,
    split: Vec<EntryId>,
}

impl Register {
    /// The register of what these events give, and of what arbiters decided, oldest first.
    pub fn of<'a>(harvests: impl IntoIterator<Item = &'a Harvest>, decisions: &[Decision]) -> Self {
        let mut harvests: Vec<&Harvest> = harvests.into_iter().collect();
        // By day, so that the last name that was written is the newest; the rest makes the order whole.
        harvests.sort_by_key(|harvest| (harvest.event.ends_on, harvest.event.starts_on, harvest.event.id));
        let appearances: Vec<_> = harvests.iter().flat_map(|it| it.appearances.iter().cloned()).collect();
        let games = harvests.iter().flat_map(|it| it.games.iter().cloned()).collect();
        let groups = people::groups(&appearances, decisions);
        let mut people: Vec<Person> = groups
            .into_iter()
            .filter_map(|group| {
                let id = group.iter().map(|place| appearances[*place].entry).min()?;
                let name = appearances[*group.last()?].name.clone();
                Some(Person { id, name, appearances: group.into_iter().rev().collect() })
            })
            .collect();
        let mut order = NameOrder::default();
        people.sort_by(|one, other| order.compare(&one.name, &other.name).then(one.id.cmp(&other.id)));
        let of_person = |(place, person): (usize, &Person)| -> Vec<_> {
            person.appearances.iter().map(|at| (appearances[*at].entry, place)).collect()
        };
        let by_entry = people.iter().enumerate().flat_map(of_person).collect();
        let proposals = people::proposals(&people, &appearances, decisions);
        let split = people::split(decisions);
        Self { appearances, people, games, proposals, by_entry, split }
    }

    /// The person of an entry; none if they were erased or their event is hidden.
    pub fn person(&self, entry: EntryId) -> Option<&Person> {
        self.people.get(*self.by_entry.get(&entry)?)
    }

    /// The person whom an entry says to be, be its event public or not: by whom an arbiter took from the ratings, by account,
    /// FIDE's number, a federation's number.
    pub fn find(&self, entry: &Entry) -> Option<&Person> {
        if let Some(person) = self.person(entry.id) {
            return Some(person);
        }
        let own = Keys::of(entry);
        let by = |is_same: &dyn Fn(&Keys) -> bool| {
            let known =
                self.appearances.iter().rev().find(|it| !self.is_split(it.entry) && is_same(&it.keys));
            known.and_then(|it| self.person(it.entry))
        };
        let taken = own.known_as.filter(|it| !self.is_split(*it)).and_then(|it| self.person(it));
        taken
            .or_else(|| by(&|keys| own.account.is_some() && keys.account == own.account))
            .or_else(|| by(&|keys| own.fide_id.is_some() && keys.fide_id == own.fide_id))
            .or_else(|| by(&|keys| own.national_id.is_some() && keys.national_id == own.national_id))
    }

    /// The name of whoever stands behind an entry: the person's, or, of somebody who was erased, what the event's own
    /// pages call them.
    pub fn name_of(&self, entry: EntryId) -> &str {
        let person = self.person(entry).map(|person| person.name.as_str());
        person.or_else(|| self.appearance(entry).map(|it| it.name.as_str())).unwrap_or("somebody")
    }

    /// An entry's part in its event.
    pub fn appearance(&self, entry: EntryId) -> Option<&Appearance> {
        self.appearances.iter().find(|it| it.entry == entry)
    }

    /// What a person's parts say last of something; one that does not say it is passed over.
    pub fn last_said<'a>(
        &'a self,
        person: &'a Person,
        what: impl Fn(&'a Appearance) -> &'a Option<String>,
    ) -> Option<&'a str> {
        self.parts(person).find_map(|part| what(part).as_deref())
    }

    /// What the person of an entry is called in ratings: the person's own number, or, of nobody's entry, its own.
    pub fn player(&self, entry: EntryId) -> EntryId {
        self.person(entry).map_or(entry, |person| person.id)
    }

    /// A person's parts, the last event first.
    pub fn parts<'a>(&'a self, person: &'a Person) -> impl Iterator<Item = &'a Appearance> {
        person.appearances.iter().map(|place| &self.appearances[*place])
    }

    /// A person's games with the seat they had, the last first.
    pub fn games_of(&self, person: &Person) -> Vec<(&PublishedGame, Seat)> {
        let own = |entry: EntryId| self.person(entry).is_some_and(|it| it.id == person.id);
        let seat = |game: &PublishedGame| match game.entries {
            [first, _] if own(first) => Some(Seat::First),
            [_, second] if own(second) => Some(Seat::Second),
            _ => None,
        };
        self.games.iter().rev().filter_map(|game| Some((game, seat(game)?))).collect()
    }

    /// Whether two entries of one name may be one person, nothing being said either way; so it is too where one of them is
    /// not known yet.
    pub fn leaves_open(&self, one: EntryId, other: EntryId) -> bool {
        let (Some(one), Some(other)) = (self.person(one), self.person(other)) else { return true };
        let is_it = |it: &Proposal| {
            [it.one, it.other] == [one.id, other.id] || [it.other, it.one] == [one.id, other.id]
        };
        self.proposals.iter().any(is_it)
    }

    /// Whether an arbiter took this entry out of a person it would belong to.
    pub fn is_split(&self, entry: EntryId) -> bool {
        self.split.contains(&entry)
    }

    /// Whether both may be one person: nobody plays twice in an event.
    pub fn may_be_one(&self, one: &Person, other: &Person) -> bool {
        one.id != other.id
            && self.parts(one).all(|part| self.parts(other).all(|it| it.event.id != part.event.id))
    }
}
