//! Who wins the prizes of an event as its standings are, and why.

use std::collections::{BTreeMap, BTreeSet};

use tiger_event::awards::{Award, Contender, Contest, Sharing, share_out};
use tiger_event::entry::Entry;
use tiger_event::event::Event;
use tiger_event::ids::EntryId;
use tiger_event::money::Cents;
use tiger_event::prizes::{PrizeList, Prizes};

use crate::services::standings::{EventStandings, Line};

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
    /// The prize's place, from 1; those of players whom nothing parts are the same.
    pub place: usize,
    /// What they take.
    pub amount: Cents,
    /// How it comes about, in sentences.
    pub why: String,
}

impl Given {
    /// What nobody is there for.
    #[must_use]
    pub fn left(&self) -> Cents {
        self.sum.less(self.winners.iter().map(|winner| winner.amount).sum())
    }
}

/// The prizes of an event by standings of it; nothing where it has none.
#[must_use]
pub fn given(event: &Event, standings: &EventStandings) -> Vec<Given> {
    let Some(prizes) = event.prizes() else { return Vec::new() };
    let contests: Vec<Contest> =
        prizes.lists.iter().map(|list| contest(event, standings, prizes, list)).collect();
    let awards = share_out(&contests, prizes.is_one_each);
    let scribe = Scribe { event, standings, prizes, contests: &contests, awards: &awards };
    let lists = prizes.lists.iter().zip(&contests).enumerate();
    let given = lists.map(|(at, (list, contest))| Given {
        title: list.title(event).unwrap_or_default(),
        sharing: list.sharing,
        sum: contest.prizes.iter().copied().sum(),
        winners: awards.iter().filter(|award| award.contest == at).map(|it| scribe.winner(it)).collect(),
    });
    given.collect()
}

/// What each player takes altogether, with the list and the place of each prize, by name.
#[must_use]
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

fn contest(event: &Event, standings: &EventStandings, prizes: &Prizes, list: &PrizeList) -> Contest {
    let members = list.category.map(|id| event.category(id).map(|it| it.members(event)).unwrap_or_default());
    let may_win = |entry: &Entry| {
        let is_member = members.as_ref().is_none_or(|members| members.contains(&entry.id));
        let is_out = event.is_annulled(entry.id);
        is_member && !is_out && (prizes.takes_withdrawn || stayed(event, entry))
    };
    let contender = |line: &Line| {
        let entry = event.entries.get(&line.entry).filter(|entry| may_win(entry))?;
        Some(Contender { player: entry.id, score: score(standings, line), rank: line.row.rank })
    };
    Contest {
        prizes: list.amounts.clone(),
        sharing: list.sharing,
        players: standings.lines.iter().filter_map(contender).collect(),
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
    contests: &'a [Contest],
    awards: &'a [Award],
}

impl Scribe<'_> {
    fn winner(&self, award: &Award) -> Winner {
        let why = [self.place(award), self.sharing(award), self.passed(award)];
        Winner {
            entry: award.player,
            place: award.level.start + 1,
            amount: award.amount(),
            why: why.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" "),
        }
    }

    fn money(&self, amount: Cents) -> String {
        format!("{amount} {}", self.prizes.currency)
    }

    fn place(&self, award: &Award) -> String {
        let (first, last) = (award.tied.start + 1, award.tied.end);
        if award.tied.len() == 1 {
            return format!("Place {first} for the prizes of this list, tied with nobody.");
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
        format!("{on} with {others} for places {first} to {last}, which are worth {pool} together.")
    }

    fn sharing(&self, award: &Award) -> String {
        if award.tied.len() == 1 {
            return String::new();
        }
        let sharing = self.contests.get(award.contest).map_or(Sharing::ByPlace, |it| it.sharing);
        let place = match award.level.len() {
            1 => format!("place {}", award.place + 1),
            level => format!(
                "places {} to {} in equal parts among {level} whom no tie-break parts",
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
        let named: Vec<_> = passed.iter().take(3).map(|player| self.event.name_of(*player)).collect();
        let named = named.join("; ");
        match passed.len() {
            0 => String::new(),
            1 => format!("{named} stands before and takes another prize."),
            2 | 3 => format!("{named} stand before and take other prizes."),
            more => format!("{named} and {} more stand before and take other prizes.", more - 3),
        }
    }
}
