//! Who asks: extractors that read the session.

use actix_web::{HttpMessage, HttpRequest};
use chrono::{DateTime, TimeDelta, Utc};
use tiger_event::permission::Role;
use tiger_event::{Actor, Event};
use uuid::Uuid;

use super::program::Program;
use crate::auth::journal::What;
use crate::auth::{Token, address, cookie, sessions};
use crate::clock;
use crate::db::journal::Doer;
use crate::db::news::{self, News};
use crate::db::sessions::Session;
use crate::db::users::User;
use crate::db::{self, Db, DbError};
use crate::error::Result;
use crate::error::problem::percent_encode;
use crate::error::{AppError, Link};
use crate::state::{AppState, State};

/// The name of the cookie that keeps the choice between light and dark.
pub(crate) const THEME_COOKIE: &str = "tiger_theme";

/// Somebody who is signed in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignedIn {
    /// The session's name in lists.
    pub session: Uuid,
    pub user: User,
    /// When they last typed their password.
    pub confirmed_at: DateTime<Utc>,
    /// Since when they are known in this browser.
    pub known_since: DateTime<Utc>,
    /// What happened to their account since, and was not told yet.
    pub news: Vec<News>,
}

/// How long a password is taken as just typed, for what is grave.
const JUST_TYPED: TimeDelta = TimeDelta::hours(1);

impl SignedIn {
    /// Lets pass who has typed the password within the hour: a browser that was left open gives away no accounts, links or
    /// rulings. `back` is the page to come back to.
    pub fn require_just_typed(&self, back: &str) -> Result<()> {
        if !self.user.has_password || clock::now() - self.confirmed_at <= JUST_TYPED {
            return Ok(());
        }
        Err(AppError::Forbidden {
            sentence: "You signed in more than an hour ago. Please type your password once more; then send the form again."
                .to_owned(),
            way_out: Some(Link::new(
                format!("/account/confirm?next={}", percent_encode(back)),
                "Type the password",
            )),
        })
    }

    /// The person as the author of a command.
    pub fn actor(&self) -> Actor {
        Actor::User { id: self.user.id, name: self.user.name.clone(), is_admin: self.user.is_admin }
    }
}

/// Whoever asks, signed in or not.
#[derive(Debug, Clone)]
pub struct Viewer {
    request: HttpRequest,
    signed_in: Option<SignedIn>,
}

impl Viewer {
    pub const fn request(&self) -> &HttpRequest {
        &self.request
    }

    pub const fn signed_in(&self) -> Option<&SignedIn> {
        self.signed_in.as_ref()
    }

    pub fn require_signed_in(&self) -> Result<&SignedIn> {
        self.signed_in.as_ref().ok_or(AppError::SignIn)
    }

    /// What whoever asks is to an event.
    pub fn role_in(&self, event: &Event) -> Role {
        self.signed_in.as_ref().map_or(Role::Public, |it| event.role_of(it.user.id, it.user.is_admin))
    }

    /// Why somebody is kept out who is no player here, with what it means on a device that a link has made a player's.
    pub fn kept_out(&self, sentence: &str) -> String {
        let is_device = self.signed_in.as_ref().is_some_and(|it| !it.user.has_password);
        let of_device = if is_device {
            " This device speaks for no player here, or a newer link has moved that to another device. Ask the arbiter for a link \
             and open it here: what still waits on this device is sent then."
        } else {
            ""
        };
        format!("{sentence}{of_device}")
    }

    /// Notes in the security journal what somebody who is signed in did about somebody.
    pub fn note(&self, state: &AppState, what: What, whom: &str) {
        let by =
            self.signed_in.as_ref().map_or(db::journal::VISITOR, |signed_in| signed_in.user.name.as_str());
        self.note_as(state, what, &format!("{whom}, by {by}"));
    }

    /// Notes in the security journal what was done under a name, from the address of whoever asks.
    pub fn note_as(&self, state: &AppState, what: What, who: &str) {
        let doer = Doer { user: self.signed_in.as_ref().map(|signed_in| signed_in.user.id), token: None };
        state.journal.note_of(what, (who, doer), &address::client(&self.request, &state.config));
    }

    /// Makes the viewer from what the database knows, and leaves who it is for error pages.
    pub(super) fn new(request: HttpRequest, signed_in: Option<SignedIn>) -> Self {
        if let Some(signed_in) = &signed_in {
            request.extensions_mut().insert(signed_in.clone());
        }
        Self { request, signed_in }
    }
}

