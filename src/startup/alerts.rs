//! Tells players of their pairings.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use actix_web::web;
use tokio::sync::Semaphore;

use crate::db::alerts::{Alert, Kind};
use crate::db::block;
use crate::error::Result;
use crate::services::again;
use crate::services::alerts::mail::{Handed, Mailer};
use crate::services::alerts::push::Pusher;
use crate::services::alerts::{self, Due, Letter, Readers, Sent};
use crate::state::State;

/// The time between two e-mails of the whole installation: a round of 300 players is told within half a minute.
const GAP: Duration = Duration::from_millis(50);

/// Browsers that are told at a time.
const AT_A_TIME: usize = 4;

/// The longest that a mail server which is not there is left alone.
const LONGEST_HOLD: Duration = Duration::from_secs(5 * 60);

/// How often old wishes are cleared away.
const TIDY: Duration = Duration::from_secs(3600);

/// Begins to tell, by whatever the installation has for it.
pub(super) fn begin(state: &State, mailer: Option<Mailer>) {
    let readers = Arc::new(Mutex::new(Readers::default()));
    actix_web::rt::spawn(notice(state.clone(), readers.clone()));
    actix_web::rt::spawn(by_push(state.clone(), readers.clone()));
    if let Some(mailer) = mailer {
        actix_web::rt::spawn(by_mail(state.clone(), mailer, readers));
    }
}

/// What messages go by.
#[derive(Clone)]
enum Way {
    Mail(Mailer),
    Push(Arc<Pusher>),
}

impl Way {
    fn send(&self, alert: &Alert, letter: &Letter) -> Handed {
        match self {
            Self::Mail(mailer) => mailer.send(&alert.address, letter),
            Self::Push(pusher) => pusher.send(alert, letter),
        }
    }
}

/// Looks which players have news, for as long as the app runs.
async fn notice(state: State, readers: Arc<Mutex<Readers>>) {
    let mut tidied: Option<Instant> = None;
    loop {
        tokio::time::sleep(state.config.look).await;
        let (ledger, readers) = (state.ledger.clone(), readers.clone());
        let is_time = tidied.is_none_or(|at| at.elapsed() > TIDY);
        let looked = block(move || {
            if is_time {
                alerts::tidy(&ledger)?;
            }
            alerts::notice(&ledger, &mut readers.lock().unwrap_or_else(PoisonError::into_inner))
        });
        match looked.await {
            Ok(()) if is_time => tidied = Some(Instant::now()),
            Ok(()) => {}
            Err(error) => tracing::warn!(?error, "it is not known which players have news"),
        }
    }
}

/// Sends e-mail that is due, one message after the other over one connection, for as long as the app runs.
async fn by_mail(state: State, mailer: Mailer, readers: Arc<Mutex<Readers>>) {
    let way = Way::Mail(mailer);
    let mut in_vain = 0;
    loop {
        tokio::time::sleep(if in_vain == 0 { state.config.look } else { hold(in_vain) }).await;
        let database = state.db.clone();
        let due = block(move || alerts::due(&database, Kind::Mail)).await;
        let due = due.inspect_err(|error| tracing::warn!(?error, "it is not known which e-mail is due"));
        for alert in due.unwrap_or_default() {
            let id = alert.id;
            match tell(&state, &way, readers.clone(), alert).await {
                Ok(None) => in_vain = 0,
                Ok(Some(why)) => {
                    in_vain += 1;
                    tracing::warn!(why, "no e-mail can be sent at the moment; it waits");
                    break;
                }
                Err(error) => tracing::warn!(?error, alert = %id, "a player was not told; it is tried again"),
            }
            tokio::time::sleep(GAP).await;
        }
    }
}

/// Posts what is due to browsers, a few at a time, for as long as the app runs.
async fn by_push(state: State, readers: Arc<Mutex<Readers>>) {
    let way = Way::Push(state.pusher.clone());
    let places = Arc::new(Semaphore::new(AT_A_TIME));
    loop {
        tokio::time::sleep(state.config.look).await;
        let database = state.db.clone();
        let due = block(move || alerts::due(&database, Kind::Push)).await;
        let due =
            due.inspect_err(|error| tracing::warn!(?error, "it is not known which browsers are to be told"));
        for alert in due.unwrap_or_default() {
            let Ok(place) = places.clone().acquire_owned().await else { return };
            let (state, way, readers) = (state.clone(), way.clone(), readers.clone());
            actix_web::rt::spawn(async move {
                let id = alert.id;
                if let Err(error) = tell(&state, &way, readers, alert).await {
                    tracing::warn!(?error, alert = %id, "a browser was not told; it is tried again");
                }
                drop(place);
            });
        }
    }
}

fn hold(in_vain: u32) -> Duration {
    let pause = again::pause(in_vain.saturating_sub(1)).and_then(|pause| pause.to_std().ok());
    pause.unwrap_or(LONGEST_HOLD).min(LONGEST_HOLD)
}

/// Takes what is due and sends it, if there still is anything, and notes what came of it. Why nothing can be sent at the
/// moment, if that is so.
async fn tell(
    state: &State,
    way: &Way,
    readers: Arc<Mutex<Readers>>,
    alert: Alert,
) -> Result<Option<String>> {
    let ledger = state.ledger.clone();
    let taken = block(move || {
        let mut readers = readers.lock().unwrap_or_else(PoisonError::into_inner);
        alerts::take(&ledger, &mut readers, &alert)
    });
    let Some((alert, due)) = taken.await? else { return Ok(None) };
    let alert = Arc::new(alert);
    let (sent, why) = match due {
        Due::Nothing => (Sent::Idle, None),
        Due::Over => (Sent::Over, None),
        Due::Send(it) => {
            let (letter, told) = *it;
            let (way, asked) = (way.clone(), alert.clone());
            // Beside the turns of those who wait for an answer of this program: others may take their time.
            match web::block(move || way.send(&asked, &letter)).await? {
                Handed::Taken => (Sent::Taken(told), None),
                Handed::Refused(why) => {
                    tracing::warn!(why, alert = %alert.id, "a message was refused; it is tried again");
                    (Sent::Refused(told), None)
                }
                Handed::Gone => (Sent::Over, None),
                Handed::Unreached(why) => (Sent::Held, Some(why)),
            }
        }
    };
    let database = state.db.clone();
    block(move || alerts::note(&database, &alert, &sent)).await?;
    Ok(why)
}
