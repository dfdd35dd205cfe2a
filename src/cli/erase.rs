//! `tiger-arbiter erase`: a person is forgotten, and the ledger still proves everything else.

use std::io::Write;
use std::sync::Arc;

use anyhow::Context;
use tiger_event::text::folded;
use tiger_event::{Actor, EntryId, Event, PersonName, Reason, Slug};

use crate::auth::Journal;
use crate::auth::journal::What;
use crate::db::{Database, DbError, users};
use crate::ledger::Ledger;
use crate::startup;

use super::installation::Installation;
use super::{Exit, Outcome};

/// Erase a player from everything that is stored of an event.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The player is called by the pairing number from then on, such as Player 17: on pages, in exports, in records and in the
ledger itself. Name, club, federation, FIDE ID, title, sex and birth date go, and what was written about the player's
games, and texts about others that say the whole name; one part of it may be any word, so look through notes, incidents and
registrations yourself. Results, pairings and the rating stay, because the standings rest on them. It cannot be taken back. Do
not name the player in the reason: it stays. Copies that were made before still hold the name; who goes back to one loses it again,
because the witness keeps a list. The account that speaks for the player stays: tiger-arbiter user erase. PostgreSQL keeps
deleted rows in its own archives as long as it is told to.
Example: tiger-arbiter erase merridon-open-2026 17 --reason 'asked for by letter' --database hall.sqlite3")]
pub(super) struct EraseArgs {
    /// The address of the event, the part after /events/.
    event: String,
    /// The player: the pairing number, or the name as it is written.
    player: String,
    /// Why, for the ledger and the security journal.
    #[arg(long)]
    reason: String,
    /// The name that a player had who was erased before: what was written since goes too.
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    #[command(flatten)]
    installation: Installation,
}

impl EraseArgs {
    pub(super) fn run(self, out: &mut dyn Write) -> Outcome {
        let reason = Reason::parse(&self.reason).context("the reason cannot be taken")?;
        let slug = Slug::parse(&self.event).with_context(|| format!("`{}` is no address", self.event))?;
        let db = startup::open_existing_database(&self.installation.store)?;
        let ledger = witnessed(&db, &self.installation, out)?;
        let event = db.read(|db| ledger.event_by_slug(db, &slug)).with_context(|| format!("event {slug}"))?;
        let entry = find(&event, &self.player)?;
        let login = match event.entry(entry)?.speaker.user() {
            Some(user) => db.read(|db| users::find(db, user))?.and_then(|user| user.login),
            None => None,
        };
        let had =
            self.name.as_deref().map(PersonName::parse).transpose().context("the name cannot be taken")?;
        let erased = match had {
            Some(name) => ledger.erase_since(&Actor::Program, (event.id, entry), &name, &reason)?,
            None => ledger.erase(&Actor::Program, (event.id, entry), &reason)?,
        };
        note(&db, What::Erased, &format!("{} of {slug} ({reason})", erased.called))?;
        writeln!(out, "{slug}: {} now, {} places say something else", erased.called, erased.places)?;
        if let Some(login) = login {
            writeln!(out, "the account {login} stays: tiger-arbiter user erase {login}")?;
        }
        say_left(erased.left.as_deref(), out)
    }
}

/// The ledgers with their witness, which keeps who is erased from coming back.
pub(super) fn witnessed(
    db: &Database,
    installation: &Installation,
    out: &mut dyn Write,
) -> anyhow::Result<Ledger> {
    let witness = installation.witness()?.map(Arc::new);
    if witness.is_none() {
        writeln!(out, "no witness is here: who goes back to an older copy has the name again")?;
    }
    Ok(Ledger::new(db.clone()).witnessed_by(witness))
}

/// Notes in the security journal what was done, and to whom.
pub(super) fn note(db: &Database, what: What, whom: &str) -> Result<(), DbError> {
    let journal = Journal::default();
    journal.note(what, whom, "command line");
    journal.write(db)
}

/// Says why something may be left of the name, if it may.
pub(super) fn say_left(left: Option<&str>, out: &mut dyn Write) -> Outcome {
    let Some(why) = left else { return Ok(Exit::Fine) };
    writeln!(out, "unused parts of the database's files may still hold the name: {why}; erase again")?;
    Ok(Exit::Broken)
}

fn find(event: &Event, player: &str) -> anyhow::Result<EntryId> {
    let number = player.parse::<u16>().ok();
    let found = event.entries.values().find(|entry| match number {
        Some(number) => entry.number == number,
        None => folded(entry.details.name.as_str()) == folded(player.trim()),
    });
    found.map(|entry| entry.id).with_context(|| format!("there is no player `{player}` in {}", event.slug))
}
