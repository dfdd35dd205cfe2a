//! LancerChess with as many players as one likes: a Swiss event in its third round, to try the desk with. It is told in one
//! step, for a thousand players give thousands of commands.

use std::collections::BTreeSet;

use anyhow::Context;
use chrono::{DateTime, TimeDelta, Utc};
use tiger_event::{
    Actor, AwardCommand, Command, EntryCommand, EntryDetails, EntryId, Event, EventCommand, EventId, Format,
    Identity, Label, Meta, NewEntry, PersonName, ResultCommand, ResultEntry, RoundCommand, RoundNumber, Seat,
    Slug, UserId,
};
use tiger_rules::{Ending, GameKind};

use super::CHIEF_NAME;
use super::awards;
use super::chance::Chance;
use super::people::EVERYBODY;
use super::settings::{Plan, settings};
use crate::clock;
use crate::ledger::{Ledger, Order};
use crate::services::pairing::{self, Start};

const PLAN: Plan = Plan {
    name: "Lancers in a Crowd",
    venue: "Great Hall of Merridon",
    game: GameKind::LancerChess,
    format: Format::Swiss,
    rounds: 9,
    tie_breaks: ["BH", "BH/C1", "WIN", "DE"],
    byes: [3, 1],
    first_board: 1,
};

/// Rounds that are over; the next one is being played.
const CLOSED: RoundNumber = 2;

/// Players that are entered by one command.
const LIST: usize = 500;

/// The story so far.
struct Told {
    author: Actor,
    event: Option<Event>,
    orders: Vec<Order>,
    id: EventId,
    time: DateTime<Utc>,
}

impl Told {
    fn give(&mut self, command: impl Into<Command>) -> anyhow::Result<()> {
        let command = command.into();
        self.time += TimeDelta::seconds(2);
        let seq = self.event.as_ref().map_or(0, |event| event.version) + 1;
        let meta = Meta { seq, at: self.time, by: self.author.clone() };
        self.event = Some(match self.event.take() {
            None => Event::create(&meta, &command)?,
            Some(event) => event.given(&meta, &command)?,
        });
        self.orders.push(Order::new(self.author.clone(), self.id, command).at(self.time));
        Ok(())
    }

    fn event(&self) -> anyhow::Result<&Event> {
        self.event.as_ref().context("the event has not begun")
    }
}

/// Tells the story of so many players.
pub(super) fn tell(
    ledger: &Ledger,
    chief: UserId,
    (count, mut chance): (u16, Chance),
    now: DateTime<Utc>,
) -> anyhow::Result<()> {
    let author = Actor::User { id: chief, name: CHIEF_NAME.to_owned(), is_admin: false };
    let begins = now - TimeDelta::hours(9);
    let id = clock::new_id();
    let mut told = Told { author, event: None, orders: Vec::new(), id, time: begins - TimeDelta::days(3) };
    told.give(EventCommand::CreateEvent {
        event: id,
        slug: Slug::propose(PLAN.name).context("the event's name gives no address")?,
        settings: Box::new(settings(&PLAN, begins, 3)?),
        chief,
        chief_name: PersonName::parse(CHIEF_NAME)?,
    })?;
    told.give(EventCommand::ShowEvent { is_public: true })?;
    let names = names();
    let players =
        (0..count).map(|number| player(number, &names, &mut chance)).collect::<anyhow::Result<Vec<_>>>()?;
    let players = players
        .into_iter()
        .map(|player| acquainted(player, &mut chance))
        .collect::<anyhow::Result<Vec<_>>>()?;
    let ids: Vec<EntryId> = players.iter().map(|player| player.id).collect();
    for entries in players.chunks(LIST) {
        told.give(EntryCommand::AddEntries { entries: entries.to_vec() })?;
    }
    give_prizes(&mut told)?;
    told.time = begins;
    told.give(EntryCommand::CheckIn { entries: ids, is_present: true })?;
    told.give(RoundCommand::DrawFirstSide { side: Seat::First })?;
    for round in 1..=CLOSED + 1 {
        play(&mut told, round, &mut chance)?;
    }
    ledger.begin(&told.orders)?;
    Ok(())
}

