//! What every page needs besides its own content: who is signed in, theme, which event, what has just
//! happened. Each page struct holds a field named `frame`; layout and macros rely on that name.

use tiger_rules::GameKind;

use crate::assets;
use crate::error::problem::sign_in_path;

use super::event::{self, EventNav, EventTab};
use super::parts::Tone;
use crate::domain::settings::Format;

/// The frame of a page, filled by the handler and read by `templates/_layout.html` and the macros.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Frame {
    /// Who is signed in.
    pub viewer: Option<FrameViewer>,
    /// The token that every form carries in its hidden field `csrf`; empty on pages cached for everybody.
    pub csrf: String,
    /// The path of this page.
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
    /// The name.
    pub name: String,
    /// Whether to show the way to the administration.
    pub is_admin: bool,
    /// Whether the account has a password, rather than having come by a link.
    pub has_password: bool,
}

impl Frame {
    /// The frame of a page of this event.
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

    /// The frame of a page that renews itself when this stream speaks.
    #[must_use]
    pub fn live(mut self, url: impl Into<String>) -> Self {
        self.live_url = Some(url.into());
        self
    }

    /// The address of a static file, for example `asset("css/base.css")`.
    #[must_use]
    pub fn asset(&self, path: &str) -> String {
        assets::url(path)
    }

    /// An icon of the interface, for `<use href>`.
    #[must_use]
    pub fn icon(&self, name: &str) -> String {
        format!("{}#{name}", assets::url("vendor/lucide/icons.svg"))
    }

    /// A drawing of the games, for `<use href>`.
    #[must_use]
    pub fn emblem(&self, name: &str) -> String {
        format!("{}#{name}", assets::url("vendor/game-icons/icons.svg"))
    }

    /// The emblem of a game, for `<use href>`.
    #[must_use]
    pub fn game_emblem(&self, game: &GameKind) -> String {
        self.emblem(event::emblem(*game))
    }

    /// The icon of a tone named by a template.
    #[must_use]
    pub fn tone_icon(&self, tone: &str) -> &'static str {
        Tone::icon_of(tone)
    }

    /// The word for `data-game`: the event's game, or nothing.
    #[must_use]
    pub fn game(&self) -> &'static str {
        self.event.as_ref().map_or("", |event| event.game.key())
    }

    /// The event's pages for everybody.
    #[must_use]
    pub const fn public_tabs(&self) -> &'static [EventTab] {
        match &self.event {
            Some(EventNav { format: Format::Knockout, .. }) => &EventTab::KNOCKOUT,
            Some(EventNav { format: Format::Match, .. }) => &EventTab::MATCH,
            _ => &EventTab::PUBLIC,
        }
    }

    /// The event's pages for arbiters.
    #[must_use]
    pub const fn arbiter_tabs(&self) -> &'static [EventTab] {
        &EventTab::ARBITER
    }

    /// The themes to choose from.
    #[must_use]
    pub const fn themes(&self) -> &'static [Theme] {
        &Theme::ALL
    }

    /// The address of the sign-in page that leads back here.
    #[must_use]
    pub fn sign_in(&self) -> String {
        if self.path.is_empty() { "/sign-in".to_owned() } else { sign_in_path(&self.path) }
    }
}

/// The choice between light and dark, kept in a cookie by the server.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Theme {
    /// What the device prefers.
    #[default]
    Device,
    /// Always light.
    Light,
    /// Always dark.
    Dark,
}

impl Theme {
    /// Every theme, in the order in which they are offered.
    pub const ALL: [Self; 3] = [Self::Device, Self::Light, Self::Dark];

    /// The word for the cookie, the form and `data-theme`.
    #[must_use]
    pub const fn slug(self) -> &'static str {
        match self {
            Self::Device => "device",
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }

    /// The word for people.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Self::Device => "As the device",
            Self::Light => "Light",
            Self::Dark => "Dark",
        }
    }

    /// The icon in `img/icons.svg`.
    #[must_use]
    pub const fn icon(self) -> &'static str {
        match self {
            Self::Device => "monitor",
            Self::Light => "sun",
            Self::Dark => "moon",
        }
    }

    /// What form controls and scroll bars follow.
    #[must_use]
    pub const fn color_scheme(self) -> &'static str {
        match self {
            Self::Device => "light dark",
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }

    /// Reads the word of a cookie or form; `None` when it is no theme.
    #[must_use]
    pub fn from_slug(slug: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|theme| theme.slug() == slug)
    }

    /// When the dark colours apply, as the `media` of their stylesheet; `None` when they never do. Paper is
    /// always light.
    #[must_use]
    pub const fn dark_media(self) -> Option<&'static str> {
        match self {
            Self::Device => Some("screen and (prefers-color-scheme: dark)"),
            Self::Light => None,
            Self::Dark => Some("screen"),
        }
    }
}

/// What the last action did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flash {
    /// How it went.
    pub tone: Tone,
    /// One sentence.
    pub message: String,
}

/// One step of the way back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Crumb {
    /// What the page is called.
    pub label: String,
    /// Where it is.
    pub href: String,
}
