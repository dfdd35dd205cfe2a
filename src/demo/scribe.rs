//! Writes the story of one event into the ledger: commands in order, each at its time and by its author.

use std::sync::Arc;

use anyhow::Context;
use chrono::{DateTime, TimeDelta, Utc};
use tiger_event::{
    Actor, Application, Attendance, Bytes32, CastId, CastPurpose, ChoiceCommand, Command, EntryCommand,
    EntryDetails, EntryId, Event, EventCommand, GameId, Label, NewEntry, PersonName, Reason, Registration,
    RegistrationState, RoundCommand, Settings, Slug, StaffRole, UserId,
};

use super::chance::Chance;
use super::people::Person;
use crate::auth::{Token, links};
use crate::clock;
use crate::db::links::Purpose;
use crate::db::registrations::{self, Stored};
use crate::db::users::{self, NewUser};
use crate::db::{Db, DbError};
use crate::ledger::{Attachment, Ledger, LedgerError, Order};
use crate::services::pairing::{self, Start};

/// Who writes, when, about which event.
pub(super) struct Scribe<'a> {
    ledger: &'a Ledger,
    event: Arc<Event>,
    author: Actor,
    time: DateTime<Utc>,
    pub(super) chance: Chance,
}

impl<'a> Scribe<'a> {
    /// Begins an event: its chief arbiter makes it and shows it to everybody.
    pub(super) fn begin(
        ledger: &'a Ledger,
        (chief, name): (UserId, &str),
        settings: Settings,
        time: DateTime<Utc>,
        chance: Chance,
    ) -> anyhow::Result<Self> {
        let author = Actor::User { id: chief, name: name.to_owned(), is_admin: false };
        let event = clock::new_id();
        let command = EventCommand::CreateEvent {
            event,
            slug: Slug::propose(settings.name.as_str()).context("an event's name gives no address")?,
            settings: Box::new(settings),
            chief,
            chief_name: PersonName::parse(name)?,
        };
        let event = ledger.commit(&Order::new(author.clone(), event, command).at(time))?.event;
        let mut scribe = Self { ledger, event, author, time, chance };
        scribe.give(EventCommand::ShowEvent { is_public: true })?;
        Ok(scribe)
    }

    pub(super) fn appoint_arbiter(&mut self, user: UserId) -> anyhow::Result<()> {
        let name = PersonName::parse(super::ARBITER_NAME)?;
        self.give(EventCommand::AppointStaff { user, name, role: StaffRole::Arbiter })
    }

    /// The event as it stands.
    pub(super) fn event(&self) -> Arc<Event> {
        self.event.clone()
    }

    /// The time that the story has come to.
    pub(super) const fn time(&self) -> DateTime<Utc> {
        self.time
    }

    /// Writes what is no part of the ledger.
    pub(super) fn write<T>(&self, work: impl FnMut(&mut Db) -> Result<T, DbError>) -> anyhow::Result<T> {
        Ok(self.ledger.database().write(work)?)
    }

    /// Erases the player with this number, as the administrator does.
    pub(super) fn erase(&mut self, admin: UserId, number: u16, reason: &str) -> anyhow::Result<()> {
        let whom = (self.event.id, self.player(number)?);
        let admin = Actor::User { id: admin, name: super::ADMIN_NAME.to_owned(), is_admin: true };
        self.ledger.erase(&admin, whom, &Reason::parse(reason)?)?;
        self.event = self.ledger.event(self.event.id)?;
        Ok(())
    }

    /// Moves the story on to this time, never back.
    pub(super) fn skip_to(&mut self, time: DateTime<Utc>) {
        self.time = self.time.max(time);
    }

    /// Lets some minutes pass.
    pub(super) fn wait(&mut self, minutes: i64) {
        self.time += TimeDelta::minutes(minutes);
    }

    /// Lets about so many minutes pass.
    pub(super) fn wait_about(&mut self, minutes: u32) {
        let halves = self.chance.below(u64::from(minutes) + 1);
        self.wait(i64::from(minutes) / 2 + i64::try_from(halves).unwrap_or(0));
    }

    pub(super) fn give(&mut self, command: impl Into<Command>) -> anyhow::Result<()> {
        self.give_with(command, None)
    }

    /// Gives a command as somebody else.
    pub(super) fn give_as(&mut self, author: Actor, command: impl Into<Command>) -> anyhow::Result<()> {
        let before = std::mem::replace(&mut self.author, author);
        let given = self.give(command);
        self.author = before;
        given
    }

    /// Gives a command with something to be stored beside it.
    pub(super) fn give_with(
        &mut self,
        command: impl Into<Command>,
        attachment: Option<Attachment>,
    ) -> anyhow::Result<()> {
        self.time += TimeDelta::seconds(i64::try_from(self.chance.below(40))? + 4);
        let order = Order::new(self.author.clone(), self.event.id, command);
        let order = attachment.into_iter().fold(order, Order::with).at(self.time);
        self.event = self.ledger.commit(&order)?.event;
        Ok(())
    }

