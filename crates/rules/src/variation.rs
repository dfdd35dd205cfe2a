//! What must be settled before a game can start: the variation of each game, as typed options.

use std::fmt;
use std::str::FromStr;

use crate::game::GameKind;
use crate::shown::shown;
use crate::side::{BySide, Side};

/// A word that a choice between named values does not know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseOptionError {
    what: &'static str,
    text: String,
    choices: String,
}

impl fmt::Display for ParseOptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is no {}: it is one of {}", shown(&self.text), self.what, self.choices)
    }
}

impl std::error::Error for ParseOptionError {}

/// An enum whose values have names: read in any case of letters, written as in the tags of a record.
macro_rules! named_values {
    ($(#[$doc:meta])* $name:ident, $what:literal, default $default:ident; $($(#[$value_doc:meta])* $value:ident => $text:literal),+ $(,)?) => {
        $(#[$doc])*
        #[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "lowercase"))]
        pub enum $name { $($(#[$value_doc])* $value),+ }

        impl $name {
            /// Every value.
            pub const ALL: &'static [Self] = &[$(Self::$value),+];

            /// The name as records write it.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$value => $text),+ }
            }
        }

        impl Default for $name {
            fn default() -> Self {
                Self::$default
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.name())
            }
        }

        impl FromStr for $name {
            type Err = ParseOptionError;

            /// Reads the name in any case of letters; the texts end the names of some with "Variation".
            ///
            /// # Errors
            /// [`ParseOptionError`] listing the names there are.
            fn from_str(text: &str) -> Result<Self, ParseOptionError> {
                let bare = without_variation(text.trim());
                Self::ALL.iter().copied().find(|value| value.name().eq_ignore_ascii_case(bare)).ok_or_else(|| {
                    ParseOptionError { what: $what, text: text.to_owned(), choices: [$($text),+].join(", ") }
                })
            }
        }
    };
}

/// `LanceVariation` and `Lance variation` as `Lance`.
fn without_variation(text: &str) -> &str {
    let at = text.len().saturating_sub("Variation".len());
    match (text.get(..at), text.get(at..)) {
        (Some(name), Some(end)) if !name.is_empty() && end.eq_ignore_ascii_case("Variation") => {
            name.trim_end()
        }
        _ => text,
    }
}

/// `TigerCountdown` as `Countdown`, and whether it was the name of a TigerVariation.
fn without_tiger(text: &str) -> (&str, bool) {
    match text.trim().split_at_checked("Tiger".len()) {
        Some((tiger, name)) if tiger.eq_ignore_ascii_case("Tiger") => (name.trim_start_matches('-'), true),
        _ => (text, false),
    }
}

named_values! {
    /// TigerChess's four deployment variations.
    Deployment, "deployment", default Open;
    /// Any vacant position of one's own third and fourth ranks.
    Open => "Open",
    /// Never the mirror of an opposing Swordsman.
    Countdown => "Countdown",
    /// Each side on one colour, the two on opposite ones.
    Dragon => "Dragon",
    /// Every second posting mirrors the one before.
    Symmetrical => "Symmetrical",
}

named_values! {
    /// What the White and the Black Knights of Dragon are armed with (ruling 9).
    Knights, "sort of Knights", default Sword;
    /// They leap (3,1) and (3,2).
    Lance => "Lance",
    /// They leap (2,1), (1,1) and (2,2).
    Sword => "Sword",
    /// They leap (2,1), (1,0) and (2,0).
    Pike => "Pike",
}

named_values! {
    /// Dragon's initial deployment.
    Formation, "formation", default Arrowhead;
    /// The standard one: Storm moves first.
    Arrowhead => "Arrowhead",
    /// Two Red Ships point North and Forest moves first.
    Trident => "Trident",
}

named_values! {
    /// Which sides of The Dragon's Dance play without a King (ruling 15).
    Regicide, "regicide", default None;
    /// Neither.
    None => "None",
    /// South, the First.
    First => "First",
    /// North, the Second.
    Second => "Second",
    /// Both sides.
    Both => "Both",
}

impl Regicide {
    /// Whether that side starts without its King.
    #[must_use]
    pub const fn of(self, side: Side) -> bool {
        matches!((self, side), (Self::Both, _) | (Self::First, Side::South) | (Self::Second, Side::North))
    }

    /// The value in which exactly the given sides play without a King.
    #[must_use]
    pub const fn from_sides(agreed: BySide<bool>) -> Self {
        match (agreed.south, agreed.north) {
            (false, false) => Self::None,
            (true, false) => Self::First,
            (false, true) => Self::Second,
            (true, true) => Self::Both,
        }
    }
}

named_values! {
    /// A plain yes or no, as options and tags write it.
    YesNo, "answer", default No;
    /// Yes.
    Yes => "Yes",
    /// No.
    No => "No",
}

/// What selects the form of a TigerChess game.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct TigerOptions {
    /// How the Swordsmen are posted.
    pub deployment: Deployment,
    /// Whether the TigerVariation is played.
    pub tiger: bool,
}

/// What selects the form of a Dragon game.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct DragonOptions {
    /// The arms of the White and Black Knights.
    pub knights: Knights,
    /// The initial deployment.
    pub formation: Formation,
}

/// A game together with everything that was settled before it began.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(tag = "game", rename_all = "lowercase")
)]
pub enum Variation {
    /// LancerChess has one form.
    LancerChess,
    /// TigerChess with its deployment.
    TigerChess(TigerOptions),
    /// Dragon with Knights and formation.
    Dragon(DragonOptions),
    /// The Dragon's Dance.
    Dance {
        /// Who plays without a King.
        regicide: Regicide,
    },
}

