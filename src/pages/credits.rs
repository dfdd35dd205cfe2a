//! The works under `static/vendor/`, each in a folder of its own with its licence and version. Invariant: this
//! list names exactly those folders.

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Credit {
    /// Its folder under `static/vendor/`.
    pub folder: &'static str,
    pub name: &'static str,
    pub source: &'static str,
    pub version: &'static str,
    pub authors: &'static str,
    /// What this program uses it for.
    pub purpose: &'static str,
    pub licence: &'static str,
    /// Where the licence can be read: a path here or an address.
    pub licence_href: &'static str,
    /// Authors with their drawings, where the licence wants them named; see [`Credit::drawings`].
    pub parts: &'static [(&'static str, &'static str)],
}

impl Credit {
    /// Each drawing with its author.
    pub fn drawings(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        self.parts
            .iter()
            .flat_map(|(author, drawings)| drawings.split(' ').map(move |drawing| (drawing, *author)))
    }
}

/// Every vendored work, in the order of the folders.
pub const CREDITS: [Credit; 5] = [
    Credit {
        folder: "alegreya",
        name: "Alegreya",
        source: "@fontsource/alegreya",
        version: "5.3.0",
        authors: "The Alegreya Project Authors (Juan Pablo del Peral, Huerta Tipográfica)",
        purpose: "Headings",
        licence: "SIL Open Font License 1.1",
        licence_href: "/static/vendor/alegreya/LICENSE.txt",
        parts: &[],
    },
    Credit {
        folder: "game-icons",
        name: "Game icons",
        source: "@iconify-json/game-icons",
        version: "1.2.4",
        authors: "Lorc, Delapouite, Skoll, Carl Olsen, Caro Asercion, Cathelineau and HeavenlyDog, game-icons.net",
        purpose: "Emblems of the games and forces on the boards; wrapped into two files, otherwise unchanged",
        licence: "CC BY 3.0",
        licence_href: "https://creativecommons.org/licenses/by/3.0/",
        parts: &[
            (
                "Delapouite",
                "tiger-head spiked-dragon-head rolling-dice-cup scroll-quill watchtower cavalry pikeman \
                 bow-arrow spartan-helmet captain-hat-profile two-handed-sword hill-fort seagull \
                 pirate-hat robin-hood-hat griffin-shield dwarf-face woman-elf-face winged-scepter \
                 wizard-face jewel-crown imperial-crown black-knight-helm trebuchet siege-tower \
                 military-fort pirate-captain sword-brandish bird-scepter keyring kraken-tentacle \
                 sailboat bookshelf graduate-cap quiver empty-chessboard",
            ),
            (
                "Skoll",
                "mounted-knight chess-queen chess-king chess-rook chess-bishop chess-knight musket troll",
            ),
            (
                "Lorc",
                "double-dragon hourglass trophy pine-tree flying-flag crystal-ball crossed-swords \
                 sharp-crown laurel-crown queen-crown visored-helm gem-pendant open-book stone-tower \
                 raven barbute eye-shield gem-necklace wyvern sea-serpent wizard-staff broadhead-arrow \
                 lyre manacles swap-bag cannon-ball",
            ),
            ("Carl Olsen", "crossbow"),
            ("HeavenlyDog", "catapult"),
            ("Caro Asercion", "warlord-helmet"),
            ("Cathelineau", "witch-face bad-gnome"),
        ],
    },
    Credit {
        folder: "gifenc",
        name: "gifenc",
        source: "github.com/mattdesl/gifenc",
        version: "1.0.3",
        authors: "Matt DesLauriers and those whom its files name",
        purpose: "Games as animated files; without its quantiser, otherwise unchanged",
        licence: "MIT licence",
        licence_href: "/static/vendor/gifenc/LICENSE.txt",
        parts: &[],
    },
    Credit {
        folder: "lucide",
        name: "Lucide",
        source: "lucide-static",
        version: "1.62.0",
        authors: "Lucide Icons and Contributors; parts Cole Bemis (Feather)",
        purpose: "Signs on buttons and badges; wrapped into one file, otherwise unchanged",
        licence: "ISC, parts MIT",
        licence_href: "/static/vendor/lucide/LICENSE.txt",
        parts: &[],
    },
    Credit {
        folder: "source-sans-3",
        name: "Source Sans 3",
        source: "@fontsource-variable/source-sans-3",
        version: "5.3.0",
        authors: "Adobe (Paul D. Hunt)",
        purpose: "Text and figures",
        licence: "SIL Open Font License 1.1",
        licence_href: "/static/vendor/source-sans-3/LICENSE.txt",
        parts: &[],
    },
];