    /// Lets a player register by himself.
    pub(super) fn register(&self, application: Application, at: DateTime<Utc>) -> anyhow::Result<()> {
        let registration = Registration {
            id: clock::new_id(),
            event: self.event.id,
            user: None,
            application,
            at,
            state: RegistrationState::Waiting,
        };
        let new = Stored { registration, token_hash: Token::new()?.hash() };
        self.write(|db| registrations::insert(db, &new))
    }

    /// Enters players.
    pub(super) fn enter(&mut self, people: &[Person]) -> anyhow::Result<()> {
        let entry = |person: &Person| -> anyhow::Result<NewEntry> {
            Ok(NewEntry { id: clock::new_id(), details: details(person)?, first_round: 1 })
        };
        let entries = people.iter().map(entry).collect::<anyhow::Result<_>>()?;
        self.give(EntryCommand::AddEntries { entries })
    }

    pub(super) fn player(&self, number: u16) -> anyhow::Result<EntryId> {
        let entry = self.event.entries.values().find(|entry| entry.number == number);
        Ok(entry.with_context(|| format!("there is no player {number}"))?.id)
    }

    /// Everybody who is not in the hall yet checks in.
    pub(super) fn check_in_all(&mut self) -> anyhow::Result<()> {
        let expected = self.event.entries_by_number().into_iter();
        let expected = expected.filter(|entry| entry.attendance == Attendance::Expected);
        let entries: Vec<EntryId> = expected.map(|entry| entry.id).collect();
        entries.chunks(3).try_for_each(|some| {
            self.give(EntryCommand::CheckIn { entries: some.to_vec(), is_present: true })
        })
    }

    /// Makes the link by which a player speaks for themselves, and gives its path.
    pub(super) fn invite_speaker(&mut self, entry: EntryId) -> anyhow::Result<String> {
        let token: Token = self.chance.bytes().to_string().parse()?;
        let purpose = Purpose::Speaker(self.event.id, entry);
        let command = EntryCommand::InviteSpeaker { entry, token: token.hash(), stays: true };
        let order = Order::new(self.author.clone(), self.event.id, command).at(self.time);
        let write = |db: &mut Db| links::create(db, purpose, &token).map_err(LedgerError::from);
        self.event = self.ledger.commit_with(&order, write)?.event;
        Ok(links::path(purpose, &token))
    }

    /// A person speaks for the player, and is made known to the app without an account.
    pub(super) fn speak_for(&mut self, entry: EntryId, account: Option<UserId>) -> anyhow::Result<Actor> {
        let name = self.event.name_of(entry).to_owned();
        let user = account.map_or_else(|| self.acquaint(&name), Ok)?;
        let token = Bytes32::digest(&self.chance.bytes().0);
        self.give(EntryCommand::InviteSpeaker { entry, token, stays: true })?;
        let player = Actor::User { id: user, name, is_admin: false };
        self.give_as(player.clone(), EntryCommand::BecomeSpeaker { entry, user, token })?;
        Ok(player)
    }

    fn acquaint(&self, name: &str) -> anyhow::Result<UserId> {
        let id = clock::new_id();
        let user = NewUser { id, login: None, name, password_hash: None, is_admin: false, at: self.time };
        self.write(|db| users::insert(db, &user))?;
        Ok(id)
    }

    /// Drafts and publishes the next round; its games, board 1 first.
    pub(super) fn publish_round(&mut self) -> anyhow::Result<Vec<GameId>> {
        let round = self.event.next_round().context("no round can be drafted")?;
        let table = pairing::draft(&self.event, round, Start::Proposal)?;
        let system = self.event.settings.format;
        self.give(RoundCommand::DraftRound { round, system, table })?;
        self.wait(3);
        let seen = self.event.round(round)?.revision;
        self.give(RoundCommand::PublishRound { round, seen })?;
        Ok(self.event.games_of(round).iter().map(|game| game.id).collect())
    }

    /// The program commits itself to dice; its secret comes from the story's chance.
    pub(super) fn commit_dice(
        &mut self,
        game: GameId,
        purpose: CastPurpose,
    ) -> anyhow::Result<(CastId, Bytes32)> {
        let (cast, secret) = (clock::new_id(), self.chance.bytes());
        let commitment = Bytes32::digest(&secret.0);
        let command = ChoiceCommand::CommitDice { game, cast, purpose, commitment };
        self.give_with(command, Some(Attachment::Secret { cast, secret }))?;
        Ok((cast, secret))
    }

    /// An arbiter enters dice from a cup that both players have confirmed.
    pub(super) fn enter_cast(
        &mut self,
        game: GameId,
        purpose: CastPurpose,
        faces: Vec<u8>,
    ) -> anyhow::Result<()> {
        self.give(ChoiceCommand::EnterCast {
            game,
            cast: clock::new_id(),
            purpose,
            faces,
            confirmed: [true, true],
        })
    }
}

fn details(person: &Person) -> anyhow::Result<EntryDetails> {
    Ok(EntryDetails {
        club: Label::parse_optional(person.club)?,
        federation: Label::parse_optional(person.federation)?,
        rating: (person.rating > 0).then_some(person.rating),
        ..EntryDetails::named(PersonName::parse(person.name)?)
    })
}
