//! A whole event told at once: its creation and everything that happened before, in one transaction.

use std::sync::Arc;

use super::commit::{busy_if_taken, chained, meta, slug_taken, to_json};
use super::{Committed, Ledger, LedgerError, News, Order};
use crate::db::{self, Db, DbError};
use crate::domain::dice::Bytes32;
use crate::domain::event::Event;
use crate::domain::refusal::Refusal;

impl Ledger {
    /// Takes the commands of a new event, its creation first, as ordinary entries of its ledger: all of them, or none.
    /// The form's key stands with the first order.
    ///
    /// # Errors
    /// When the event refuses one of them, or the database fails. Nothing has changed then.
    pub fn begin(&self, orders: &[Order]) -> Result<Committed, LedgerError> {
        let (committed, hash) = self.db.write(|db| self.write_story(db, orders))?;
        self.remember(hash, &committed.event);
        if !committed.is_repeat {
            // Without watchers nobody has to hear of it.
            let _ = self.news.send(News { event: committed.event.id, version: committed.event.version });
        }
        Ok(committed)
    }

    fn write_story(&self, db: &mut Db, orders: &[Order]) -> Result<(Committed, Bytes32), LedgerError> {
        let Some((create, rest)) = orders.split_first() else {
            return Err(Refusal::invalid("There is nothing to be told.").into());
        };
        if let Some(earlier) = self.find_repeat(db, create)? {
            return Ok((earlier.committed, earlier.hash));
        }
        let begin = meta(create, None);
        let mut event = Event::create(&begin, &create.command)?;
        let entry = chained(&begin, create, None)?;
        let head = db::events::Head { id: create.event, version: event.version, hash: entry.hash };
        db::events::insert(db, &event, &to_json("state", &event)?, entry.hash).map_err(slug_taken)?;
        db::entries::insert(db, &entry).map_err(busy_if_taken)?;
        if let Some(key) = &create.key {
            let place = (create.event, begin.seq);
            db::once::insert(db, &create.author(), key.as_str(), place, begin.at).map_err(busy_if_taken)?;
        }
        let mut hash = entry.hash;
        for order in rest {
            let meta = meta(order, Some(&event));
            event = event.after(&meta, &order.command)?;
            let entry = chained(&meta, order, Some(hash))?;
            db::entries::insert(db, &entry).map_err(busy_if_taken)?;
            hash = entry.hash;
        }
        if !rest.is_empty() && !db::events::update(db, &event, &to_json("state", &event)?, hash, &head)? {
            return Err(DbError::Busy.into());
        }
        let committed = Committed {
            seq: event.version,
            event: Arc::new(event),
            command: create.command.clone(),
            is_repeat: false,
        };
        Ok((committed, hash))
    }
}
