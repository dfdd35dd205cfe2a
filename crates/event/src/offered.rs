//! What forms offer to be chosen.

/// Gives an enum its table: the key of each value in forms and files, and what pages call it, in the order in which forms
/// offer them.
macro_rules! offered {
    ($choice:ident { $($one:ident: $key:literal, $title:literal;)+ }) => {
        impl $choice {
            /// All of them, in the order that forms offer them.
            pub const ALL: [Self; [$($key),+].len()] = [$(Self::$one),+];

            pub const fn key(self) -> &'static str {
                match self {
                    $(Self::$one => $key,)+
                }
            }

            pub const fn title(self) -> &'static str {
                match self {
                    $(Self::$one => $title,)+
                }
            }

            pub fn from_key(key: &str) -> Option<Self> {
                Self::ALL.into_iter().find(|one| one.key() == key)
            }
        }
    };
}

pub(super) use offered;
