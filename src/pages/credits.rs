//! The works under `static/vendor/`, each in a folder of its own with its licence and version. Invariant: this
//! list names exactly those folders.

/// A vendored work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Credit {
    /// Its folder under `static/vendor/`.
    pub folder: &'static str,
    /// Its name.
    pub name: &'static str,
    /// Where it comes from.
    pub source: &'static str,
    /// The version carried.
    pub version: &'static str,
    /// Whose work it is.
    pub authors: &'static str,
    /// What this program uses it for.
    pub purpose: &'static str,
    /// The licence's name.
    pub licence: &'static str,
    /// Where the licence can be read: a path here or an address.
    pub licence_href: &'static str,
    /// Single drawings with their authors, where the licence wants them named.
    pub parts: &'static [(&'static str, &'static str)],
}

const LORC: &str = "Lorc";
const DELAPOUITE: &str = "Delapouite";
const SKOLL: &str = "Skoll";

/// Every vendored work, in the order of the folders.
pub const CREDITS: [Credit; 4] = [
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
            ("tiger-head", DELAPOUITE),
            ("mounted-knight", SKOLL),
            ("spiked-dragon-head", DELAPOUITE),
            ("double-dragon", LORC),
            ("rolling-dice-cup", DELAPOUITE),
            ("scroll-quill", DELAPOUITE),
            ("hourglass", LORC),
            ("trophy", LORC),
            ("pine-tree", LORC),
            ("watchtower", DELAPOUITE),
            ("flying-flag", LORC),
            ("crystal-ball", LORC),
            ("chess-queen", SKOLL),
            ("chess-king", SKOLL),
            ("chess-rook", SKOLL),
            ("chess-bishop", SKOLL),
            ("chess-knight", SKOLL),
            ("cavalry", DELAPOUITE),
            ("pikeman", DELAPOUITE),
            ("crossed-swords", LORC),
            ("bow-arrow", DELAPOUITE),
            ("spartan-helmet", DELAPOUITE),
            ("musket", SKOLL),
            ("captain-hat-profile", DELAPOUITE),
            ("two-handed-sword", DELAPOUITE),
            ("sharp-crown", LORC),
            ("laurel-crown", LORC),
            ("queen-crown", LORC),
            ("visored-helm", LORC),
            ("crossbow", "Carl Olsen"),
            ("catapult", "HeavenlyDog"),
            ("hill-fort", DELAPOUITE),
            ("seagull", DELAPOUITE),
            ("pirate-hat", DELAPOUITE),
            ("robin-hood-hat", DELAPOUITE),
            ("griffin-shield", DELAPOUITE),
            ("dwarf-face", DELAPOUITE),
            ("woman-elf-face", DELAPOUITE),
            ("winged-scepter", DELAPOUITE),
            ("gem-pendant", LORC),
            ("wizard-face", DELAPOUITE),
            ("open-book", LORC),
            ("warlord-helmet", "Caro Asercion"),
            ("jewel-crown", DELAPOUITE),
            ("imperial-crown", DELAPOUITE),
            ("witch-face", "Cathelineau"),
            ("black-knight-helm", DELAPOUITE),
            ("trebuchet", DELAPOUITE),
            ("siege-tower", DELAPOUITE),
            ("stone-tower", LORC),
            ("military-fort", DELAPOUITE),
            ("raven", LORC),
            ("barbute", LORC),
            ("pirate-captain", DELAPOUITE),
            ("sword-brandish", DELAPOUITE),
            ("eye-shield", LORC),
            ("bad-gnome", "Cathelineau"),
            ("troll", SKOLL),
            ("bird-scepter", DELAPOUITE),
            ("gem-necklace", LORC),
            ("wyvern", LORC),
            ("sea-serpent", LORC),
            ("wizard-staff", LORC),
            ("keyring", DELAPOUITE),
            ("broadhead-arrow", LORC),
            ("kraken-tentacle", DELAPOUITE),
            ("sailboat", DELAPOUITE),
        ],
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
