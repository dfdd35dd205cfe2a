//! Several commands in one transaction: all are checked and applied in memory, in their order, then everything that
//! came of them is written at once.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use chrono::{DateTime, Utc};
use tiger_event::{ChoiceCommand, Command, Event, EventCommand, EventId, Refusal, RoundCommand};

use super::commit::{self, Committed};
use super::order::{Attachment, Order};
use super::pen::Pen;
use super::queue::Outcome;
use super::snapshot::Tail;
use super::{Cached, Ledger, LedgerError};
use crate::db::entries::StoredEntry;
use crate::db::events::Head;
use crate::db::once::NewOnceKey;
use crate::db::{self, Db, DbError};

/// What a transaction has written.
#[derive(Default)]
pub(super) struct Written {
    /// What became of each command.
    pub(super) outcomes: Vec<Outcome>,
    /// The events that changed, as they stand now.
    pub(super) changed: Vec<Cached>,
    /// Whether something was published, so that it is worth witnessing.
    pub(super) is_publication: bool,
    /// What wrote the entries: it knows the names in them.
    pub(super) pen: Pen,
}

/// An event while commands are applied to it.
struct Working {
    /// Where it stands in the database; none for a new one.
    head: Option<Head>,
    /// How it stands so far; none before it is created.
    now: Option<Cached>,
}

/// A transaction in the making.
struct Group {
    events: BTreeMap<EventId, Working>,
    pen: Pen,
    entries: Vec<StoredEntry>,
    keys: Vec<NewOnceKey>,
    /// Which command of the group a form's key came with.
    by_form: HashMap<(String, String), Committed>,
}

impl Ledger {
    /// Writes commands in a transaction that is open.
    pub(super) fn write_group(&self, db: &mut Db, orders: &[Order]) -> Result<Written, LedgerError> {
        let mut group = Group {
            events: self.lock(db, orders)?,
            pen: self.pen(db, orders)?,
            entries: Vec::with_capacity(orders.len()),
            keys: Vec::new(),
            by_form: HashMap::new(),
        };
        let repeats = self.repeats(db, orders)?;
        let mut attached = Vec::new();
        let outcomes: Vec<Outcome> = orders
            .iter()
            .zip(repeats)
            .map(|(order, repeat)| match repeat {
                Some(earlier) => earlier,
                None => group.take(order).inspect(|done| {
                    attached.extend((!done.is_repeat).then_some((order, done.event.changed_at)));
                }),
            })
            .collect();
        let changed = group.events.values().filter(|working| working.is_changed());
        let heads = changed.filter_map(|working| Some((working.head.as_ref(), working.now.as_ref()?)));
        store(db, &heads.collect::<Vec<_>>(), (&group.entries, &group.pen), &group.keys)?;
        let is_publication = attached.iter().any(|(order, _)| publishes(&order.command));
        for (order, at) in attached {
            attach(db, order, at)?;
        }
        let changed = group.events.into_values().filter(Working::is_changed);
        let changed = changed.filter_map(|working| working.now).collect();
        Ok(Written { outcomes, changed, is_publication, pen: group.pen })
    }

    /// The events of the commands, locked in the order of their identifiers, so that two transactions never wait for
    /// each other.
    fn lock(&self, db: &mut Db, orders: &[Order]) -> Result<BTreeMap<EventId, Working>, LedgerError> {
        let ids: BTreeSet<EventId> = orders.iter().map(|order| order.event).collect();
        let lock = |id| {
            let head = db::events::lock_head(db, id)?;
            let now = head.as_ref().map(|head| self.at_head(db, head)).transpose()?;
            Ok((id, Working { head, now }))
        };
        ids.into_iter().map(lock).collect()
    }

    /// A pen that knows the names of those who give the commands.
    pub(super) fn pen(&self, db: &mut Db, orders: &[Order]) -> Result<Pen, LedgerError> {
        let people = orders.iter();
        let people = people.filter_map(|order| Some((order.event, order.actor.user()?, order.actor.name())));
        self.names.pen(db, people)
    }

    /// What those commands led to whose forms were carried out before.
    fn repeats(&self, db: &mut Db, orders: &[Order]) -> Result<Vec<Option<Outcome>>, LedgerError> {
        let keyed: Vec<(String, String)> = orders.iter().filter_map(Order::form).collect();
        if keyed.is_empty() {
            return Ok(orders.iter().map(|_| None).collect());
        }
        let known = db::once::find_all(db, &keyed)?;
        let repeat = |order: &Order| {
            let earlier = known.get(&order.form()?)?;
            Some(self.repeat(db, order, *earlier))
        };
        orders.iter().map(repeat).map(Option::transpose).collect()
    }

    /// What an order's form led to, if it was carried out before.
    pub(super) fn find_repeat(&self, db: &mut Db, order: &Order) -> Result<Option<Committed>, LedgerError> {
        self.repeats(db, std::slice::from_ref(order))?.pop().flatten().transpose()
    }

