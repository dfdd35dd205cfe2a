//! What every page needs besides its own content: who is signed in, theme, which event, what has just
//! happened. Each page struct holds a field named `frame`; layout and macros rely on that name.

use std::collections::HashMap;
use std::sync::Arc;

use actix_web::{HttpMessage, HttpRequest};
use tiger_event::{Format, GameId};
use tiger_rules::GameKind;

use crate::access::csrf::{NewCookie, WhenShown};
use crate::access::{EventAccess, SignedIn, THEME_COOKIE, Viewer};
use crate::assets;
use crate::auth::journal::What;
use crate::auth::{Token, cookie};
use crate::db::news::News;
use crate::error::problem::sign_in_path;
use crate::error::{AppError, Result};
use crate::ledger::OnceKey;
use crate::ledger::clocks::Standing;
use crate::services::clocks::{lifted, stopped, unnoted};
use crate::state::AppState;
use crate::theme::Theme;

use super::accounts::browser_in_words;
use super::event::{self, EventNav, EventTab, PastView};
use super::parts::Tone;
use super::parts::to_the_second;
use super::{flash, help, masthead, rules, ways};

/// The frame of a page, filled by the handler and read by `templates/_layout.html` and the macros.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Frame {
    pub viewer: Option<FrameViewer>,
    /// The token that every form carries in its hidden field `csrf`; empty on pages cached for everybody.
    pub csrf: String,
    pub path: String,
    /// Light, dark, or what the device says.
    pub theme: Theme,
    /// What the last action did, shown once above the content.
    pub flash: Option<Flash>,
    /// The event whose page this is; brings the masthead and the event's navigation.
    pub event: Option<EventNav>,
    /// The way back, from the front page down to the page before this one.
    pub crumbs: Vec<Crumb>,
    /// The stream of server-sent events that says when this page is out of date.
    pub live_url: Option<String>,
}

/// Who is signed in, as the layout shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FrameViewer {
    pub name: String,
    /// Whether to show the way to the administration.
    pub is_admin: bool,
    /// Whether to show the way to new events.
    pub makes_events: bool,
    pub news: Option<AccountNews>,
}

/// What happened to an account and was not told yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountNews {
    /// Each in a sentence, newest first.
    pub sentences: Vec<String>,
    /// What tells the program how far it was read.
    pub until: i64,
}

impl AccountNews {
    fn of(news: &[News]) -> Option<Self> {
        let sentence = |piece: &News| {
            let what = piece.what.parse::<What>().ok()?.title();
            let (browser, at) = (browser_in_words(&piece.browser), piece.at.format("%-d %B %Y, %H:%M UTC"));
            Some(format!("{what}: {browser}, from {}, {at}", piece.address))
        };
        let until = news.first()?.at.timestamp_micros();
        Some(Self { sentences: news.iter().filter_map(sentence).collect(), until })
    }
}

impl Frame {
    /// The frame of a page for whoever asks, without an event.
    pub fn of(request: &HttpRequest, signed_in: Option<&SignedIn>) -> Self {
        let state = AppState::of(request).ok();
        let secret = state.and_then(|state| cookie::form_secret(request, &state.config));
        let theme = request.cookie(THEME_COOKIE).and_then(|cookie| cookie.value().parse().ok());
        Self {
            viewer: signed_in.map(|signed_in| FrameViewer {
                name: signed_in.user.name.clone(),
                is_admin: signed_in.user.is_admin,
                makes_events: signed_in.user.is_named_arbiter(),
                news: AccountNews::of(&signed_in.news),
            }),
            csrf: secret.map(|secret| secret.csrf()).unwrap_or_default(),
            path: request.path().to_owned(),
            theme: theme.unwrap_or_default(),
            ..Self::default()
        }
    }

    /// Whether whoever reads the page may make events.
    pub fn makes_events(&self) -> bool {
        self.viewer.as_ref().is_some_and(|viewer| viewer.makes_events)
    }

    #[must_use]
    pub fn in_event(mut self, event: EventNav) -> Self {
        self.event = Some(event);
        self
    }

