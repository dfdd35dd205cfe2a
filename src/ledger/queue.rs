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
pub(super) type Outcome = Result<Committed, LedgerError>;

/// The commands that wait.
#[derive(Debug, Clone, Default)]
pub(super) struct Queue {
    waiting: Arc<Mutex<Waiting>>,
}

#[derive(Debug, Default)]
struct Waiting {
    tickets: VecDeque<Ticket>,
    is_led: bool,
}

#[derive(Debug)]
struct Ticket {
    order: Order,
    tell: Sender<Told>,
}

#[derive(Debug)]
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
            let mut waiting = self.waiting();
            let told = orders.into_iter().map(|order| {
                let (tell, told) = mpsc::channel();
                waiting.tickets.push_back(Ticket { order, tell });
                told
            });
            let told = told.collect();
            let must_lead = !std::mem::replace(&mut waiting.is_led, true);
            (told, must_lead)
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

    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn lead(&self, write: &impl Fn(&[Order]) -> Vec<Outcome>) {
        let _lead = Lead(self);
        let tickets: Vec<Ticket> = {
            let mut waiting = self.waiting();
            let count = waiting.tickets.len().min(TOGETHER);
            waiting.tickets.drain(..count).collect()
        };
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
        let mut waiting = self.0.waiting();
        while let Some(next) = waiting.tickets.front() {
            if next.tell.send(Told::Lead).is_ok() {
                return;
            }
            waiting.tickets.pop_front();
        }
        waiting.is_led = false;
    }
}
