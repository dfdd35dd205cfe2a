//! A person is erased under the chain.
//!
//! Texts that are kept apart say something else from then on, and lose their salts. Entries from before texts were kept
//! apart are written anew; their old hashes stay, so that the chain still holds. One entry more tells that it happened,
//! by whom and why, and for every place the digest of what stands there now: [`Ledger::verify`] holds that against what
//! it finds. All of it happens in one transaction, and only if the ledger still tells the same games. Accounts are erased
//! from one event after the other (`account.rs`).

mod account;
mod heard;
pub mod person;

use std::collections::{BTreeMap, HashMap};

use serde::Serialize;
use serde::de::DeserializeOwned;
use tiger_event::clock::Hand;
use tiger_event::command::ErasureCommand;
use tiger_event::erasure::{Instead, Place};
use tiger_event::{
    Actor, Bytes32, ClockEntry, Command, EntryId, Event, EventId, Game, Label, PersonName, Reason, Refusal,
    UserId, apart,
};

use super::entry::texts_of;
use super::group::Written;
use super::{Entry, Ledger, LedgerError, Order, chain, clocks, commit, load, pen, snapshot};
use crate::db::clocks::StoredPress;
use crate::db::entries::StoredEntry;
use crate::db::texts::Texts;
use crate::db::{self, Db, DbError};
pub use account::ErasedAccount;
pub use heard::Heard;
use person::Person;
pub use person::is_same_name;

/// What was done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Erased {
    /// What stands in the place of the name.
    pub called: String,
    /// How many places say something else.
    pub places: usize,
    /// Why something of it may still lie in unused parts of the database's files, if it may.
    pub left: Option<String>,
}

/// Everything that says something else.
struct Eraser {
    person: Person,
    /// Texts that are kept apart, as they are.
    texts: Texts,
    /// As they will be.
    bodies: BTreeMap<Bytes32, String>,
    entries: Vec<StoredEntry>,
    presses: Vec<StoredPress>,
    records: Vec<(Bytes32, String)>,
}

/// An erasure from one event, in the transaction that makes it.
struct Done<'a> {
    event: EventId,
    whom: Whom<'a>,
    /// Of the entry that tells it.
    hash: Bytes32,
    erased: Erased,
    written: Written,
}

/// Who is erased from an event.
#[derive(Debug, Clone, Copy)]
enum Whom<'a> {
    /// A player; with a name that the ledger has forgotten, where one was written since.
    Player(EntryId, Option<&'a PersonName>),
    /// A person with an account, and how they are called from now on.
    Account(UserId, &'a PersonName),
}

impl Whom<'_> {
    fn command(self, called: Label, reason: Reason, instead: Vec<Instead>) -> ErasureCommand {
        match self {
            Self::Player(entry, _) => ErasureCommand::ErasePlayer { entry, called, reason, instead },
            Self::Account(user, _) => ErasureCommand::ErasePerson { user, called, reason, instead },
        }
    }
}

impl Ledger {
    /// Erases a player of an event.
    pub fn erase(
        &self,
        actor: &Actor,
        (event, entry): (EventId, EntryId),
        reason: &Reason,
    ) -> Result<Erased, LedgerError> {
        self.erase_player(actor, event, Whom::Player(entry, None), reason)
    }

    /// Erases what was written about a player who was erased before, by the name that they had.
    pub fn erase_since(
        &self,
        actor: &Actor,
        (event, entry): (EventId, EntryId),
        name: &PersonName,
        reason: &Reason,
    ) -> Result<Erased, LedgerError> {
        self.erase_player(actor, event, Whom::Player(entry, Some(name)), reason)
    }

    fn erase_player(
        &self,
        actor: &Actor,
        event: EventId,
        whom: Whom<'_>,
        reason: &Reason,
    ) -> Result<Erased, LedgerError> {
        let erased = self.erase_from(actor, (event, whom), reason)?;
        let mut erased = erased.ok_or(LedgerError::NoEntry)?;
        erased.left = self.left();
        Ok(erased)
    }

    /// Writes the database's files anew; why something may still lie in unused parts of them, if it may.
    pub(super) fn left(&self) -> Option<String> {
        self.db.scrub().err().map(|error| error.to_string())
    }