    /// The frame with one more step on the way back to this page.
    #[must_use]
    pub fn under(mut self, label: impl Into<String>, href: impl Into<String>) -> Self {
        self.crumbs.push(Crumb { label: label.into(), href: href.into() });
        self
    }

    /// The frame of a page of an event that belongs to a festival, if it does.
    #[must_use]
    pub fn in_festival(mut self, festival: Option<(String, String)>) -> Self {
        if let Some(event) = &mut self.event {
            event.festival = festival;
        }
        self
    }

    /// The frame of a page that renews itself when this stream speaks.
    #[must_use]
    pub fn live(mut self, url: impl Into<String>) -> Self {
        self.live_url = Some(url.into());
        self
    }

    /// The same for the room of a game: it renews itself only when something happens there.
    #[must_use]
    pub fn of_game(mut self, game: GameId) -> Self {
        self.live_url = self.live_url.map(|url| format!("{url}&game={game}"));
        self
    }

    /// Whether it is a page of an event that is over: its rounds stay as they are, and nobody comes or is left out any more.
    pub fn is_event_over(&self) -> bool {
        self.event.as_ref().is_some_and(|event| event.is_over)
    }

    /// The address of a static file, for example `asset("css/base.css")`.
    pub fn asset(&self, path: &str) -> String {
        assets::url(path)
    }

    /// An icon of the interface, for `<use href>`.
    pub fn icon(&self, name: &str) -> String {
        format!("{}#{name}", assets::url("vendor/lucide/icons.svg"))
    }

    /// A drawing of the games, for `<use href>`.
    pub fn emblem(&self, name: &str) -> String {
        format!("{}#{name}", assets::url("vendor/game-icons/icons.svg"))
    }

    /// The emblem of a game, for `<use href>`.
    pub fn game_emblem(&self, game: &GameKind) -> String {
        self.emblem(event::emblem(*game))
    }

    /// The icon of a tone named by a template.
    pub fn tone_icon(&self, tone: &str) -> &'static str {
        Tone::icon_of(tone)
    }

    /// The word for `data-game`: the event's game, or nothing.
    pub fn game(&self) -> &'static str {
        self.event.as_ref().map_or("", |event| event.game.key())
    }

    /// Where the pages of the event begin; empty on a page of no event.
    pub fn base(&self) -> &str {
        self.event.as_ref().map_or("", |event| &event.base)
    }

    pub fn help(&self) -> &'static str {
        help::place_for(&self.path)
    }

    /// A sentence about the event's game as HTML, escaped, in which the rulings that it names are links to them, and for
    /// arbiters the steps too.
    pub fn linked(&self, sentence: &str) -> String {
        let html = rules::linked(sentence, self.event.as_ref().map(|event| event.game));
        if self.has_chair() { ways::led(&html, self.base()) } else { html }
    }

    /// What follows a page's own title.
    pub fn title_end(&self) -> String {
        self.event.as_ref().map_or_else(
            || " · Tiger Arbiter".to_owned(),
            |event| format!(" · {} · Tiger Arbiter", event.name),
        )
    }

    pub const fn public_tabs(&self) -> &'static [EventTab] {
        match &self.event {
            Some(EventNav { format: Format::Knockout, .. }) => &EventTab::KNOCKOUT,
            Some(EventNav { format: Format::Match, .. }) => &EventTab::MATCH,
            _ => &EventTab::PUBLIC,
        }
    }

    /// Whether the page shows an event as it stood once: nothing on it does anything.
    pub fn is_past(&self) -> bool {
        self.event.as_ref().is_some_and(|event| event.past.is_some())
    }

    /// The token of the forms of the page's content; none where they would change what the page does not show.
    pub fn token(&self) -> &str {
        if self.is_past() { "" } else { &self.csrf }
    }

    /// The key of one more form, which makes a double submission one.
    pub fn fresh_key(&self) -> String {
        OnceKey::new().to_string()
    }

    pub fn is_working(&self) -> bool {
        self.event.as_ref().is_some_and(EventNav::is_working)
    }

    /// Whether an arbiter of the event looks at it, who sees boards from one chair.
    pub fn has_chair(&self) -> bool {
        self.event.as_ref().is_some_and(|event| event.is_arbiter)
    }

    /// The themes to choose from.
    pub const fn themes(&self) -> &'static [Theme] {
        &Theme::ALL
    }

    /// The address of the sign-in page that leads back here.
    pub fn sign_in(&self) -> String {
        if self.path.is_empty() { "/sign-in".to_owned() } else { sign_in_path(&self.path) }
    }
}

