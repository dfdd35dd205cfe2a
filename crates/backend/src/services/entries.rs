//! Use cases around the players of an event.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashSet};

use tiger_event::forbidden::ForbiddenGroup;
use tiger_event::result::{SEATS, seat_index};
use tiger_event::text::same;
use tiger_event::{Entry, EntryId, Event, Format, Game, NameOrder, RoundNumber, Seat, Speaker};
use tiger_rules::Ending;

/// Players for whom nobody speaks.
#[derive(Debug)]
pub struct Unlinked {
    /// Those for whom no link was ever made.
    pub never: Vec<EntryId>,
    /// Those whose link was not used yet.
    pub unused: Vec<EntryId>,
}

impl Unlinked {
    pub fn of(event: &Event) -> Self {
        let stays = |entry: &&Entry| !event.is_finished && !entry.is_erased && !event.has_left(entry);
        let entries = event.entries_by_number().into_iter().filter(stays);
        let (never, unused): (Vec<_>, Vec<_>) = entries
            .filter(|entry| entry.speaker.user().is_none())
            .partition(|entry| entry.speaker == Speaker::None);
        let ids = |entries: Vec<&Entry>| entries.into_iter().map(|entry| entry.id).collect();
        Self { never: ids(never), unused: ids(unused) }
    }
}

/// Whoever nobody has seen in the hall: not checked in, and at no board where a game was played or won by forfeit.
#[derive(Debug)]
pub struct Missing(HashSet<EntryId>);

impl Missing {
    pub fn of(event: &Event) -> Self {
        let mut missing: HashSet<_> =
            event.entries.values().filter(|entry| !entry.is_seen()).map(|entry| entry.id).collect();
        let came = |game: &Game| SEATS.map(|seat| came_to(game, seat).then(|| game.player(seat)));
        for player in event.games.values().flat_map(came).flatten() {
            missing.remove(&player);
        }
        Self(missing)
    }

    pub fn contains(&self, player: EntryId) -> bool {
        self.0.contains(&player)
    }

    /// How many of them play a round's games that wait for a result.
    pub fn at_boards(&self, event: &Event, round: RoundNumber) -> usize {
        let open = event.games_of(round).into_iter().filter(|game| game.awaits_result());
        open.flat_map(Game::players).filter(|player| self.contains(*player)).count()
    }
}

/// Whether somebody sat there: the game was played or they won by forfeit, or they said themselves how it ended.
fn came_to(game: &Game, seat: Seat) -> bool {
    let has_said = game.reports[seat_index(seat)].is_some();
    has_said || (game.result.is_some() && !is_forfeited_by(game, seat))
}

fn is_forfeited_by(game: &Game, seat: Seat) -> bool {
    let result = game.result.as_ref();
    result.is_some_and(|it| it.entry.ending == Ending::Forfeit && it.entry.winner != Some(seat))
}

/// Who is expected, would be paired in the next round, and is not here yet.
pub fn absent(event: &Event) -> impl Iterator<Item = &Entry> {
    let round = event.published_rounds().saturating_add(1);
    let missing = Missing::of(event);
    let is_absent = move |entry: &&Entry| entry.plays_in(round) && missing.contains(entry.id);
    event.entries.values().filter(is_absent)
}

/// Who did not come to the last round that was published, lost by forfeit, and would be paired again.
pub fn did_not_come(event: &Event) -> Vec<&Entry> {
    let last = event.published_rounds();
    let lost = event.games_of(last).into_iter().flat_map(|game| {
        SEATS.into_iter().filter(|seat| is_forfeited_by(game, *seat)).map(|seat| game.player(seat))
    });
    let entries = lost.filter_map(|player| event.entries.get(&player));
    entries.filter(|entry| entry.plays_in(last.saturating_add(1))).collect()
}

/// What players may have in common who are kept apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::Display, strum::EnumString)]
#[strum(serialize_all = "snake_case")]
pub enum Common {
    Club,
    Federation,
}