    /// Erases somebody from one event; none when an account is not named there.
    fn erase_from(
        &self,
        actor: &Actor,
        (event, whom): (EventId, Whom<'_>),
        reason: &Reason,
    ) -> Result<Option<Erased>, LedgerError> {
        self.list_erasing_entries()?;
        let done = self.db.write(|db| {
            let done = self.erase_on(db, actor, (event, whom), reason)?;
            self.note(&done, reason)?;
            Ok::<_, LedgerError>(done)
        })?;
        Ok(done.map(|done| self.tell(done)))
    }

    /// Erases somebody from one event in a transaction that is open. The witness is not told yet, nor anybody else: the
    /// transaction may still come to nothing.
    fn erase_on<'a>(
        &self,
        db: &mut Db,
        actor: &Actor,
        (event, whom): (EventId, Whom<'a>),
        reason: &Reason,
    ) -> Result<Option<Done<'a>>, LedgerError> {
        let head = db::events::lock_head(db, event)?.ok_or(LedgerError::NoEvent)?;
        let before = self.told_to(db, &head)?.event;
        let eraser = Eraser::of(db, &before, whom)?;
        let order = |instead: Vec<Instead>| {
            let command = whom.command(eraser.person.label.clone(), reason.clone(), instead);
            Order::new(actor.clone(), event, command)
        };
        let asked = order(Vec::new());
        let meta = commit::meta(&asked, Some(&before));
        (*before).clone().given(&meta, &asked.command)?;
        if eraser.person.is_named_in(reason.as_str()) {
            let sentence = "Do not name the person in the reason: it stays in the ledger.";
            return Err(Refusal::invalid(sentence).into());
        }
        if eraser.is_idle() && matches!(whom, Whom::Account(..)) {
            return Ok(None);
        }
        let instead = eraser.write(db)?;
        let places = instead.len();
        let order = order(instead);
        if let Whom::Player(entry, _) = whom {
            eraser.forget(db, &before, entry)?;
        }

        let mut pen = self.pen(db, std::slice::from_ref(&order))?;
        let last = commit::chained(&meta, &order, Some(head.hash), &mut pen)?;
        db::entries::insert_all(db, std::slice::from_ref(&last))?;
        pen.store(db)?;
        let told = load::from_the_beginning(db, event, &last)?;
        if !tells_the_same(&before, &told.event) {
            return Err(Refusal::invalid("Without this name the ledger would tell other games.").into());
        }
        if !db::events::update(db, &told.event, told.hash, &head)? {
            return Err(DbError::Busy.into());
        }
        db::snapshots::replace(db, event, &snapshot::write(&told.event, told.hash)?)?;
        db::notices::tell(db, event, told.event.version)?;
        let erased = Erased { called: eraser.person.called.to_string(), places, left: None };
        let hash = told.hash;
        let written = Written { changed: vec![told], is_publication: true, pen, ..Written::default() };
        Ok(Some(Done { event, whom, hash, erased, written }))
    }

    /// Has the witness note which players were erased, and by which entries. It does before they are: who was told to be
    /// erased stays so whatever happens, and what fails at the last moment is done at the next start.
    fn note<'a>(
        &self,
        done: impl IntoIterator<Item = &'a Done<'a>>,
        reason: &Reason,
    ) -> Result<(), LedgerError> {
        let Some(witness) = &self.witness else { return Ok(()) };
        for done in done {
            witness.note_erasing_entries([done.hash])?;
            if let Whom::Player(entry, _) = done.whom {
                witness.note_erasure(done.event, entry, reason)?;
            }
        }
        Ok(())
    }

    /// Tells everybody what is on the disk now.
    fn tell(&self, done: Done<'_>) -> Erased {
        self.forget_names(done.event);
        self.publish(&done.written);
        done.erased
    }

    /// Forgets what this server keeps of an event beside its newest state.
    pub(super) fn forget_names(&self, event: EventId) {
        self.names.forget(event);
        self.past.forget(event);
    }

    /// Erases again who was erased before and is back, as after going back to an older copy of the database; how many.
    ///
    /// # Errors
    /// The first one, when everybody else is erased who can be.
    pub fn erase_again(&self) -> Result<usize, LedgerError> {
        let Some(witness) = &self.witness else { return Ok(0) };
        self.list_erasing_entries()?;
        let (mut again, mut failed) = (0, None);
        let own = witness.erasures()?.into_iter().map(|(event, entry, reason)| (event, entry, None, reason));
        let taken_over = witness.taken_over()?.into_iter();
        let taken_over = taken_over.map(|taken| (taken.event, taken.entry, Some(taken.first), taken.reason));
        for (event, entry, first, reason) in own.chain(taken_over) {
            let erased = self.is_back((event, entry), first).and_then(|is_back| match is_back {
                true => self.erase(&Actor::Program, (event, entry), &reason).map(|_| 1),
                false => Ok(0),
            });
            again += erased.unwrap_or_else(|error| keep_first(&mut failed, error));
        }
        again += self.erase_accounts_again(witness).unwrap_or_else(|error| keep_first(&mut failed, error));
        failed.map_or(Ok(again), Err)
    }

    /// Whether somebody who was erased is in an event, whose ledger begins with a certain entry if one is named.
    fn is_back(&self, (id, entry): (EventId, EntryId), first: Option<Bytes32>) -> Result<bool, LedgerError> {
        let event = match self.event(id) {
            Ok(event) => event,
            Err(LedgerError::NoEvent) => return Ok(false),
            Err(error) => return Err(error),
        };
        if event.entries.get(&entry).is_none_or(|entry| entry.is_erased) {
            return Ok(false);
        }
        let Some(first) = first else { return Ok(true) };
        let begins = self.db.read(|db| db::entries::list_after(db, id, 0, 1))?;
        Ok(begins.first().is_some_and(|entry| entry.hash == first))
    }
}

