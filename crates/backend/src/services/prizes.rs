//! Who wins the prizes of an event as its standings are, and why.

use std::collections::{BTreeMap, BTreeSet};

use tiger_event::awards::{Award, Contender, Contest, Sharing, share_out};
use tiger_event::{Actor, Bytes32, Cents, Command, Entry, EntryDetails, EntryId, Event, PrizeList, Prizes};

use crate::services::standings::{EventStandings, Line, places_anew};
use crate::services::take_back::tried;

/// What becomes of a list of prizes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Given {
    /// What the list is called.
    pub title: String,
    /// How those who are tied share.
    pub sharing: Sharing,
    /// The prizes together.
    pub sum: Cents,
    /// Who takes what.
    pub winners: Vec<Winner>,
}

/// A player who takes a prize.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Winner {
    pub entry: EntryId,
    /// The place in the standings of the list: of all players, or of its category.
    pub place: u32,
    /// Which prize of the list, from 1; players whom nothing parts have the same.
    pub prize: usize,
    /// What they take.
    pub amount: Cents,
    /// How it comes about, in sentences.
    pub why: String,
}

impl Given {
    /// What nobody is there for.
    pub fn left(&self) -> Cents {
        self.sum.less(self.winners.iter().map(|winner| winner.amount).sum())
    }
}

/// The prizes of an event by standings of it; nothing where it has none.
pub fn given(event: &Event, standings: &EventStandings) -> Vec<Given> {
    let Some(prizes) = event.prizes() else { return Vec::new() };
    let ranked: Vec<Vec<Placed<'_>>> =
        prizes.lists.iter().map(|list| ranked(event, standings, list)).collect();
    let contests = prizes.lists.iter().zip(&ranked);
    let contests: Vec<Contest> =
        contests.map(|(list, ranked)| contest(event, standings, prizes, (list, ranked))).collect();
    let awards = share_out(&contests, prizes.is_one_each);
    let scribe = Scribe { event, standings, prizes, ranked: &ranked, contests: &contests, awards: &awards };
    let lists = prizes.lists.iter().zip(&contests).enumerate();
    let given = lists.map(|(at, (list, contest))| Given {
        title: list.title(event).unwrap_or_default(),
        sharing: list.sharing,
        sum: contest.prizes.iter().copied().sum(),
        winners: awards.iter().filter(|award| award.contest == at).map(|it| scribe.winner(it)).collect(),
    });
    given.collect()
}

/// The prizes that everybody sees once a command is carried out, where they are other ones than everybody sees before: the
/// list was published, and places change or what was opened again is closed.
pub fn shown_after(event: &Event, actor: &Actor, command: &Command) -> Option<Vec<Given>> {
    shown_then(event, &tried(event, actor, command).ok()?)
}

/// The same once a player is erased: who belongs to a category by birth or sex belongs to it no more.
pub fn shown_after_erasing(event: &Event, player: EntryId) -> Option<Vec<Given>> {
    let mut after = event.clone();
    let details = &mut after.entries.get_mut(&player)?.details;
    *details = EntryDetails { rating: details.rating, ..EntryDetails::named(details.name.clone()) };
    shown_then(event, &after)
}

fn shown_then(before: &Event, after: &Event) -> Option<Vec<Given>> {
    let lists = |event: &Event| Some(given(event, &EventStandings::of(event, None).ok()?));
    let shown = |event: &Event| event.shows_prizes().then(|| lists(event)).flatten();
    let after = shown(after)?;
    let before = shown(before).map(|before| fingerprint(&before));
    (before != Some(fingerprint(&after))).then_some(after)
}

/// A short text that is the same only for the same prizes of the same players.
pub fn fingerprint(lists: &[Given]) -> String {
    let winners = lists.iter().flat_map(|list| list.winners.iter().map(move |winner| (&list.title, winner)));
    let one = |(title, winner): (&String, &Winner)| format!("{title} {} {}", winner.entry, winner.amount);
    Bytes32::digest(winners.map(one).collect::<Vec<_>>().join("; ").as_bytes()).to_string()
}

/// What each player takes altogether, with the list and the player's place in its standings.
pub fn by_player(given: &[Given]) -> BTreeMap<EntryId, Vec<(String, Cents)>> {
    let mut all: BTreeMap<EntryId, Vec<(String, Cents)>> = BTreeMap::new();
    for list in given {
        for winner in &list.winners {
            let what = format!("{}, place {}", list.title, winner.place);
            all.entry(winner.entry).or_default().push((what, winner.amount));
        }
    }
    all
}

/// A line of the standings with its place among those of the list.
type Placed<'a> = (&'a Line, u32);

/// The standings of a list: all lines, or those of its category with places of their own.
fn ranked<'a>(event: &Event, standings: &'a EventStandings, list: &PrizeList) -> Vec<Placed<'a>> {
    let Some(category) = list.category else {
        return standings.lines.iter().map(|line| (line, line.row.rank)).collect();
    };
    let members = event.category(category).map(|it| it.members(event)).unwrap_or_default();
    let lines: Vec<_> = standings.lines.iter().filter(|line| members.contains(&line.entry)).collect();
    let places: Vec<_> = places_anew(lines.iter().map(|line| line.row.rank)).collect();
    lines.into_iter().zip(places).collect()
}

