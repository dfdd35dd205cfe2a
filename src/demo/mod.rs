//! The demo: a database filled with seven events that a hall could have seen, all invented.
//!
//! Everything goes through the ledger, so the demo shows nothing that the program does not do. The story follows
//! from a seed; identifiers, and with them the faces of cast dice, are new every time.

mod awards;
pub mod chance;
pub mod contest;
pub mod crowd;
mod cup;
mod dragon;
pub mod exhibition;
mod lancer;
mod live;
mod people;
mod scribe;
pub mod settings;
mod tiger;

use anyhow::Context;
use chrono::{DateTime, Utc};
use tiger_event::{Actor, EventName, PersonName, ResultEntry, Slug, UserId};
use tiger_rules::Ending;

use crate::auth::account::{self};
use crate::auth::{Hasher, Lane, Login, NewAccount, NewPassword};
use crate::db::{self, Database, DbError, users};
use crate::ledger::{Ledger, OnceKey};
use crate::services::festivals;
use crate::services::sandbox::{Sandboxes, Trial};
use chance::Chance;

/// The password of every account of the demo.
pub const PASSWORD: &str = "mistletoe and oak";

const CHIEF_NAME: &str = "Hawthorne, Orla";
const ARBITER_NAME: &str = "Pike, Desmond";
const ADMIN_NAME: &str = "Administrator";

/// An account of the demo.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SignIn {
    /// The name to sign in with; the password is [`PASSWORD`].
    pub login: &'static str,
    /// The name that pages show.
    pub name: &'static str,
    /// What the account may do.
    pub role: &'static str,
}

/// The accounts of the demo, the one to try first at the top.
pub const SIGN_INS: [SignIn; 4] = [
    SignIn { login: "chief", name: CHIEF_NAME, role: "chief arbiter" },
    SignIn { login: "arbiter", name: ARBITER_NAME, role: "arbiter" },
    SignIn { login: "player", name: "Marlowe, Petra", role: "player of the TigerChess event" },
    SignIn { login: "admin", name: ADMIN_NAME, role: "administrator" },
];

/// What is wrong with a database for a hall in which accounts have the demo's password, which everybody knows; none if
/// there is no such account.
pub fn open_door(db: &Database, hasher: &Hasher) -> Result<Option<String>, DbError> {
    let mut logins = Vec::new();
    for sign_in in SIGN_INS {
        let found = db.read(|db| users::find_by_login(db, sign_in.login))?;
        let is_open = |(user, hash): (users::User, Option<String>)| {
            !user.is_disabled && hash.is_some() && hasher.is_right(Lane::Known, PASSWORD, hash.as_deref())
        };
        logins.extend(found.is_some_and(is_open).then_some(sign_in.login));
    }
    let told = format!(
        "Everybody knows the password of {}: it is the demo's. For a hall take a database of its own, or give other passwords \
         with `tiger-arbiter user passwd`.",
        logins.join(", ")
    );
    Ok(Some(told).filter(|_| !logins.is_empty()))
}

/// What whoever starts the demo is told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Told {
    /// A player of the Dragon event who has not come with their link yet.
    pub invited: String,
    pub claim_path: String,
}

/// The people with accounts who take part in the events.
struct Accounts {
    admin: UserId,
    chief: UserId,
    arbiter: UserId,
    player: UserId,
}

/// Fills a migrated, empty database. Blocking.
pub fn fill(ledger: &Ledger, hasher: &Hasher, seed: u64, now: DateTime<Utc>) -> anyhow::Result<Told> {
    let accounts = make_accounts(ledger.database(), hasher)?;
    let mut chance = Chance::new(seed);
    let mut strand = || Chance::new(chance.number());
    lancer::tell(ledger, &accounts, strand(), now)?;
    tiger::tell(ledger, &accounts, strand(), now)?;
    cup::tell(ledger, &accounts, strand(), now)?;
    for (exhibition, people) in exhibition::ALL.iter().zip(people::EXHIBITORS) {
        exhibition::tell(exhibition, &people, (ledger, &accounts), strand(), now)?;
    }
    let told = dragon::tell(ledger, &accounts, strand(), now)?;
    festival(ledger, accounts.chief)?;
    Ok(told)
}

/// The events that are being played stand under one roof.
fn festival(ledger: &Ledger, chief: UserId) -> anyhow::Result<()> {
    let name = EventName::parse("Merridon Games Week")?;
    let slug = Slug::propose(name.as_str()).context("the festival's name gives no address")?;
    let festival = festivals::make(ledger, (slug, name), chief, &OnceKey::new())?
        .context("the festival is there already")?;
    let mut events = ledger.database().read(db::events::list)?;
    events.retain(|event| event.is_public && !event.is_finished);
    events.sort_by(|one, other| one.name.cmp(&other.name));
    for event in events {
        ledger.database().write(|db| db::festivals::add(db, festival.id, event.id))?;
    }
    Ok(())
}

/// Adds an event of so many players to a filled database, in the middle of a round. Blocking.
pub fn add_crowd(ledger: &Ledger, players: u16, seed: u64, now: DateTime<Utc>) -> anyhow::Result<()> {
    let [chief, ..] = &SIGN_INS;
    let user = ledger.database().read(|db| users::find_by_login(db, chief.login))?;
    let (user, _) = user.context("the demo has no chief arbiter")?;
    crowd::tell(ledger, user.id, (players, Chance::new(seed)), now)
}

/// Begins a what-if in the TigerChess event: how it would stand if the disputed game were drawn. It lives in the memory of a
/// server, so it cannot be told beforehand. Blocking.
pub fn begin_what_if(ledger: &Ledger, sandboxes: &Sandboxes) -> anyhow::Result<()> {
    let slug = Slug::parse(tiger::ADDRESS)?;
    let event = ledger.database().read(|db| ledger.event_by_slug(db, &slug))?;
    let (chief, member) = event.staff.first_key_value().context("the event has no arbiter")?;
    let actor = Actor::User { id: *chief, name: member.name.to_string(), is_admin: false };
    let disputed = event.games.values().find(|game| !game.disputes.is_empty());
    let game = disputed.context("no game of the event is disputed")?.id;
    let drawn = Trial::Result { game, result: Some(ResultEntry::plain(None, Ending::Agreement)) };
    let place = (event.id, sandboxes.make(event, &actor)?);
    Ok(sandboxes.try_out(place, &drawn, &actor, "demo")?)
}

fn make_accounts(db: &Database, hasher: &Hasher) -> anyhow::Result<Accounts> {
    let make = |sign_in: &SignIn| -> anyhow::Result<UserId> {
        let account = NewAccount {
            login: Login::parse(sign_in.login)?,
            name: PersonName::parse(sign_in.name)?,
            password_hash: Some(hasher.hash(&NewPassword::parse(PASSWORD, sign_in.login)?)?),
            is_admin: sign_in.login == "admin",
        };
        Ok(db.write(|db| account::create(db, &account))?)
    };
    let [chief, arbiter, player, admin] = &SIGN_INS;
    let admin = make(admin)?;
    let accounts = Accounts { admin, chief: make(chief)?, arbiter: make(arbiter)?, player: make(player)? };
    for user in [accounts.chief, accounts.arbiter] {
        account::set_arbiter(db, user, true)?;
    }
    Ok(accounts)
}
