//! `tiger-arbiter user`: accounts, for whoever has the machine.

use std::io::{self, BufRead, Write};

use anyhow::{Context, bail};
use tiger_event::{Actor, PersonName, Reason};

use crate::auth::account::{self};
use crate::auth::journal::What;
use crate::auth::{AccountError, Hasher, Login, NewAccount, NewPassword, links};
use crate::config::{BaseUrl, StoreConfig};
use crate::db::links::Purpose;
use crate::db::users::{self, User};
use crate::db::{Database, DbError};
use crate::services::{erasure, factors};
use crate::{clock, startup};

use super::erase::{note, say_left, witnessed};
use super::installation::Installation;
use super::{Exit, Outcome};

const RESET_EXAMPLE: &str = "\
The account is signed out everywhere; the reason stands in the security journal.
Example: tiger-arbiter user reset-factor tessa --reason 'telephone and codes lost'";
const ERASE_EXAMPLE: &str = "\
Without --reason it tells what would go. The account goes, with all that hangs on it; in every event the person is called by
a number from then on, such as Person 12, or Player 17 where they play. Results, pairings and ratings stay. It cannot be
taken back. Do not name the person in the reason: it stays. The last administrator cannot be erased.
Example: tiger-arbiter user erase tessa --reason 'asked for by letter' --database hall.sqlite3";
const LIST_EXAMPLE: &str = "\
One account a line: login, name, what it may, separated by tabs.
Example: tiger-arbiter user list --database hall.sqlite3";

/// Add accounts, set passwords, list who can sign in.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Without --password-stdin a one-time link is printed with which the person sets the password.
Examples:
  tiger-arbiter user add tessa --name 'Moor, Tessa' --admin
  tiger-arbiter user add robin --name 'Vale, Robin' --arbiter
  tiger-arbiter user passwd tessa --base-url https://hall.example
  tiger-arbiter user reset-factor tessa --reason 'telephone and codes lost'
  tiger-arbiter user list --database hall.sqlite3")]
pub(super) struct UserArgs {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, clap::Subcommand)]
enum Task {
    /// Add an account.
    #[command(after_help = "Example: tiger-arbiter user add tessa --name 'Moor, Tessa' --admin")]
    Add {
        /// The name to sign in with.
        login: String,
        /// The name that pages show; default: the login.
        #[arg(long)]
        name: Option<String>,
        /// The account administers the installation.
        #[arg(long)]
        admin: bool,
        /// The account may make events, and reads what was decided in all of them.
        #[arg(long)]
        arbiter: bool,
        #[command(flatten)]
        way: PasswordWay,
        #[command(flatten)]
        store: StoreConfig,
    },
    /// Give an account a new password; it is signed out everywhere.
    #[command(after_help = "Example: tiger-arbiter user passwd tessa --password-stdin < password.txt")]
    Passwd {
        /// The name to sign in with.
        login: String,
        #[command(flatten)]
        way: PasswordWay,
        #[command(flatten)]
        store: StoreConfig,
    },
    /// Take away the second factor of somebody who lost telephone and recovery codes.
    #[command(after_help = RESET_EXAMPLE)]
    ResetFactor {
        /// The name to sign in with.
        login: String,
        /// Why, for the security journal.
        #[arg(long)]
        reason: String,
        #[command(flatten)]
        store: StoreConfig,
    },
    /// Erase somebody who has an account, from everything that is stored.
    #[command(after_help = ERASE_EXAMPLE)]
    Erase {
        /// The name to sign in with.
        login: String,
        /// Why, for the ledgers, the security journal and the witness; without it nothing is erased, only told.
        #[arg(long)]
        reason: Option<String>,
        #[command(flatten)]
        installation: Installation,
    },
    /// List the accounts.
    #[command(after_help = LIST_EXAMPLE)]
    List {
        #[command(flatten)]
        store: StoreConfig,
    },
}

/// How the password gets in.
#[derive(Debug, clap::Args)]
struct PasswordWay {
    /// Read the password from the first line of standard input.
    #[arg(long)]
    password_stdin: bool,
    /// The address that people type, for the link.
    #[arg(long, env = "TIGER_BASE_URL", default_value = "http://127.0.0.1:8080", value_name = "URL")]
    base_url: BaseUrl,
}

impl UserArgs {
    pub(super) fn run(self, out: &mut dyn Write) -> Outcome {
        match self.task {
            Task::Add { login, name, admin, arbiter, way, store } => {
                add((&login, name), (admin, arbiter), &way, &store, out)
            }
            Task::Passwd { login, way, store } => set_password(&login, &way, &store, out),
            Task::ResetFactor { login, reason, store } => reset_factor(&login, &reason, &store, out),
            Task::Erase { login, reason, installation } => {
                erase(&login, reason.as_deref(), &installation, out)
            }
            Task::List { store } => list(&store, out),
        }
    }
}