impl Viewer {
    /// The frame of a page without forms for visitors: it sets no cookie.
    pub fn frame(&self) -> Frame {
        let flash = flash::read(self.request());
        if flash.is_some() {
            self.request().extensions_mut().insert(WhenShown(flash::removal()));
        }
        Frame { flash, ..Frame::of(self.request(), self.signed_in()) }
    }

    /// The frame of a page with a form that visitors may send: it gives them a cookie for its token.
    pub fn form_frame(&self) -> Result<Frame> {
        let mut frame = self.frame();
        if let (true, Ok(state)) = (frame.csrf.is_empty(), AppState::of(self.request())) {
            let token = Token::new().map_err(AppError::internal)?;
            frame.csrf = token.csrf();
            let cookie = cookie::set(cookie::Kind::Guest, &token, &state.config);
            self.request().extensions_mut().insert(NewCookie(cookie));
        }
        Ok(frame)
    }
}

impl EventAccess {
    pub fn nav(&self, tab: Option<EventTab>) -> EventNav {
        let past = self.as_of.map(|entry| {
            let path = self.viewer.request().path();
            let at = |entry: u64| format!("{path}?as-of={entry}");
            PastView {
                entry,
                at: to_the_second(self.event.changed_at, self.event.settings.time_zone),
                now: path.to_owned(),
                earlier: (entry > 1).then(|| at(entry - 1)),
                later: at(entry + 1),
                since: self.path(&format!("/ledger/changes?from={entry}")),
            }
        });
        let nav = masthead::nav(&self.event, self.role, tab);
        let open_matters = nav.open_matters + if past.is_none() { self.clocks_to_see() } else { 0 };
        // A festival that nobody sees yet is there for those who work in it.
        let state = AppState::of(self.viewer.request()).ok();
        let state = state.filter(|_| self.role.is_arbiter() || self.event.is_public);
        let festival = state.and_then(|state| state.publisher.roof(self.event.id));
        EventNav { past, open_matters, festival, ..nav }
    }

    /// How many flags have fallen by the program's clocks and wait for an arbiter.
    pub fn flags_to_note(&self) -> usize {
        unnoted(&self.event, &self.clocks_in_memory()).len()
    }

    /// How many clocks wait for an arbiter: their flag has fallen, or is up again, or they were stopped at the board.
    pub fn clocks_to_see(&self) -> usize {
        let clocks = self.clocks_in_memory();
        unnoted(&self.event, &clocks).len()
            + lifted(&self.event, &clocks).len()
            + stopped(&self.event, &clocks).len()
    }

    /// The event's clocks, for arbiters.
    fn clocks_in_memory(&self) -> HashMap<GameId, Arc<Standing>> {
        let state = AppState::of(self.viewer.request()).ok().filter(|_| self.role.is_arbiter());
        state.map(|state| state.clocks.in_memory(self.event.id)).unwrap_or_default()
    }

    /// The frame of a page for arbiters or players of this event that renews itself with every version that concerns them.
    pub fn live_frame(&self, tab: Option<EventTab>) -> Frame {
        let frame = self.frame(tab);
        match self.as_of {
            Some(_) => frame,
            None => frame.live(self.path(&format!("/live?inside=yes&seen={}", self.event.version))),
        }
    }

    /// The frame of one of the event's pages. See [`Viewer::frame`].
    pub fn frame(&self, tab: Option<EventTab>) -> Frame {
        self.viewer.frame().in_event(self.nav(tab))
    }

    /// The frame of a page that the page of a tab leads to.
    pub fn frame_under(&self, tab: EventTab) -> Frame {
        self.frame(Some(tab)).under(tab.label(), self.path(tab.path()))
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flash {
    pub tone: Tone,
    pub message: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Crumb {
    pub label: String,
    pub href: String,
}