fn contest(
    event: &Event,
    standings: &EventStandings,
    prizes: &Prizes,
    (list, ranked): (&PrizeList, &[Placed<'_>]),
) -> Contest {
    let may_win =
        |entry: &Entry| !event.is_annulled(entry.id) && (prizes.takes_withdrawn || stayed(event, entry));
    let contender = |(line, rank): &Placed<'_>| {
        let entry = event.entries.get(&line.entry).filter(|entry| may_win(entry))?;
        Some(Contender { player: entry.id, score: score(standings, line), rank: *rank })
    };
    Contest {
        prizes: list.amounts.clone(),
        sharing: list.sharing,
        players: ranked.iter().filter_map(contender).collect(),
    }
}

/// Whether a player missed no round by leaving.
fn stayed(event: &Event, entry: &Entry) -> bool {
    entry.leaves_from().is_none_or(|from_round| from_round > event.published_rounds())
}

/// What players are tied on: their points, or the place where a bracket or the winning of a match gives it.
fn score(standings: &EventStandings, line: &Line) -> i64 {
    if ranks_by_place(standings) { -i64::from(line.row.rank) } else { line.tally.total_halves() }
}

const fn ranks_by_place(standings: &EventStandings) -> bool {
    standings.is_by_bracket || standings.is_match
}

/// Tells how awards come about.
struct Scribe<'a> {
    event: &'a Event,
    standings: &'a EventStandings,
    prizes: &'a Prizes,
    /// The standings of each list.
    ranked: &'a [Vec<Placed<'a>>],
    contests: &'a [Contest],
    awards: &'a [Award],
}

impl Scribe<'_> {
    fn winner(&self, award: &Award) -> Winner {
        let why = [self.prize(award), self.sharing(award), self.passed(award), self.left(award)];
        Winner {
            entry: award.player,
            place: self.place(award),
            prize: award.level.start + 1,
            amount: award.amount(),
            why: why.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" "),
        }
    }

    fn money(&self, amount: Cents) -> String {
        format!("{amount} {}", self.prizes.currency)
    }

    /// The standings of the award's list.
    fn ranked(&self, award: &Award) -> &[Placed<'_>] {
        self.ranked.get(award.contest).map_or(&[], Vec::as_slice)
    }

    fn place(&self, award: &Award) -> u32 {
        let own = self.ranked(award).iter().find(|(line, _)| line.entry == award.player);
        own.map_or(0, |(_, place)| *place)
    }

    fn prize(&self, award: &Award) -> String {
        let (first, last) = (award.tied.start + 1, award.tied.end);
        if award.tied.len() == 1 {
            return format!("Prize {first} of this list, tied with nobody.");
        }
        let on = match self.standings.line(award.player) {
            Some(line) if !ranks_by_place(self.standings) => {
                format!("Tied on {} points", line.tally.shown())
            }
            _ => "Level".to_owned(),
        };
        let others = match award.tied.len() - 1 {
            1 => "one other".to_owned(),
            others => format!("{others} others"),
        };
        let pool = self.money(award.pool);
        format!("{on} with {others} for prizes {first} to {last}, which are worth {pool} together.")
    }

    fn sharing(&self, award: &Award) -> String {
        if award.tied.len() == 1 {
            return String::new();
        }
        let sharing = self.contests.get(award.contest).map_or(Sharing::ByPlace, |it| it.sharing);
        let place = match award.level.len() {
            1 => format!("prize {}", award.place + 1),
            level => format!(
                "prizes {} to {} in equal parts among {level} whom no tie-break parts",
                award.level.start + 1,
                award.level.end
            ),
        };
        match sharing {
            Sharing::ByPlace => format!("The tie-breaks decide: {place}."),
            Sharing::Equal => format!("Shared in {} equal parts.", award.tied.len()),
            Sharing::Hort => format!(
                "By Hort: half by {place}, {}; of the other halves one of {} equal parts, {}.",
                self.money(award.by_place),
                award.tied.len(),
                self.money(award.equally)
            ),
        }
    }

    /// Who stands before the player and takes a prize of another list.
    fn passed(&self, award: &Award) -> String {
        let Some(contest) = self.contests.get(award.contest).filter(|_| self.prizes.is_one_each) else {
            return String::new();
        };
        let elsewhere: BTreeSet<EntryId> =
            self.awards.iter().filter(|it| it.contest != award.contest).map(|it| it.player).collect();
        let before = contest.players.iter().map(|it| it.player).take_while(|it| *it != award.player);
        let passed: Vec<_> = before.filter(|player| elsewhere.contains(player)).collect();
        let [one, several] = ["stands before and takes another prize", "stand before and take other prizes"];
        self.of_all(&passed, one, several)
    }

    /// Who stands before the player, or level, and left.
    fn left(&self, award: &Award) -> String {
        let own = self.place(award);
        let may_win = |player: EntryId| {
            self.contests.get(award.contest).is_some_and(|it| it.players.iter().any(|it| it.player == player))
        };
        let before = self.ranked(award).iter().filter(|(_, place)| *place <= own).map(|(line, _)| line.entry);
        let left: Vec<_> = before.filter(|player| !may_win(*player)).collect();
        self.of_all(&left, "has withdrawn and wins none", "have withdrawn and win none")
    }

    /// What is to be said of players; nothing of nobody.
    fn of_all(&self, players: &[EntryId], one: &str, several: &str) -> String {
        let named: Vec<_> = players.iter().take(3).map(|player| self.event.name_of(*player)).collect();
        let named = named.join("; ");
        match players.len() {
            0 => String::new(),
            1 => format!("{named} {one}."),
            2 | 3 => format!("{named} {several}."),
            more => format!("{named} and {} more {several}.", more - 3),
        }
    }
}