fn add(
    (login, name): (&str, Option<String>),
    (is_admin, is_arbiter): (bool, bool),
    way: &PasswordWay,
    store: &StoreConfig,
    out: &mut dyn Write,
) -> Outcome {
    let name = name.unwrap_or_else(|| login.to_owned());
    let login = Login::parse(login).with_context(|| format!("the login `{login}` cannot be taken"))?;
    let name = PersonName::parse(&name).with_context(|| format!("the name `{name}` cannot be taken"))?;
    let password_hash = match read_password(way, login.as_str())? {
        Some(password) => Some(Hasher::new()?.hash(&password)?),
        None => None,
    };
    let has_password = password_hash.is_some();
    let db = startup::open_existing_database(store)?;
    let account = NewAccount { login: login.clone(), name, password_hash, is_admin };
    let added = db.write(|db| {
        let id = account::create(db, &account)?;
        users::update_arbiter(db, id, is_arbiter, clock::now())?;
        Ok(id)
    });
    let id = match added {
        Err(AccountError::LoginTaken) => bail!("there is an account `{}` already", login.as_str()),
        added => added.context("the account was not added")?,
    };
    writeln!(out, "added {}", login.as_str())?;
    if !has_password {
        print_link(&db, id, way, out)?;
    }
    Ok(Exit::Fine)
}

fn set_password(login: &str, way: &PasswordWay, store: &StoreConfig, out: &mut dyn Write) -> Outcome {
    let db = startup::open_existing_database(store)?;
    let user = find(&db, login)?;
    let known = user.shown_login();
    match read_password(way, known)? {
        Some(password) => {
            account::change_password(&db, &Hasher::new()?, user.id, &password, None)
                .context("the password was not changed")?;
            writeln!(out, "changed the password of {known}")?;
        }
        None => print_link(&db, user.id, way, out)?,
    }
    Ok(Exit::Fine)
}

fn find(db: &Database, login: &str) -> anyhow::Result<User> {
    let known = account::normalize(login);
    let found: Result<_, DbError> = db.read(|db| users::find_by_login(db, &known));
    let (user, _) = found?.with_context(|| format!("there is no account `{login}`"))?;
    Ok(user)
}

fn reset_factor(login: &str, reason: &str, store: &StoreConfig, out: &mut dyn Write) -> Outcome {
    let reason = Reason::parse(reason).context("the reason cannot be taken")?;
    let db = startup::open_existing_database(store)?;
    let user = factors::reset(&db, find(&db, login)?.id)?;
    note(&db, What::FactorReset, &format!("{} ({reason})", user.name))?;
    writeln!(out, "took the second factor of {} away", user.shown_login())?;
    Ok(Exit::Fine)
}

fn erase(login: &str, reason: Option<&str>, installation: &Installation, out: &mut dyn Write) -> Outcome {
    let reason = reason.map(Reason::parse).transpose().context("the reason cannot be taken")?;
    let db = startup::open_existing_database(&installation.store)?;
    let ledger = witnessed(&db, installation, out)?;
    let user = find(&db, login)?;
    let goes = erasure::what_goes(&ledger, user.id)?;
    goes.sentences.iter().try_for_each(|sentence| writeln!(out, "  {sentence}"))?;
    for namesake in &goes.namesakes {
        writeln!(out, "  stays, for it may be somebody else of the same name: {namesake}")?;
    }
    let Some(reason) = reason else {
        writeln!(out, "nothing is erased yet: give --reason")?;
        return Ok(Exit::Fine);
    };
    let erased = ledger.erase_account(&Actor::Program, user.id, &reason)?;
    note(&db, What::Erased, &format!("{} ({reason})", erased.called))?;
    let (called, events, places) = (&erased.called, erased.events, erased.places);
    writeln!(out, "{called} now; {places} places in {events} events say something else")?;
    say_left(erased.left.as_deref(), out)
}

fn print_link(
    db: &Database,
    user: tiger_event::ids::UserId,
    way: &PasswordWay,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let path = links::issue(db, Purpose::Password(user)).context("no link could be made")?;
    writeln!(out, "{}", way.base_url.join(&path))?;
    Ok(())
}

fn list(store: &StoreConfig, out: &mut dyn Write) -> Outcome {
    let db = startup::open_to_read(store)?;
    for user in db.read(users::list)? {
        writeln!(out, "{}\t{}\t{}", user.shown_login(), user.name, state(&user))?;
    }
    Ok(Exit::Fine)
}

fn state(user: &User) -> &'static str {
    match user {
        User { is_erased: true, .. } => "erased",
        User { is_disabled: true, .. } => "disabled",
        User { login: None, .. } => "player",
        User { has_password: false, is_admin: true, .. } => "administrator, no password yet",
        User { has_password: false, .. } => "no password yet",
        User { is_admin: true, .. } => "administrator",
        User { is_arbiter: true, .. } => "arbiter",
        _ => "user",
    }
}

fn read_password(way: &PasswordWay, login: &str) -> anyhow::Result<Option<NewPassword>> {
    if !way.password_stdin {
        return Ok(None);
    }
    let mut line = String::new();
    io::stdin().lock().read_line(&mut line).context("no password on standard input")?;
    let password = NewPassword::parse(line.trim_end_matches(['\r', '\n']), login)?;
    Ok(Some(password))
}
