//! Small typed values that several pages show through the macros: tone, points, pages of a list, the day of
//! an event.

use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use strum::{EnumString, IntoStaticStr};
use tiger_event::points_text;
use tiger_rules::{GameKind, GamePoints};

/// How a message, a badge or a notice is meant. Never told by colour alone: each has its icon.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, EnumString, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Tone {
    /// Neither good nor bad.
    #[default]
    Neutral,
    /// Done, in order.
    Good,
    /// Wants attention.
    Warning,
    /// Wrong, refused or disputed.
    Bad,
    /// Worth knowing.
    Info,
}

impl Tone {
    /// The icon for a tone named by a template; an unknown name is neutral.
    pub fn icon_of(slug: &str) -> &'static str {
        slug.parse::<Self>().unwrap_or_default().icon()
    }

    /// The word in class names.
    pub fn slug(self) -> &'static str {
        self.into()
    }

    /// The icon in `vendor/lucide/icons.svg`.
    pub const fn icon(self) -> &'static str {
        match self {
            Self::Neutral => "circle",
            Self::Good => "circle-check",
            Self::Warning => "triangle-alert",
            Self::Bad => "circle-x",
            Self::Info => "info",
        }
    }
}

/// Game points as they are shown: the nominal part stands apart ("5 + 1/2").
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PointsView {
    /// Plain half-points.
    pub halves: u32,
    /// Nominal half-points on top.
    pub nominal: u32,
}

impl PointsView {
    pub const fn plain(halves: u32) -> Self {
        Self { halves, nominal: 0 }
    }

    /// The points without the nominal part: `5`, `4½`, `½`.
    pub fn main(&self) -> String {
        points_text::shown_halves(self.halves.into())
    }

    /// The word that follows them: one point and half a point, but two points.
    pub const fn noun(&self) -> &'static str {
        match (self.halves, self.nominal) {
            (1 | 2, 0) => "point",
            _ => "points",
        }
    }

    /// All of them as the texts write them: `4½`, `5 + 1/2`.
    pub fn text(&self) -> String {
        points_text::shown(GamePoints { halves: self.halves, nominal: self.nominal })
    }

    /// The nominal part as the rule books write it: `1/2`, `1`, `1 1/2`; empty when there is none.
    pub fn nominal_text(&self) -> String {
        match self.nominal {
            0 => String::new(),
            nominal => GamePoints::from_halves(nominal).to_string(),
        }
    }
}

impl From<GamePoints> for PointsView {
    fn from(points: GamePoints) -> Self {
        Self { halves: points.halves, nominal: points.nominal }
    }
}

/// A sentence whose scores, such as `3 : 0`, stay on one line.
pub fn unbroken(sentence: &str) -> String {
    sentence.replace(" : ", "\u{A0}:\u{A0}")
}

/// A value as text; empty where there is none.
pub fn or_empty(value: &Option<impl ToString>) -> String {
    value.as_ref().map(ToString::to_string).unwrap_or_default()
}

/// A moment by the clocks of a zone, as the ledger tells it.
pub fn to_the_second(at: DateTime<Utc>, zone: Tz) -> String {
    at.with_timezone(&zone).format("%-d %b %Y, %H:%M:%S").to_string()
}

/// One of the four games with what there is of it.
pub struct GameCard {
    pub game: GameKind,
    pub href: String,
    pub text: String,
}

/// Which page of a long list this is.
pub struct Pagination {
    /// The page shown, counted from 1.
    pub current: usize,
    pub last: usize,
    /// The address up to the page's number, for example `/events/x/ledger?page=`.
    pub prefix: String,
}

impl Pagination {
    pub fn href(&self, page: &usize) -> String {
        format!("{}{page}", self.prefix)
    }

    pub const fn previous(&self) -> Option<usize> {
        if self.current > 1 { Some(self.current - 1) } else { None }
    }

    pub const fn next(&self) -> Option<usize> {
        if self.current < self.last { Some(self.current + 1) } else { None }
    }

    /// The pages to name: the first, the last, and those near the current one; `None` stands for a gap.
    pub fn shown(&self) -> Vec<Option<usize>> {
        let mut shown: Vec<Option<usize>> = Vec::new();
        let mut before = 0;
        for page in 1..=self.last {
            if page != 1 && page != self.last && page.abs_diff(self.current) > 1 {
                continue;
            }
            if page > before + 1 {
                shown.push(None);
            }
            shown.push(Some(page));
            before = page;
        }
        shown
    }
}

/// One step of the event's day.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    pub label: String,
    /// Where it is done; `None` while it cannot be.
    pub href: Option<String>,
    /// Whether it is behind, here or ahead.
    pub state: StepState,
}

impl Step {
    pub fn is_here(&self) -> bool {
        self.state == StepState::Here
    }
}

/// Whether a step is behind, here or ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum StepState {
    Done,
    Here,
    /// Not yet.
    Ahead,
}

impl StepState {
    /// The word in class names.
    pub fn slug(self) -> &'static str {
        self.into()
    }

    /// The words for those who do not see the mark.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Done => " (done)",
            Self::Here => " (now)",
            Self::Ahead => " (not yet)",
        }
    }
}