/// The session of a request, on a connection at hand.
pub(super) fn find_signed_in(
    db: &mut Db,
    state: &AppState,
    token: Option<&Token>,
) -> Result<Option<SignedIn>, DbError> {
    let Some(token) = token else { return Ok(None) };
    let found = sessions::find(db, &state.config, token)?;
    if let Some((_, user)) = &found {
        state.shares.remember(token.hash(), user.id);
    }
    let Some((session, user)) = found else { return Ok(None) };
    // Nobody signs in to an account without a password.
    let news = if user.has_password { news::list(db, user.id, session.known_since)? } else { Vec::new() };
    let Session { id, confirmed_at, known_since, .. } = session;
    Ok(Some(SignedIn { session: id, confirmed_at, known_since, news, user }))
}

/// The state and the session's token of a request.
pub(super) fn parts(request: &HttpRequest) -> Result<(State, Option<Token>)> {
    let state = AppState::of(request)?;
    Ok((state.clone(), cookie::token(request, cookie::Kind::Session, &state.config)))
}

/// Who sends a request by a program of theirs.
pub(super) fn by_program(request: &HttpRequest) -> Option<SignedIn> {
    request.extensions().get::<Program>().map(|program| program.signed_in.clone())
}

async fn find_viewer(request: HttpRequest) -> Result<Viewer> {
    if let Some(signed_in) = by_program(&request) {
        return Ok(Viewer::new(request, Some(signed_in)));
    }
    let (state, token) = parts(&request)?;
    let signed_in = match token {
        None => None,
        Some(_) => db::block(move || state.db.read(|db| find_signed_in(db, &state, token.as_ref()))).await?,
    };
    Ok(Viewer::new(request, signed_in))
}

/// Whether somebody is signed in.
pub(crate) async fn is_signed_in(request: HttpRequest) -> Result<bool> {
    Ok(find_viewer(request).await?.signed_in.is_some())
}

/// Whether the session that a request came with is still good; a page that is only open does not prolong it.
pub(crate) async fn is_still_signed_in(request: HttpRequest) -> Result<bool> {
    let (state, token) = parts(&request)?;
    let Some(token) = token else { return Ok(false) };
    db::block(move || state.db.read(|db| sessions::look_up(db, &state.config, &token)))
        .await
        .map(|found| found.is_some())
}

/// Whether somebody is signed in, or has been in this browser.
pub(super) async fn is_known(request: HttpRequest) -> Result<bool> {
    let (state, token) = parts(&request)?;
    let device = cookie::token(&request, cookie::Kind::Device, &state.config);
    db::block(move || {
        state.db.read(|db| {
            if find_signed_in(db, &state, token.as_ref())?.is_some() {
                return Ok(true);
            }
            let known = device.map(|device| db::devices::is_known(db, device.hash())).transpose()?;
            Ok::<_, DbError>(known.unwrap_or(false))
        })
    })
    .await
}

/// Somebody who is signed in; others are led to the sign-in page and back.
#[derive(Debug, Clone)]
pub struct CurrentUser {
    pub viewer: Viewer,
    pub signed_in: SignedIn,
}

async fn find_user(request: HttpRequest) -> Result<CurrentUser> {
    let viewer = find_viewer(request).await?;
    let signed_in = viewer.require_signed_in()?.clone();
    Ok(CurrentUser { viewer, signed_in })
}

/// Somebody who administers the installation.
#[derive(Debug, Clone)]
pub struct AdminUser {
    pub viewer: Viewer,
    pub signed_in: SignedIn,
}

async fn find_admin(request: HttpRequest) -> Result<AdminUser> {
    let CurrentUser { viewer, signed_in } = find_user(request).await?;
    if !signed_in.user.is_admin {
        return Err(AppError::forbidden("Only administrators may do this."));
    }
    Ok(AdminUser { viewer, signed_in })
}

/// Lets handlers take what an async function finds out from a request.
macro_rules! extracted {
    ($extractor:ty, $find:ident) => {
        impl actix_web::FromRequest for $extractor {
            type Error = $crate::error::AppError;
            type Future = std::pin::Pin<Box<dyn Future<Output = Result<Self, Self::Error>>>>;

            fn from_request(
                request: &actix_web::HttpRequest,
                _: &mut actix_web::dev::Payload,
            ) -> Self::Future {
                Box::pin($find(request.clone()))
            }
        }
    };
}
pub(crate) use extracted;

extracted!(Viewer, find_viewer);
extracted!(CurrentUser, find_user);
extracted!(AdminUser, find_admin);
