//! The pages about people: signing in, the own account, everybody's accounts, one-time links.

use askama::Template;
use chrono::{DateTime, Utc};

use super::Frame;
use super::form::FormView;
use crate::access::{CurrentUser, Viewer};
use crate::clock;
use crate::db::DbError;
use crate::db::ratings::Loaded;
use crate::db::sessions::Session;
use crate::db::users::User;
use crate::error::Result;
use crate::services::accounts::People;
use crate::services::backups::{Attempt, Backups};
use crate::services::erasure::Goes;

#[derive(Template)]
#[template(path = "accounts/sign_in.html")]
pub struct SignInPage {
    pub frame: Frame,
    pub form: FormView,
    /// Where to go afterwards.
    pub next: String,
}

/// The password once more, before what is grave.
#[derive(Template)]
#[template(path = "accounts/confirm.html")]
pub struct ConfirmPasswordPage {
    pub frame: Frame,
    pub form: FormView,
    /// Where to go afterwards.
    pub next: String,
}

#[derive(Template)]
#[template(path = "accounts/erase.html")]
pub struct EraseAccountPage {
    pub frame: Frame,
    pub form: FormView,
    pub goes: Goes,
    /// What is typed to confirm.
    pub typed: String,
}

#[derive(Template)]
#[template(path = "accounts/account.html")]
pub struct AccountPage {
    pub frame: Frame,
    /// The form that changes the password.
    pub form: FormView,
    /// The name that pages show.
    pub name: String,
    /// The name to sign in with, if there is one.
    pub login: Option<String>,
    pub sessions: Vec<SessionLine>,
}

pub struct SessionLine {
    /// Its name in addresses.
    pub id: String,
    /// What the browser said it was.
    pub browser: String,
    pub since: String,
    /// When it was last used.
    pub seen: String,
    /// Whether it is the one that looks at the page.
    pub is_this: bool,
}

#[derive(Template)]
#[template(path = "accounts/users.html")]
pub struct UsersPage {
    pub frame: Frame,
    /// The form that adds somebody.
    pub form: FormView,
    pub people: Vec<UserLine>,
    /// A link that was just made, to be handed on.
    pub link: Option<NewLink>,
    pub backups: StateView,
    pub ratings: StateView,
    pub is_factor_demanded: bool,
}

/// How something stands that the program keeps.
pub struct StateView {
    /// The state in a word.
    pub tone: &'static str,
    pub sentences: Vec<String>,
}

impl StateView {
    /// Tells which rating list players are looked up in.
    pub fn of_ratings(loaded: &Result<Option<Loaded>, DbError>) -> Self {
        let (tone, sentence) = match loaded {
            Ok(Some(Loaded { name, at, players })) => {
                ("good", format!("{name}: {players} players, loaded on {}.", at.format(TIME)))
            }
            Ok(None) => ("info", "No list is loaded: arbiters type players in.".to_owned()),
            Err(_) => ("bad", "The list cannot be read. Load it again.".to_owned()),
        };
        let how = "Another list takes its place with: tiger-arbiter ratings load LIST".to_owned();
        Self { tone, sentences: vec![sentence, how] }
    }

    /// Tells of the last copies of the database.
    pub fn of_backups(backups: &Backups) -> Self {
        let Some(schedule) = backups.schedule() else {
            let sentence = "Nothing copies the database by itself. Start the program with --backup-to FOLDER, or make \
                            copies with: tiger-arbiter backup FILE";
            return Self { tone: "warning", sentences: vec![sentence.to_owned()] };
        };
        let folder = schedule.folder.display();
        let mut sentences = vec![format!(
            "A copy every {} to {folder}; {} are kept.",
            length(schedule.every.as_secs()),
            schedule.keep
        )];
        let is_on_same_disk = schedule.is_on_same_disk();
        if is_on_same_disk {
            let sentence = "They lie on the disk of the database: another one survives it. If one is to be there, it is not mounted.";
            sentences.push(sentence.to_owned());
        }
        let (last, last_good) = backups.last();
        let is_late = last_good.is_none_or(|at| age(at) > schedule.every.as_secs() * 2 + 60);
        sentences.push(match last_good {
            Some(at) => format!("The last good copy is {} old.", length(age(at))),
            None => "There is no good copy since the program was started.".to_owned(),
        });
        if let Some(Attempt { outcome: Err(why), .. }) = last {
            sentences.push(format!("The last attempt failed: {why}."));
            return Self { tone: "bad", sentences };
        }
        Self { tone: if is_late || is_on_same_disk { "warning" } else { "good" }, sentences }
    }
}

