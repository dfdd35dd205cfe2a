//! Light, dark, or what the device says.

use strum::{EnumString, IntoStaticStr};

/// The choice between light and dark, kept in a cookie by the server.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, EnumString, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Theme {
    /// What the device prefers.
    #[default]
    Device,
    Light,
    Dark,
}

impl Theme {
    /// Every theme, in the order in which they are offered.
    pub const ALL: [Self; 3] = [Self::Device, Self::Light, Self::Dark];

    /// The word for the cookie, the form and `data-theme`.
    pub fn slug(self) -> &'static str {
        self.into()
    }

    /// The word for people.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Device => "As the device",
            Self::Light => "Light",
            Self::Dark => "Dark",
        }
    }

    /// The icon in `vendor/lucide/icons.svg`.
    pub const fn icon(self) -> &'static str {
        match self {
            Self::Device => "monitor",
            Self::Light => "sun",
            Self::Dark => "moon",
        }
    }

    /// What form controls and scroll bars follow.
    pub const fn color_scheme(self) -> &'static str {
        match self {
            Self::Device => "light dark",
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }

    /// When the dark colours apply, as the `media` of their stylesheet; `None` when they never do. Paper is
    /// always light.
    pub const fn dark_media(self) -> Option<&'static str> {
        match self {
            Self::Device => Some("screen and (prefers-color-scheme: dark)"),
            Self::Light => None,
            Self::Dark => Some("screen"),
        }
    }
}