/// Keeps why something failed, if it is the first to fail, so that all others are still tried; nothing was done.
fn keep_first(failed: &mut Option<LedgerError>, error: LedgerError) -> usize {
    failed.get_or_insert(error);
    0
}

/// Whether two states have the same players in the same places, and the same results.
fn tells_the_same(before: &Event, after: &Event) -> bool {
    let players = |event: &Event| {
        event.entries.iter().map(|(id, entry)| (*id, entry.number, entry.details.rating)).collect::<Vec<_>>()
    };
    let results = |event: &Event| {
        let result = |game: &Game| {
            (
                game.id,
                game.first,
                game.second,
                game.result.as_ref().map(|result| (result.entry, result.points)),
                game.casts.iter().map(|cast| cast.faces().map(<[u8]>::to_vec)).collect::<Vec<_>>(),
            )
        };
        event.games.values().map(result).collect::<Vec<_>>()
    };
    players(before) == players(after) && results(before) == results(after)
}

impl Eraser {
    fn of(db: &mut Db, event: &Event, whom: Whom<'_>) -> Result<Self, LedgerError> {
        let stored = db::entries::list_after(db, event.id, 0, u32::MAX)?;
        let texts = texts_of(db, &stored)?;
        let read: Vec<Entry> =
            stored.iter().map(|entry| Entry::read(entry, &texts)).collect::<Result<_, _>>()?;
        let person = match whom {
            Whom::Player(entry, forgotten) => Person::of(event, (entry, forgotten), &read)?,
            Whom::Account(user, called) => Person::of_account(event, user, called, &read)?,
        };
        let mut eraser = Self {
            person,
            texts,
            bodies: BTreeMap::new(),
            entries: Vec::new(),
            presses: Vec::new(),
            records: Vec::new(),
        };
        for mut entry in stored {
            let actor = eraser.look::<Actor>(&entry.actor, false)?;
            let command = eraser.look::<Command>(&entry.command, false)?;
            if actor.is_some() || command.is_some() {
                entry.actor = actor.unwrap_or(entry.actor);
                entry.command = command.unwrap_or(entry.command);
                eraser.entries.push(entry);
            }
        }
        eraser.look_at_clocks(db, event)?;
        eraser.look_at_records(db, event, whom)?;
        Ok(eraser)
    }

    /// Whether nothing says anything of the person.
    fn is_idle(&self) -> bool {
        self.bodies.is_empty()
            && self.entries.is_empty()
            && self.presses.is_empty()
            && self.records.is_empty()
    }