fn age(at: DateTime<Utc>) -> u64 {
    u64::try_from((clock::now() - at).num_seconds()).unwrap_or(0)
}

/// A time in the unit that fits.
fn length(seconds: u64) -> String {
    match seconds {
        0..=119 => format!("{seconds} s"),
        120..=7199 => format!("{} min", seconds / 60),
        _ => format!("{} h", seconds / 3600),
    }
}

pub struct UserLine {
    pub user: User,
    pub has_factor: bool,
    /// Whether it is the one who looks at the page.
    pub is_this: bool,
}

pub struct NewLink {
    /// Whom to hand it to.
    pub name: String,
    pub url: String,
}

/// The first administrator makes an account.
#[derive(Template)]
#[template(path = "accounts/setup.html")]
pub struct SetupPage {
    pub frame: Frame,
    pub form: FormView,
}

/// Somebody sets a password with a link.
#[derive(Template)]
#[template(path = "accounts/password.html")]
pub struct PasswordPage {
    pub frame: Frame,
    pub form: FormView,
    pub name: String,
    /// The name to sign in with.
    pub login: String,
}

/// Somebody came with the link of a player: whether they are that player.
#[derive(Template)]
#[template(path = "accounts/speaker.html")]
pub struct SpeakerPage {
    pub frame: Frame,
    pub event: String,
    pub dates: String,
    pub player: String,
    pub club: Option<String>,
    /// Whether somebody speaks for the player already, and does so no more if this link is used.
    pub is_spoken_for: bool,
}

/// How pages about accounts show times.
const TIME: &str = "%-d %B %Y, %H:%M UTC";

impl AccountPage {
    pub fn of(user: &CurrentUser, sessions: Vec<Session>, form: FormView) -> Self {
        let CurrentUser { viewer, signed_in } = user;
        let lines = sessions.into_iter().map(|session| SessionLine {
            is_this: session.id == signed_in.session,
            id: session.id.to_string(),
            browser: browser_in_words(&session.user_agent),
            since: session.created_at.format(TIME).to_string(),
            seen: session.seen_at.format(TIME).to_string(),
        });
        Self {
            frame: viewer.frame(),
            form,
            name: signed_in.user.name.clone(),
            login: signed_in.user.login.clone().filter(|_| signed_in.user.has_password),
            sessions: lines.collect(),
        }
    }
}

impl UsersPage {
    pub fn of(
        viewer: &Viewer,
        people: People,
        form: FormView,
        link: Option<NewLink>,
        backups: StateView,
        ratings: StateView,
    ) -> Self {
        let People { users, with_factor, is_factor_demanded } = people;
        let own = viewer.signed_in().map(|signed_in| signed_in.user.id);
        let line = |user: User| UserLine {
            has_factor: with_factor.contains(&user.id),
            is_this: own == Some(user.id),
            user,
        };
        let people = users.into_iter().map(line).collect();
        Self { frame: viewer.frame(), form, people, link, backups, ratings, is_factor_demanded }
    }
}

impl PasswordPage {
    pub fn of(viewer: &Viewer, user: &User, form: FormView) -> Result<Self> {
        let login = user.shown_login().to_owned();
        Ok(Self { frame: viewer.form_frame()?, form, name: user.name.clone(), login })
    }
}

/// What a browser says of itself, in words that people know: `Firefox on Android`. What is not known is left as it is.
pub fn browser_in_words(user_agent: &str) -> String {
    // Most call themselves Safari, and many Chrome: the more particular names stand first.
    let names = [
        ("Edg", "Edge"),
        ("OPR/", "Opera"),
        ("SamsungBrowser/", "Samsung Internet"),
        ("Firefox/", "Firefox"),
        ("FxiOS/", "Firefox"),
        ("CriOS/", "Chrome"),
        ("Chrome/", "Chrome"),
        ("Safari/", "Safari"),
    ];
    let systems = [
        ("Android", "Android"),
        ("iPhone", "an iPhone"),
        ("iPad", "an iPad"),
        ("Windows", "Windows"),
        ("CrOS", "ChromeOS"),
        ("Mac OS X", "a Mac"),
        ("Linux", "Linux"),
    ];
    let find = |known: &[(&str, &'static str)]| {
        known.iter().find(|(mark, _)| user_agent.contains(mark)).map(|(_, name)| *name)
    };
    match (find(&names), find(&systems)) {
        (Some(name), Some(system)) => format!("{name} on {system}"),
        (Some(name), None) => name.to_owned(),
        (None, _) => user_agent.to_owned(),
    }
}