    fn repeat(&self, db: &mut Db, order: &Order, (id, seq): (EventId, u64)) -> Result<Outcome, LedgerError> {
        let is_creation = matches!(order.command, Command::Event(EventCommand::CreateEvent { .. }));
        if id != order.event && !is_creation {
            return Ok(Err(Refusal::invalid("This form was sent before, for another event.").into()));
        }
        let event = self.event_on(db, id)?;
        let command = self.entry(db, id, seq)?.command;
        Ok(Ok(Committed { seq, event, command, is_repeat: true }))
    }
}

impl Working {
    fn is_changed(&self) -> bool {
        self.now.as_ref().map(|now| now.hash) != self.head.map(|head| head.hash)
    }
}

impl Group {
    /// Applies one command; on a refusal nothing is left of it.
    fn take(&mut self, order: &Order) -> Outcome {
        let form = order.form();
        if let Some(earlier) = form.as_ref().and_then(|form| self.by_form.get(form)) {
            return Ok(Committed { is_repeat: true, ..earlier.clone() });
        }
        check_attachments(order)?;
        let working = self.events.get_mut(&order.event).ok_or(LedgerError::NoEvent)?;
        let before = working.now.as_ref();
        let meta = commit::meta(order, before.map(|before| &*before.event));
        let event = match (before, &order.command) {
            (None, Command::Event(EventCommand::CreateEvent { .. })) => Event::create(&meta, &order.command)?,
            (None, _) => return Err(LedgerError::NoEvent),
            (Some(before), command) => {
                order.check_seen(&before.event)?;
                (*before.event).clone().given(&meta, command)?
            }
        };
        let entry = commit::chained(&meta, order, before.map(|before| before.hash), &mut self.pen)?;
        let tail = before.map_or(Tail::default(), |before| before.tail).and(1, entry.size());
        let event = Arc::new(event);
        let done = Committed {
            seq: meta.seq,
            event: event.clone(),
            command: order.command.clone(),
            is_repeat: false,
        };
        if let Some(form) = form {
            self.keys.push(NewOnceKey::new(form.clone(), (order.event, meta.seq), meta.at)?);
            self.by_form.insert(form, done.clone());
        }
        working.now = Some(Cached { hash: entry.hash, event, tail });
        self.entries.push(entry);
        Ok(done)
    }
}

/// Whether people see something new for good, a part of the event is complete, or dice wait for which somebody will want to
/// know later what the program was committed to.
const fn publishes(command: &Command) -> bool {
    matches!(
        command,
        Command::Event(
            EventCommand::CreateEvent { .. }
                | EventCommand::ShowEvent { .. }
                | EventCommand::FinishEvent { .. }
        ) | Command::Round(
            RoundCommand::PublishRound { .. }
                | RoundCommand::ChangeBoards { .. }
                | RoundCommand::CloseRound { .. }
        ) | Command::Choice(ChoiceCommand::CommitDice { .. })
    )
}

/// Writes heads, each with the one that it follows, entries with what is kept apart from them, and keys of forms.
pub(super) fn store(
    db: &mut Db,
    heads: &[(Option<&Head>, &Cached)],
    (entries, pen): (&[StoredEntry], &Pen),
    keys: &[NewOnceKey],
) -> Result<(), LedgerError> {
    for (before, now) in heads {
        match before {
            None => db::events::insert(db, &now.event, now.hash).map_err(slug_taken)?,
            Some(before) if db::events::update(db, &now.event, now.hash, before)? => {}
            Some(_) => return Err(DbError::Busy.into()),
        }
        db::notices::tell(db, now.event.id, now.event.version)?;
    }
    db::entries::insert_all(db, entries).map_err(DbError::busy_if_taken)?;
    pen.store(db)?;
    db::once::insert_all(db, keys).map_err(DbError::busy_if_taken)?;
    Ok(())
}

fn check_attachments(order: &Order) -> Result<(), Refusal> {
    let is_unstorable =
        |it: &Attachment| matches!(it, Attachment::Record(record) if record.text.contains('\0'));
    if order.attachments.iter().any(is_unstorable) {
        return Err(Refusal::invalid("A record is text: it may not contain the character 0."));
    }
    Ok(())
}

/// Stores what comes with a command that was given at this time.
fn attach(db: &mut Db, order: &Order, at: DateTime<Utc>) -> Result<(), LedgerError> {
    for attachment in &order.attachments {
        match attachment {
            Attachment::Secret { cast, secret } => db::secrets::insert(db, order.event, *cast, *secret)?,
            Attachment::Record(record) => {
                db::records::insert(db, record.digest(), record, at).map_err(DbError::busy_if_taken)?;
            }
        }
    }
    Ok(())
}

pub(super) fn slug_taken(error: DbError) -> LedgerError {
    match error {
        DbError::Taken(what) if what.contains("slug") => LedgerError::SlugTaken,
        other => other.into(),
    }
}
