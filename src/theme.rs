//! Light, dark, or what the device says.

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
