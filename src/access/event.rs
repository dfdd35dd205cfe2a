//! Who asks about an event, and what the person is to it.

use std::str::FromStr;
use std::sync::Arc;

use actix_web::HttpRequest;
use actix_web::http::Method;
use actix_web::web::Query;
use serde::Deserialize;
use tiger_event::permission::Role;
use tiger_event::{Actor, Entry, EntryId, Event, Game, GameId, Round, RoundNumber, Slug};

use super::viewer::{SignedIn, Viewer, by_program, extracted, find_signed_in, parts};
use crate::db;
use crate::error::Result;
use crate::error::{AppError, Link};
use crate::ledger::LedgerError;

/// An event, found by the `{slug}` of the address, and what the person who asks is to it.
///
/// An event that is not public is not there for the public: they hear the same as of one that never was.
#[derive(Debug, Clone)]
pub struct EventAccess {
    pub viewer: Viewer,
    /// The event as it stands.
    pub event: Arc<Event>,
    /// What the person is to it.
    pub role: Role,
    /// The entry after which the event is shown, where it is not shown as it stands.
    pub as_of: Option<u64>,
}

impl EventAccess {
    /// Lets arbiters of the event and administrators pass.
    pub fn require_arbiter(&self) -> Result<&SignedIn> {
        self.require(self.role.is_arbiter(), "Only an arbiter of this event may do this.")
    }

    /// Lets pass who has typed the password within the hour; `back` is the page of the event to come back to.
    pub fn require_just_typed(&self, back: &str) -> Result<()> {
        self.viewer.require_signed_in()?.require_just_typed(&self.path(back))
    }

    /// Lets the chief arbiter of the event and administrators pass.
    pub fn require_chief(&self) -> Result<&SignedIn> {
        self.require(self.role.is_chief(), "Only the chief arbiter of this event may do this.")
    }

    /// Lets administrators of the installation pass.
    pub fn require_administrator(&self) -> Result<&SignedIn> {
        self.require(self.role == Role::Administrator, "Only an administrator may do this.")
    }

    /// Lets players who claimed an entry of the event pass, and says which.
    pub fn require_player(&self) -> Result<(&SignedIn, EntryId)> {
        let signed_in = self.viewer.require_signed_in()?;
        match self.role {
            Role::Player(entry) => Ok((signed_in, entry)),
            _ => Err(self.forbidden(&self.viewer.kept_out("Only a player of this event may do this."))),
        }
    }

    /// The author of commands.
    pub fn actor(&self) -> Result<Actor> {
        self.viewer.require_signed_in().map(SignedIn::actor)
    }

    /// Something that the address names, such as `named("record", "record")`: the part of the address, and what it is.
    pub fn named<T: FromStr>(&self, part: &str, what: &'static str) -> Result<T> {
        let text = self.viewer.request().match_info().get(part);
        text.and_then(|text| text.parse().ok()).ok_or(AppError::not_found(what))
    }

    /// The game that the address names.
    pub fn game(&self) -> Result<&Game> {
        let id = self.named::<GameId>("game", "game")?;
        self.event.games.get(&id).ok_or(AppError::not_found("game"))
    }

    /// The round that the address names.
    pub fn round(&self) -> Result<&Round> {
        let number = self.named::<RoundNumber>("round", "round")?;
        self.event.round(number).map_err(|_| AppError::not_found("round"))
    }

    /// The entry that the address names.
    pub fn entry(&self) -> Result<&Entry> {
        let id = self.named::<EntryId>("entry", "player")?;
        self.event.entries.get(&id).ok_or(AppError::not_found("player"))
    }

    /// Where the pages of one of its games begin, such as `game_path(game, "/room")`.
    pub fn game_path(&self, game: &Game, rest: &str) -> String {
        self.path(&format!("/games/{}{rest}", game.id))
    }

    /// The path that all of the event's pages begin with.
    pub fn base(&self) -> String {
        base(&self.event)
    }

    /// The path of one of the event's pages, such as `path("/rounds/2")`.
    pub fn path(&self, rest: &str) -> String {
        format!("{}{rest}", self.base())
    }

    fn require(&self, is_allowed: bool, sentence: &str) -> Result<&SignedIn> {
        let signed_in = self.viewer.require_signed_in()?;
        if is_allowed { Ok(signed_in) } else { Err(self.forbidden(sentence)) }
    }

    fn forbidden(&self, sentence: &str) -> AppError {
        AppError::Forbidden {
            sentence: sentence.to_owned(),
            way_out: Some(Link::new(self.base(), "The event's page")),
        }
    }
}

/// The path that all pages of an event begin with.
pub fn base(event: &Event) -> String {
    format!("/events/{}", event.slug)
}

async fn find(request: HttpRequest) -> Result<EventAccess> {
    let slug = request.match_info().get("slug").map(Slug::parse);
    let (state, token) = parts(&request)?;
    let as_of = as_of(&request)?;
    let (past, by_program) = (state.clone(), by_program(&request));
    let (signed_in, event) = db::block(move || {
        state.db.read(|db| -> Result<_, LedgerError> {
            let signed_in = match by_program {
                Some(signed_in) => Some(signed_in),
                None => find_signed_in(db, &state, token.as_ref())?,
            };
            let event = match slug {
                Some(Ok(slug)) => state.ledger.event_by_slug(db, &slug),
                _ => Err(LedgerError::NoEvent),
            };
            Ok((signed_in, event))
        })
    })
    .await?;
    // The error page too knows who is signed in.
    let viewer = Viewer::new(request, signed_in);
    let event = event?;
    let role = viewer.role_in(&event);
    if role == Role::Public && !event.is_public {
        return Err(AppError::not_found("event"));
    }
    let mut access = EventAccess { viewer, event, role, as_of: None };
    if let Some(of) = as_of.filter(|of| *of != access.event.version) {
        // Whoever is an arbiter today sees how it stood; for nobody else is the ledger read again from its beginning.
        access.require_arbiter()?;
        let id = access.event.id;
        access.event = db::block(move || past.db.read(|db| past.ledger.event_as_of(db, id, of))).await?;
        access.as_of = Some(of);
    }
    Ok(access)
}

/// The entry that the address names by `?as-of=`. What has passed is looked at, not changed.
fn as_of(request: &HttpRequest) -> Result<Option<u64>> {
    let asked =
        Query::<AsOf>::from_query(request.query_string()).map_err(|_| AppError::not_found("entry"))?;
    match asked.as_of {
        Some(_) if request.method() != Method::GET => Err(AppError::unprocessable(
            "This page shows how the event stood at another time; nothing can be changed there. Go back to the present first.",
        )),
        // Databases count no further, so there is no such entry.
        Some(of) if i64::try_from(of).is_err() => Err(AppError::not_found("entry")),
        as_of => Ok(as_of),
    }
}

/// What the address asks for.
#[derive(Deserialize)]
struct AsOf {
    #[serde(rename = "as-of")]
    as_of: Option<u64>,
}

/// A page of an event for its arbiters.
pub struct ForArbiter(pub EventAccess);

/// A page of an event for its chief arbiter and administrators.
pub struct ForChief(pub EventAccess);

async fn find_for_arbiter(request: HttpRequest) -> Result<ForArbiter> {
    let access = find(request).await?;
    access.require_arbiter()?;
    Ok(ForArbiter(access))
}

async fn find_for_chief(request: HttpRequest) -> Result<ForChief> {
    let access = find(request).await?;
    access.require_chief()?;
    Ok(ForChief(access))
}

extracted!(EventAccess, find);
extracted!(ForArbiter, find_for_arbiter);
extracted!(ForChief, find_for_chief);
