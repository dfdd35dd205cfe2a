//! Words about a game without anything that tells whose game it was: no names, no places, no date finer than a year.
//!
//! It rather takes out too much: a word that is also somebody's name goes, whatever it meant, and so does a word with a
//! capital letter that no rule book writes so, for it may be the name of somebody who is no part of the event.

use std::collections::BTreeMap;

use chrono::{Month, Weekday};

use crate::result::{SEATS, army};
use crate::{Event, Game, Seat};

/// Words of events and places that tell nothing, because rules and halls are full of them.
const COMMON: &str = "open cup club chess tigerchess lancerchess dragon dance dragon's the of and championship masters \
    round board hall town city autumn winter spring summer great forest storm tiger for game games event match final school";

/// Words that are written with a capital letter and are nobody's name: those of the rule books. Plurals need no line.
const OF_THE_RULES: &str = "albatross archer armoury arrowhead article articles baron bengal berger black buccaneer captain \
    castle catapult central chapter chessfield citadel clock countdown crossbowman dance dark deployment director dragoon \
    draw dungeon dutch dwarf elf empress engagement english fide first fischer flag forest formation fortress gnome green \
    guard hero ice increment iron jailer king knight lance lancer law laws librarian library machine magician mate \
    move music musketeer office overlord palace pike pikeman pirate posting prince princess queen raider ranger raven \
    record red regicide reserve room rule sage sceptre scholar second section seer serpent siberian siege \
    sir stairwell standard bearer string swiss sword swordsman symmetrical table talisman tigerclock tigerincrement \
    tigervariation tower trident troll truce trueborn unchained utc variation warder warlord watcher watchtower white \
    winged witch wizard woodland";

/// What follows a name at the beginning of a sentence, where every word has a capital letter.
const SAID: &str = "said says told tells saw spoke speaks heard asked came claimed claims complained stated testified \
    reported";

/// Whether a list has a word.
fn is_in(list: &str, word: &str) -> bool {
    list.split_whitespace().any(|known| known == word)
}

/// Words, and what takes the place of each.
#[derive(Debug, Clone, Default)]
pub struct Hidden(BTreeMap<String, String>);

/// What takes the place of each word of an event that must not be shown, whichever game is spoken of. It is made
/// once an event: a great field has thousands of such words.
#[derive(Debug, Clone, Default)]
pub struct Everybody(pub Hidden);

impl Everybody {
    /// Knows everybody of an event.
    pub fn of(event: &Event) -> Self {
        let mut all = Hidden::default();
        let settings = &event.settings;
        all.hide_place(settings.name.as_str(), "this event");
        all.hide_place(event.slug.as_str(), "this event");
        for label in settings.venue.iter() {
            all.hide_place(label.as_str(), "this place");
        }
        for entry in event.entries.values() {
            for label in entry.details.club.iter().chain(&entry.details.federation) {
                all.hide_place(label.as_str(), "a club");
            }
        }
        for member in event.staff.values() {
            all.hide(member.name.as_str(), "an arbiter");
        }
        for entry in event.entries.values() {
            all.hide(entry.details.name.as_str(), "a player");
        }
        Self(all)
    }
}

/// Hides the words of an event in what is said of one of its games.
#[derive(Debug, Clone)]
pub struct Anonymiser<'a> {
    pub everybody: &'a Everybody,
    pub players: Hidden,
}

impl Hidden {
    pub fn hide(&mut self, name: &str, instead: &str) {
        for word in words_of(name) {
            self.0.insert(word, instead.to_owned());
        }
    }

    pub fn hide_place(&mut self, name: &str, instead: &str) {
        let words = words_of(name).filter(|word| word.chars().count() > 2 && !is_in(COMMON, word));
        self.0.extend(words.map(|word| (word, instead.to_owned())));
    }
}

impl<'a> Anonymiser<'a> {
    /// Knows everybody of the game's event, and its two players by their armies.
    pub fn new(everybody: &'a Everybody, event: &Event, game: &Game) -> Self {
        let mut players = Hidden::default();
        for (seat, id) in SEATS.into_iter().zip(game.players()) {
            players.hide(event.name_of(id), &side_of(event, game, seat));
        }
        Self { everybody, players }
    }

    /// The text without them.
    pub fn anonymise(&self, text: &str) -> String {
        let mut out: Vec<String> = Vec::new();
        let words: Vec<&str> = text.split_whitespace().collect();
        for (i, word) in words.iter().enumerate() {
            let is_letter = |c: char| c.is_alphanumeric();
            let start = word.find(is_letter).unwrap_or(0);
            let end = word
                .rfind(is_letter)
                .map_or(0, |at| at + word[at..].chars().next().map_or(0, char::len_utf8));
            let Some(core) = word.get(start..end).filter(|core| !core.is_empty()) else {
                out.push((*word).to_owned());
                continue;
            };
            let instead = self
                .instead_of(core)
                .or_else(|| date_word(core, &words, i).map(str::to_owned))
                .or_else(|| stranger(core, &words, i));
            match instead {
                None => out.push((*word).to_owned()),
                Some(instead) => {
                    let (before, after) = (&word[..start], &word[end..]);
                    match out
                        .last_mut()
                        .filter(|last| ends_with(last.trim_end_matches(','), &instead) && before.is_empty())
                    {
                        // `Moor, Tessa` is one person.
                        Some(last) => *last = format!("{}{after}", last.trim_end_matches(',')),
                        None => out.push(format!("{before}{instead}{after}")),
                    }
                }
            }
        }
        out.join(" ")
    }