/// The players of each club or federation that has several, as far as they may still meet each other in a round.
pub fn together(event: &Event, common: Common, round: RoundNumber) -> Vec<Vec<EntryId>> {
    let mut groups: BTreeMap<String, Vec<EntryId>> = BTreeMap::new();
    for entry in event.entries_by_number() {
        let label = match common {
            Common::Club => &entry.details.club,
            Common::Federation => &entry.details.federation,
        };
        if let (Some(label), true) = (label, entry.is_in(round)) {
            groups.entry(same(label.as_str())).or_default().push(entry.id);
        }
    }
    let may_meet = |group: &Vec<EntryId>| {
        group.iter().enumerate().any(|(place, one)| {
            group[place + 1..].iter().any(|other| !event.must_not_meet(*one, *other, round))
        })
    };
    groups.into_values().filter(may_meet).collect()
}

/// Who is not kept apart from those of the same club or federation, though these are from each other: late entries mostly.
pub fn strays(event: &Event, round: RoundNumber) -> Vec<(EntryId, Common)> {
    let club = |player: &EntryId| event.entries.get(player).and_then(|entry| entry.details.club.as_ref());
    let is_a_club = |group: &ForbiddenGroup| {
        let mut clubs = group.players.iter().map(club);
        let first = clubs.next().flatten();
        first.is_some_and(|first| {
            clubs.all(|club| club.is_some_and(|it| same(it.as_str()) == same(first.as_str())))
        })
    };
    // A club within one federation says nothing of the federation.
    let kept = |all: &[EntryId], common: Common| {
        let mut groups = event.forbidden.iter().filter(|group| group.holds_in(round));
        groups.any(|group| {
            is_a_club(group) == (common == Common::Club)
                && group.players.iter().all(|player| all.contains(player))
        })
    };
    let alone = |all: &[EntryId], one: EntryId| {
        all.iter().any(|other| *other != one && !event.must_not_meet(one, *other, round))
            && !event.forbidden.iter().any(|group| group.holds_in(round) && group.players.contains(&one))
    };
    let of = |common: Common| {
        let groups = together(event, common, round).into_iter().filter(move |all| kept(all, common));
        groups.flat_map(move |all| {
            let strays: Vec<_> = all.iter().copied().filter(|one| alone(&all, *one)).collect();
            strays.into_iter().map(move |one| (one, common))
        })
    };
    [Common::Club, Common::Federation].into_iter().flat_map(of).collect()
}

/// By what players get their numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::EnumString)]
#[strum(serialize_all = "snake_case")]
pub enum Numbering {
    /// The strongest first; the unrated last, by name.
    Rating,
    Name,
    Lots,
}

/// Whether the pairing numbers of a Swiss event, which are its seeds, do not follow the ratings and can still be given anew.
/// Once it has begun, this is about late entries alone: the others have the numbers that they were to have.
pub fn is_numbered_past_ratings(event: &Event) -> bool {
    let entries = event.entries_by_number();
    let follow = |entries: &[&Entry]| entries.is_sorted_by_key(|entry| Reverse(entry.details.rating));
    let in_time = || entries.iter().copied().filter(|entry| entry.first_round <= 1).collect::<Vec<_>>();
    event.settings.format == Format::Swiss
        && event.takes_numbers()
        && !follow(&entries)
        && (event.published_rounds() == 0 || follow(&in_time()))
}

/// The entries in their new order.
///
/// # Errors
/// When lots are to be drawn and the operating system has no randomness to give.
pub fn numbered(event: &Event, by: Numbering) -> Result<Vec<EntryId>, getrandom::Error> {
    let mut entries = event.entries_by_number();
    let mut order = NameOrder::default();
    let mut by_name =
        |one: &Entry, other: &Entry| order.compare(one.details.name.as_str(), other.details.name.as_str());
    match by {
        Numbering::Rating => entries.sort_by(|one, other| {
            other.details.rating.cmp(&one.details.rating).then_with(|| by_name(one, other))
        }),
        Numbering::Name => entries.sort_by(|one, other| by_name(one, other)),
        Numbering::Lots => {
            let draw = |entry| Ok::<_, getrandom::Error>((getrandom::u64()?, getrandom::u64()?, entry));
            let mut drawn = entries.into_iter().map(draw).collect::<Result<Vec<_>, _>>()?;
            drawn.sort_by_key(|(lot, second, _)| (*lot, *second));
            entries = drawn.into_iter().map(|(.., entry)| entry).collect();
        }
    }
    Ok(entries.into_iter().map(|entry| entry.id).collect())
}