/// Why options or tags do not make a variation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VariationError {
    /// The game has no such option.
    UnknownOption {
        /// The game.
        game: GameKind,
        /// The key that was given.
        key: String,
    },
    /// A tag that the game's records must have is missing.
    MissingTag {
        /// The tag.
        tag: &'static str,
        /// A value that it may have.
        such: &'static str,
    },
    /// The value is none of the option's.
    Value(ParseOptionError),
    /// The deployment has the name of a TigerVariation, but the tag `TigerVariation` says No.
    TigerDenied,
}

impl fmt::Display for VariationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownOption { game, key } => {
                let options = Variation::standard(*game).options();
                let key = shown(key);
                let known: Vec<_> = options.iter().map(|&(key, _)| key).collect();
                match known.is_empty() {
                    true => write!(f, "{game} has no option `{key}`: it has none at all"),
                    false => write!(f, "{game} has no option `{key}`: its options are {}", known.join(", ")),
                }
            }
            Self::MissingTag { tag, such } => f.write_str(&missing_tag(tag, such)),
            Self::Value(error) => error.fmt(f),
            Self::TigerDenied => f.write_str(
                "the deployment has the name of a TigerVariation, but the tag `TigerVariation` says No",
            ),
        }
    }
}

impl std::error::Error for VariationError {}

impl From<ParseOptionError> for VariationError {
    fn from(error: ParseOptionError) -> Self {
        Self::Value(error)
    }
}

impl Variation {
    /// The form a game has when nothing is said: Open, standard; Sword, Arrowhead; no regicide.
    #[must_use]
    pub fn standard(game: GameKind) -> Self {
        match game {
            GameKind::LancerChess => Self::LancerChess,
            GameKind::TigerChess => Self::TigerChess(TigerOptions::default()),
            GameKind::Dragon => Self::Dragon(DragonOptions::default()),
            GameKind::Dance => Self::Dance { regicide: Regicide::default() },
        }
    }

    /// The game.
    #[must_use]
    pub const fn game(self) -> GameKind {
        match self {
            Self::LancerChess => GameKind::LancerChess,
            Self::TigerChess(_) => GameKind::TigerChess,
            Self::Dragon(_) => GameKind::Dragon,
            Self::Dance { .. } => GameKind::Dance,
        }
    }

    /// The side that makes the first move of the engagement, and is "first" (White in FIDE's files).
    #[must_use]
    pub const fn first_mover(self) -> Side {
        match self {
            Self::Dragon(DragonOptions { formation: Formation::Trident, .. }) => Side::North,
            Self::LancerChess | Self::TigerChess(_) | Self::Dragon(_) | Self::Dance { .. } => Side::South,
        }
    }

    /// Whether this is TigerChess's TigerVariation, which doubles clock times and changes the scoring table.
    #[must_use]
    pub const fn is_tiger(self) -> bool {
        matches!(self, Self::TigerChess(TigerOptions { tiger: true, .. }))
    }

    /// The name to show, such as `TigerCountdown` (rule 17b), `Pike, Trident`; empty when the game has one form.
    #[must_use]
    pub fn title(self) -> String {
        match self {
            Self::LancerChess | Self::Dance { regicide: Regicide::None } => String::new(),
            Self::TigerChess(TigerOptions { deployment, tiger: true }) => format!("Tiger{deployment}"),
            Self::TigerChess(TigerOptions { deployment, tiger: false }) => deployment.to_string(),
            Self::Dragon(DragonOptions { knights, formation }) => format!("{knights}Variation, {formation}"),
            Self::Dance { regicide } => format!("Regicide: {regicide}"),
        }
    }