    fn instead_of(&self, core: &str) -> Option<String> {
        let own = |part: &str| {
            let part = part.to_lowercase();
            let stem = part.strip_suffix("'s").or_else(|| part.strip_suffix("’s"));
            let word = |word: &str| self.players.0.get(word).or_else(|| self.everybody.0.0.get(word));
            match (word(&part), stem.and_then(word)) {
                (Some(instead), _) => Some(instead.clone()),
                (None, Some(instead)) => Some(format!("{instead}'s")),
                (None, None) => None,
            }
        };
        own(core).or_else(|| core.split(|c: char| !c.is_alphanumeric()).find_map(own))
    }
}

/// What the player in a seat is called in the rules.
pub fn side_of(event: &Event, game: &Game, seat: Seat) -> String {
    let kind = event.settings.game;
    kind.side_name(army(game.scoring_variation(kind), seat)).to_owned()
}

/// Whether a text ends with another, whether with a capital letter or not.
fn ends_with(text: &str, end: &str) -> bool {
    text.to_lowercase().ends_with(&end.to_lowercase())
}

/// What takes the place of a name that nobody in the event has.
fn stranger(core: &str, words: &[&str], i: usize) -> Option<String> {
    if !is_name_like(core) {
        return None;
    }
    let bare = |word: &str| word.trim_matches(|c: char| !c.is_alphanumeric()).to_owned();
    let begins = i
        .checked_sub(1)
        .and_then(|at| words.get(at))
        .is_none_or(|word| word.ends_with(['.', '!', '?', ':', ';']));
    let has = core.ends_with("'s") || core.ends_with("’s");
    if begins {
        let next = words.get(i + 1).map(|word| bare(word)).unwrap_or_default();
        let is_told = is_in(SAID, &next.to_lowercase());
        if !has && !is_told && !is_name_like(&next) {
            return None;
        }
    }
    let somebody = if begins { "Somebody" } else { "somebody" };
    Some(if has { format!("{somebody}'s") } else { somebody.to_owned() })
}

/// Whether a word looks like a name: a capital letter before small ones, and not written so in the rules.
fn is_name_like(core: &str) -> bool {
    let stem = core.strip_suffix("'s").or_else(|| core.strip_suffix("’s")).unwrap_or(core);
    let lower = stem.to_lowercase();
    let single = lower.strip_suffix('s').unwrap_or(&lower);
    let is_month = |word: &str| word.parse().is_ok_and(|month: Month| month.name().len() == word.len());
    let is_known =
        |word: &str| is_in(OF_THE_RULES, word) || is_in(COMMON, word) || is_month(word) || is_day(word);
    stem.chars().count() > 2
        && stem.chars().next().is_some_and(char::is_uppercase)
        && stem.chars().skip(1).any(char::is_lowercase)
        && stem.chars().all(|c| c.is_alphabetic() || matches!(c, '-' | '\'' | '’' | '.'))
        && !is_known(&lower)
        && !is_known(single)
}

fn words_of(name: &str) -> impl Iterator<Item = String> + '_ {
    name.split(|c: char| !c.is_alphanumeric()).filter(|word| word.chars().count() > 1).map(str::to_lowercase)
}

/// What takes the place of a date, a day, a time of day.
fn date_word(core: &str, words: &[&str], i: usize) -> Option<&'static str> {
    let lower = core.to_lowercase();
    if is_written_date(&lower) {
        return Some("some day");
    }
    if lower.contains(':')
        && lower.split(':').all(|part| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit()))
    {
        return Some("some time");
    }
    if is_day(&lower) {
        return Some("some day");
    }
    let neighbours = || [i.checked_sub(1), Some(i + 1)].into_iter().flatten().filter_map(|at| words.get(at));
    // Also by its first three letters.
    let is_month = |word: &str| word.trim_matches(|c: char| !c.is_alphanumeric()).parse::<Month>().is_ok();
    let is_near_day = || neighbours().any(|word| is_day_of_month(word));
    if is_month(core) && (is_near_day() || lower.len() > 3 && !matches!(lower.as_str(), "may" | "march")) {
        return Some("some day");
    }
    (is_day_of_month(core) && neighbours().any(|word| is_month(word))).then_some("some day")
}

/// Whether a word is a day of the week, written out.
fn is_day(word: &str) -> bool {
    word.ends_with("day") && word.parse::<Weekday>().is_ok()
}

fn is_written_date(word: &str) -> bool {
    let parts: Vec<&str> = word.split(['-', '/', '.']).collect();
    parts.len() == 3
        && parts.iter().all(|part| (1..=4).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit()))
}

fn is_day_of_month(word: &str) -> bool {
    let word = word.trim_matches(|c: char| !c.is_alphanumeric());
    let digits = word.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let ending = &word[digits.len()..];
    digits.parse().is_ok_and(|day: u8| (1..=31).contains(&day))
        && matches!(ending, "" | "st" | "nd" | "rd" | "th")
}