/// Families and given names of all the invented people, each once: enough for 4,000 pairs of them.
pub fn names() -> [Vec<&'static str>; 2] {
    let people = || EVERYBODY.into_iter().flatten().filter_map(|person| person.name.split_once(", "));
    let unique = |names: BTreeSet<_>| names.into_iter().collect();
    [unique(people().map(|(family, _)| family).collect()), unique(people().map(|(_, given)| given).collect())]
}

/// Somebody with a name that nobody else has.
pub fn player(
    number: u16,
    [families, given]: &[Vec<&str>; 2],
    chance: &mut Chance,
) -> anyhow::Result<NewEntry> {
    let number = usize::from(number);
    let (family, row) = (number % families.len(), number / families.len());
    let name = PersonName::parse(&format!("{}, {}", families[family], given[(family + row) % given.len()]))?;
    let people: Vec<_> = EVERYBODY.into_iter().flatten().collect();
    let club = people.get(chance.below(people.len() as u64) as usize).map_or("", |person| person.club);
    let rating = u16::try_from(1_000 + chance.below(700) + chance.below(700)).ok();
    let details = EntryDetails { club: Label::parse_optional(club)?, rating, ..EntryDetails::named(name) };
    Ok(NewEntry { id: clock::new_id(), details, first_round: 1 })
}

/// What else is known of them: for categories.
fn acquainted(player: NewEntry, chance: &mut Chance) -> anyhow::Result<NewEntry> {
    let born = 1950 + chance.below(65);
    let identity = Identity {
        sex: Label::parse_optional(if chance.one_in(3) { "w" } else { "m" })?,
        birth_date: Label::parse_optional(&born.to_string())?,
        ..player.details.identity
    };
    Ok(NewEntry { details: EntryDetails { identity, ..player.details }, ..player })
}

/// Women, the young and the weaker have standings and prizes of their own.
fn give_prizes(told: &mut Told) -> anyhow::Result<()> {
    let categories = vec![awards::women()?, awards::juniors(17)?, awards::up_to(1400)?];
    let own = categories.iter().map(|category| awards::list(Some(category.id), &[120, 80, 50]));
    let lists = [awards::list(None, &[600, 400, 300, 200, 150, 100, 80, 60, 40, 20])].into_iter().chain(own);
    let prizes = awards::prizes(3_000, lists.collect())?;
    told.give(AwardCommand::SetCategories { categories, seen: 0 })?;
    told.give(AwardCommand::SetPrizes { prizes: Some(prizes), seen: 0 })
}

/// Publishes a round and has it played: one that is over to its end, the last one to its half.
fn play(told: &mut Told, round: RoundNumber, chance: &mut Chance) -> anyhow::Result<()> {
    let table = pairing::draft(told.event()?, round, Start::Proposal)?;
    told.give(RoundCommand::DraftRound { round, system: Format::Swiss, table })?;
    let seen = told.event()?.round(round)?.revision;
    told.give(RoundCommand::PublishRound { round, seen })?;
    let games: Vec<_> = told.event()?.games_of(round).iter().map(|game| game.id).collect();
    for game in games {
        if round > CLOSED && chance.one_in(2) {
            continue;
        }
        let result = match chance.below(10) {
            0..=3 => ResultEntry::plain(Some(Seat::First), Ending::Time),
            4..=7 => ResultEntry::plain(Some(Seat::Second), Ending::Time),
            _ => ResultEntry::plain(None, Ending::Agreement),
        };
        told.give(ResultCommand::EnterResult { game, result, seen: 0 })?;
    }
    if round <= CLOSED {
        told.give(RoundCommand::CloseRound { round })?;
    }
    told.time += TimeDelta::minutes(5);
    Ok(())
}