    /// The options of the game with their values, in the order of the documents: the keys of `--option k=v`.
    #[must_use]
    pub fn options(self) -> Vec<(&'static str, &'static str)> {
        match self {
            Self::LancerChess => Vec::new(),
            Self::TigerChess(TigerOptions { deployment, tiger }) => {
                vec![("deployment", deployment.name()), ("tiger", yes_no(tiger).name())]
            }
            Self::Dragon(DragonOptions { knights, formation }) => {
                vec![("knights", knights.name()), ("formation", formation.name())]
            }
            Self::Dance { regicide } => vec![("regicide", regicide.name())],
        }
    }

    /// The values that each option of the game can take.
    #[must_use]
    pub fn choices(game: GameKind) -> Vec<(&'static str, Vec<&'static str>)> {
        fn names<T: Copy>(all: &[T], name: fn(T) -> &'static str) -> Vec<&'static str> {
            all.iter().map(|&value| name(value)).collect()
        }
        match game {
            GameKind::LancerChess => Vec::new(),
            GameKind::TigerChess => vec![
                ("deployment", names(Deployment::ALL, Deployment::name)),
                ("tiger", names(YesNo::ALL, YesNo::name)),
            ],
            GameKind::Dragon => vec![
                ("knights", names(Knights::ALL, Knights::name)),
                ("formation", names(Formation::ALL, Formation::name)),
            ],
            GameKind::Dance => vec![("regicide", names(Regicide::ALL, Regicide::name))],
        }
    }

    /// The same variation with one option set.
    ///
    /// # Errors
    /// [`VariationError`] when the game has no such option or the option no such value.
    pub fn with_option(mut self, key: &str, value: &str) -> Result<Self, VariationError> {
        let game = self.game();
        match (&mut self, key.to_ascii_lowercase().as_str()) {
            (Self::TigerChess(options), "deployment") => {
                let (name, is_tiger) = without_tiger(value);
                options.deployment = name.parse()?;
                options.tiger |= is_tiger;
            }
            (Self::TigerChess(options), "tiger") => options.tiger = value.parse::<YesNo>()? == YesNo::Yes,
            (Self::Dragon(options), "knights") => options.knights = value.parse()?,
            (Self::Dragon(options), "formation") => options.formation = value.parse()?,
            (Self::Dance { regicide }, "regicide") => *regicide = value.parse()?,
            _ => return Err(VariationError::UnknownOption { game, key: key.to_owned() }),
        }
        Ok(self)
    }

    /// The tags that a record of this game carries for its variation.
    #[must_use]
    pub fn tags(self) -> Vec<(&'static str, &'static str)> {
        let options = self.options();
        options.into_iter().map(|(key, value)| (tag_of_option(key), value)).collect()
    }

    /// The variation that the tags of a record tell. The Dance's `Regicide` may be missing and is None then.
    ///
    /// # Errors
    /// [`VariationError`] when a tag is missing or has no known value.
    pub fn from_tags<'a>(
        game: GameKind,
        find: impl Fn(&str) -> Option<&'a str>,
    ) -> Result<Self, VariationError> {
        let mut variation = Self::standard(game);
        for (key, such) in variation.options() {
            let tag = tag_of_option(key);
            match find(tag) {
                // The text's own name of the deployment says it already.
                None if key == "tiger" && variation.is_tiger() => {}
                Some(value)
                    if key == "tiger" && variation.is_tiger() && value.parse::<YesNo>() == Ok(YesNo::No) =>
                {
                    return Err(VariationError::TigerDenied);
                }
                Some(value) => variation = variation.with_option(key, value)?,
                None if game == GameKind::Dance => {}
                None => return Err(VariationError::MissingTag { tag, such }),
            }
        }
        Ok(variation)
    }
}

const fn yes_no(value: bool) -> YesNo {
    if value { YesNo::Yes } else { YesNo::No }
}

/// What to say of a record without a tag that it must have.
pub(crate) fn missing_tag(tag: &str, such: &str) -> String {
    format!("the tag `{tag}` is missing: put a line such as [{tag} \"{such}\"] before the moves")
}

fn tag_of_option(key: &'static str) -> &'static str {
    match key {
        "deployment" => "Deployment",
        "tiger" => "TigerVariation",
        "knights" => "Knights",
        "formation" => "Formation",
        "regicide" => "Regicide",
        other => other,
    }
}
