//! Word of new versions between several servers on one PostgreSQL database. A file has one server, which knows.

use std::collections::BTreeSet;
use std::time::Duration;

use diesel::prelude::*;
use diesel::sql_types::Text;
use tiger_event::EventId;
use tokio::sync::mpsc;

use super::{Database, Db, DbError};

/// The channel that all servers listen on.
const CHANNEL: &str = "tiger_arbiter";

/// Between two looks at what the server has sent: what is hidden is hidden everywhere within a tenth of a second.
const PAUSE: Duration = Duration::from_millis(20);

/// Before another attempt to connect.
const RETRY: Duration = Duration::from_secs(1);

/// Notices that wait at most.
const HEARD: usize = 1024;

/// Tells the other servers, once the transaction is committed, that an event has a new version.
pub fn tell(connection: &mut Db, event: EventId, version: u64) -> Result<(), DbError> {
    if let Db::Postgres(postgres) = connection {
        diesel::sql_query("SELECT pg_notify($1, $2)")
            .bind::<Text, _>(CHANNEL)
            .bind::<Text, _>(format!("{event} {version}"))
            .execute(postgres)?;
    }
    Ok(())
}

impl Database {
    /// The events of which other servers tell, for as long as the receiver is kept. A file has no other servers.
    pub fn notices(&self) -> mpsc::Receiver<EventId> {
        let (tell, told) = mpsc::channel(HEARD);
        if let Some(address) = self.server.clone() {
            let listener = std::thread::Builder::new().name("notices".to_owned());
            if let Err(error) = listener.spawn(move || listen(&address, &tell)) {
                tracing::warn!(%error, "no thread to listen to other servers; the database is asked now and then");
            }
        }
        told
    }
}

/// Listens until nobody wants to hear any more; connects again when the connection is lost.
fn listen(address: &str, tell: &mpsc::Sender<EventId>) {
    while !tell.is_closed() {
        if let Err(error) = listen_once(address, tell) {
            tracing::debug!(%error, "the connection that listens to other servers is lost");
            std::thread::sleep(RETRY);
        }
    }
}

fn listen_once(address: &str, tell: &mpsc::Sender<EventId>) -> anyhow::Result<()> {
    let mut connection = PgConnection::establish(address)?;
    diesel::sql_query(format!("LISTEN {CHANNEL}")).execute(&mut connection)?;
    while !tell.is_closed() {
        let notices: Vec<_> = connection.notifications_iter().collect::<Result<_, _>>()?;
        let events: BTreeSet<EventId> =
            notices.iter().filter_map(|notice| notice.payload.split(' ').next()?.parse().ok()).collect();
        for event in events {
            // A full channel means that the receiver is behind; its next look at the database tells it the rest.
            let _ = tell.try_send(event);
        }
        std::thread::sleep(PAUSE);
    }
    Ok(())
}
