//! Commands that wait are written together: one of those who brought them leads, writes all that has come meanwhile in
//! one transaction, and hands the lead on. Whoever is refused is refused alone; nobody is answered before the sync.

use std::collections::VecDeque;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::{Committed, LedgerError, Order};
use crate::db::DbError;

/// Commands that are written together at most: they wait for each other.
const TOGETHER: usize = 256;

/// What became of a command.
pub type Outcome = Result<Committed, LedgerError>;

/// The commands that wait.
#[derive(Debug, Clone, Default)]
pub(super) struct Queue {
    waiting: Arc<Mutex<Line<Ticket>>>,
}

/// Who waits, and whether somebody leads: all that is decided here is decided without waiting, so that it can be simulated
/// from seeds.
#[derive(Debug)]
pub struct Line<T> {
    waiting: VecDeque<T>,
    is_led: bool,
}

impl<T> Default for Line<T> {
    fn default() -> Self {
        Self { waiting: VecDeque::new(), is_led: false }
    }
}

impl<T> Line<T> {
    /// Takes who comes; whether they lead, because nobody else does.
    pub fn bring(&mut self, who: impl IntoIterator<Item = T>) -> bool {
        self.waiting.extend(who);
        !std::mem::replace(&mut self.is_led, true)
    }

    /// Those whose commands are written together next.
    pub fn take(&mut self) -> Vec<T> {
        let count = self.waiting.len().min(TOGETHER);
        self.waiting.drain(..count).collect()
    }

    /// Hands the lead to the first who still hears of it; whether there is anybody.
    pub fn hand_on(&mut self, hears: impl Fn(&T) -> bool) -> bool {
        while let Some(next) = self.waiting.front() {
            if hears(next) {
                return true;
            }
            self.waiting.pop_front();
        }
        self.is_led = false;
        false
    }
}

#[derive(Debug)]
struct Ticket {
    order: Order,
    tell: Sender<Told>,
}

enum Told {
    /// It is your turn to write for all who wait, yourself first.
    Lead,
    Done(Box<Outcome>),
}

impl Queue {
    /// Takes commands and waits until each is written or refused. `write` writes those of everybody, and gives the
    /// outcomes in their order.
    pub(super) fn pass(&self, orders: Vec<Order>, write: impl Fn(&[Order]) -> Vec<Outcome>) -> Vec<Outcome> {
        let (told, must_lead): (Vec<Receiver<Told>>, bool) = {
            let ticket = |order| {
                let (tell, told) = mpsc::channel();
                (Ticket { order, tell }, told)
            };
            let (tickets, told): (Vec<_>, Vec<_>) = orders.into_iter().map(ticket).unzip();
            (told, self.waiting().bring(tickets))
        };
        if must_lead {
            self.lead(&write);
        }
        told.iter()
            .map(|told| {
                loop {
                    match told.recv() {
                        Ok(Told::Done(outcome)) => break *outcome,
                        Ok(Told::Lead) => self.lead(&write),
                        // Whoever led has panicked, and its transaction is gone.
                        Err(_) => break Err(DbError::Busy.into()),
                    }
                }
            })
            .collect()
    }

    fn waiting(&self) -> MutexGuard<'_, Line<Ticket>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn lead(&self, write: &impl Fn(&[Order]) -> Vec<Outcome>) {
        let _lead = Lead(self);
        let tickets = self.waiting().take();
        let (orders, tell): (Vec<Order>, Vec<Sender<Told>>) =
            tickets.into_iter().map(|ticket| (ticket.order, ticket.tell)).unzip();
        for (tell, outcome) in tell.iter().zip(write(&orders)) {
            // Nobody waits any more when the one who asked has panicked.
            let _ = tell.send(Told::Done(Box::new(outcome)));
        }
    }
}

/// The lead, handed on when it is dropped, also by a panic.
struct Lead<'a>(&'a Queue);

impl Drop for Lead<'_> {
    fn drop(&mut self) {
        self.0.waiting().hand_on(|next| next.tell.send(Told::Lead).is_ok());
    }
}