    /// Looks through a text. What is kept apart is noted; a text from before that is given back as it is to be.
    fn look<T: DeserializeOwned + Serialize>(
        &mut self,
        stored: &str,
        is_of_game: bool,
    ) -> Result<Option<String>, LedgerError> {
        let unreadable = |error| DbError::corrupt("ledger entry", error);
        if apart::named(stored).next().is_some() {
            let now = |digest: &Bytes32| self.texts.get(digest).map(|text| text.body.as_str());
            let find = |digest: &Bytes32| self.bodies.get(digest).map(String::as_str).or_else(|| now(digest));
            let changes = self.person.changes(stored, is_of_game, find).map_err(unreadable)?;
            self.bodies.extend(changes);
            return Ok(None);
        }
        let value: T = serde_json::from_str(stored).map_err(unreadable)?;
        let (form, texts) = apart::gather(Bytes32([0; 32]), None, || pen::to_json("entry", &value));
        let form = form?;
        let texts: HashMap<Bytes32, String> =
            texts.into_iter().map(|text| (text.digest, text.body)).collect();
        let find = |digest: &Bytes32| texts.get(digest).map(String::as_str);
        let changes = self.person.changes(&form, is_of_game, find).map_err(unreadable)?;
        if changes.is_empty() {
            return Ok(None);
        }
        let full =
            apart::in_full(&form, |digest| changes.get(digest).map(String::as_str).or_else(|| find(digest)));
        let full = full.map_err(|digest| DbError::corrupt("ledger entry", digest))?;
        Ok(Some(full.into_owned()))
    }

    fn look_at_clocks(&mut self, db: &mut Db, event: &Event) -> Result<(), LedgerError> {
        for head in db::clocks::heads_of(db, event.id)? {
            let is_own = self.person.plays(head.game);
            let presses = db::clocks::list_after(db, head.game, 0, u32::MAX)?;
            self.texts.extend(clocks::texts_of(db, &presses)?);
            for mut press in presses {
                let hand = self.look::<Hand>(&press.hand, false)?;
                let deed = self.look::<ClockEntry>(&press.entry, is_own)?;
                if hand.is_some() || deed.is_some() {
                    press.hand = hand.unwrap_or(press.hand);
                    press.entry = deed.unwrap_or(press.entry);
                    self.presses.push(press);
                }
            }
        }
        Ok(())
    }

    fn look_at_records(&mut self, db: &mut Db, event: &Event, whom: Whom<'_>) -> Result<(), LedgerError> {
        // Tags name arbiters in anybody's games.
        let is_searched = |game: &&Game| matches!(whom, Whom::Account(..)) || self.person.plays(game.id);
        let games = event.games.values().filter(is_searched);
        for (game, record) in games.flat_map(|game| game.records.iter().map(|record| (game.id, record))) {
            let Some(text) = db::records::find_text(db, record.digest)? else { continue };
            let instead = self.person.record(&text, game);
            if instead != text {
                self.records.push((record.digest, instead));
            }
        }
        Ok(())
    }

    /// Writes everything as it is to be, and lists it.
    fn write(&self, db: &mut Db) -> Result<Vec<Instead>, LedgerError> {
        let mut instead = Vec::new();
        let mut note = |place, now| instead.push(Instead { place, now });
        for (digest, body) in &self.bodies {
            db::texts::erase(db, *digest, body)?;
            note(Place::Text { digest: *digest }, Bytes32::digest(body.as_bytes()));
        }
        if !self.entries.is_empty() || !self.presses.is_empty() {
            db::guards::lifted(db, |db| {
                self.entries.iter().try_for_each(|entry| db::entries::rewrite(db, entry))?;
                self.presses.iter().try_for_each(|press| db::clocks::rewrite(db, press))
            })?;
        }
        for entry in &self.entries {
            note(Place::Entry { seq: entry.seq }, chain::hash(entry));
        }
        for press in &self.presses {
            note(Place::Press { game: press.game, seq: press.seq }, clocks::hash(press));
        }
        for (digest, text) in &self.records {
            db::records::erase(db, *digest, text)?;
            note(Place::Record { digest: *digest }, Bytes32::digest(text.as_bytes()));
        }
        Ok(instead)
    }

    /// Takes the person out of tables that are no part of the ledger.
    fn forget(&self, db: &mut Db, event: &Event, entry: EntryId) -> Result<(), DbError> {
        let called = self.person.called.as_str();
        db::alerts::delete_of_entry(db, entry)?;
        db::registrations::erase(db, (event.id, entry), self.person.user, called)?;
        for name in &self.person.distinct {
            db::journal::rename_player(db, (name, event.slug.as_str()), called)?;
        }
        // Who came by a link is here as this player only; others have an account of their own.
        let Some(user) = self.person.user else { return Ok(()) };
        let guest = db::users::find(db, user)?.filter(|user| user.login.is_none());
        if let Some(guest) = guest {
            let is_alone = db::users::namesakes(db, &guest)?.is_empty();
            db::journal::rename(db, (guest.id, &*guest.name), called, is_alone)?;
            db::users::rename_player(db, user, called)?;
        }
        Ok(())
    }
}
