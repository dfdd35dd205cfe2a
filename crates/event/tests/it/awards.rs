//! Prizes: examples that others have published, and laws held against a second, slow way of reckoning.

use std::collections::BTreeSet;

use proptest::prelude::*;
use uuid::Uuid;

use tiger_event::awards::{Award, Contender, Contest, Sharing, share_out};
use tiger_event::{Cents, EntryId};

fn player(number: u128) -> EntryId {
    EntryId::from_uuid(Uuid::from_u128(number))
}

/// A list of prizes in whole units for players of these scores, each with a place of their own.
fn contest(prizes: &[u64], sharing: Sharing, players: &[(u128, i64)]) -> Contest {
    let contender = |(rank, (number, score)): (u32, &(u128, i64))| Contender {
        player: player(*number),
        score: *score,
        rank,
    };
    Contest {
        prizes: prizes.iter().map(|prize| Cents(prize * 100)).collect(),
        sharing,
        players: (1..).zip(players).map(contender).collect(),
    }
}

fn amounts(awards: &[Award]) -> Vec<(usize, u64)> {
    awards.iter().map(|award| (award.contest, award.amount().0)).collect()
}

fn taken(awards: &[Award], number: u128) -> Vec<(usize, u64)> {
    let own: Vec<_> = awards.iter().filter(|award| award.player == player(number)).cloned().collect();
    amounts(&own)
}

/// The example by which the system is explained in the German encyclopaedia.
#[test]
fn hort_gives_half_by_place_and_half_in_equal_parts() {
    let players = [(1, 16), (2, 16), (3, 15), (4, 14), (5, 14), (6, 14), (7, 13)];
    let awards = share_out(&[contest(&[100, 80, 60, 40, 20, 10], Sharing::Hort, &players)], false);
    let all: Vec<u64> = awards.iter().map(|award| award.amount().0).collect();
    // 35 in three parts: the two cents that are left over go to the better two.
    assert_eq!(all, [9500, 8500, 6000, 3167, 2167, 1666]);
}

#[test]
fn who_is_tied_beyond_the_last_prize_shares_too() {
    let players = [(1, 8), (2, 6), (3, 6), (4, 6)];
    let equal = share_out(&[contest(&[90, 50], Sharing::Equal, &players)], false);
    assert_eq!(amounts(&equal), [(0, 9000), (0, 1667), (0, 1667), (0, 1666)]);
    let hort = share_out(&[contest(&[90, 50], Sharing::Hort, &players)], false);
    assert_eq!(amounts(&hort), [(0, 9000), (0, 3334), (0, 833), (0, 833)]);
    let none = share_out(&[contest(&[90, 50], Sharing::ByPlace, &players)], false);
    assert_eq!(amounts(&none), [(0, 9000), (0, 5000)]);
}

#[test]
fn whom_no_tie_break_parts_share_a_place() {
    let mut level = contest(&[90, 51], Sharing::ByPlace, &[(1, 6), (2, 6), (3, 4)]);
    level.players[1].rank = 1;
    assert_eq!(amounts(&share_out(&[level], false)), [(0, 7050), (0, 7050)]);
}

#[test]
fn who_wins_two_prizes_takes_the_greater_and_the_other_goes_down() {
    let main = contest(&[300, 200, 50], Sharing::ByPlace, &[(1, 9), (2, 8), (3, 7), (4, 6)]);
    let young = contest(&[100, 40], Sharing::ByPlace, &[(3, 7), (4, 6), (5, 2)]);
    let both = [main, young];
    assert_eq!(taken(&share_out(&both, false), 3), [(0, 5000), (1, 10_000)]);
    let awards = share_out(&both, true);
    assert_eq!(taken(&awards, 3), [(1, 10_000)]);
    assert_eq!(taken(&awards, 4), [(0, 5000)], "greater than the second prize of the young");
    assert_eq!(taken(&awards, 5), [(1, 4000)]);
}

/// A share of a great prize may be less than a small prize for one alone.
#[test]
fn what_counts_is_what_is_paid_and_not_what_the_prize_is_called() {
    let main = contest(&[100], Sharing::Equal, &[(1, 9), (2, 9), (3, 9)]);
    let young = contest(&[60], Sharing::ByPlace, &[(1, 9), (4, 2)]);
    let awards = share_out(&[main, young], true);
    assert_eq!(taken(&awards, 1), [(1, 6000)]);
    assert_eq!((taken(&awards, 2), taken(&awards, 3)), (vec![(0, 5000)], vec![(0, 5000)]));
}

#[test]
fn of_equal_prizes_the_one_written_first_is_taken() {
    let main = contest(&[100], Sharing::Hort, &[(1, 9), (2, 8)]);
    let young = contest(&[100], Sharing::Hort, &[(1, 9), (3, 2)]);
    let in_order = share_out(&[main.clone(), young.clone()], true);
    assert_eq!((taken(&in_order, 1), taken(&in_order, 3)), (vec![(0, 10_000)], vec![(1, 10_000)]));
    let turned = share_out(&[young, main], true);
    assert_eq!((taken(&turned, 1), taken(&turned, 2)), (vec![(0, 10_000)], vec![(1, 10_000)]));
}

#[test]
fn two_thousand_players_who_are_all_tied_are_paid_in_no_time() {
    let all: Vec<(u128, i64)> = (0..2_000).map(|number| (number, 4)).collect();
    let lists: Vec<Contest> = (0..20)
        .map(|at| contest(&[900, 500 - at, 100], Sharing::Hort, &all[usize::try_from(at).unwrap_or(0)..]))
        .collect();
    let began = std::time::Instant::now();
    let awards = share_out(&lists, true);
    assert_eq!(awards.iter().map(|award| award.player).collect::<BTreeSet<_>>().len(), awards.len());
    assert!(began.elapsed().as_secs() < 20, "{:?}", began.elapsed());
}

/// The same by another way: cents are dealt one by one, and after each choice everything is reckoned from the beginning.
mod slow {
    use std::collections::BTreeMap;

    use tiger_event::EntryId;
    use tiger_event::awards::{Contest, Sharing};

    /// What a list pays, dealt cent by cent.
    pub(super) fn paid(contest: &Contest, left: &dyn Fn(EntryId) -> bool) -> Vec<(EntryId, u64)> {
        let players: Vec<_> = contest.players.iter().filter(|one| left(one.player)).collect();
        let mut purse: Vec<u64> = vec![0; players.len()];
        let mut scores: Vec<i64> = players.iter().map(|one| one.score).collect();
        scores.dedup();
        for score in scores {
            let group: Vec<usize> = (0..players.len()).filter(|at| players[*at].score == score).collect();
            let mut pot = 0;
            let mut ranks: Vec<u32> = group.iter().map(|at| players[*at].rank).collect();
            ranks.dedup();
            for rank in ranks {
                let level: Vec<usize> =
                    group.iter().copied().filter(|at| players[*at].rank == rank).collect();
                let mut own = 0;
                for prize in level.iter().filter_map(|at| contest.prizes.get(*at)) {
                    for cent in 0..prize.0 {
                        match contest.sharing {
                            Sharing::Equal => pot += 1,
                            Sharing::ByPlace => own += 1,
                            // The first cent, and then every other one, is for all.
                            Sharing::Hort if cent % 2 == 0 => pot += 1,
                            Sharing::Hort => own += 1,
                        }
                    }
                }
                (0..own).zip(level.iter().cycle()).for_each(|(_, at)| purse[*at] += 1);
            }
            (0..pot).zip(group.iter().cycle()).for_each(|(_, at)| purse[*at] += 1);
        }
        players.iter().map(|one| one.player).zip(purse).collect()
    }

    /// Which list pays each player.
    pub(super) fn chosen(contests: &[Contest]) -> BTreeMap<EntryId, usize> {
        let mut chosen = BTreeMap::new();
        loop {
            let mut offers = Vec::new();
            for (at, contest) in contests.iter().enumerate() {
                let left = |player: EntryId| chosen.get(&player).is_none_or(|list| *list == at);
                for (place, (player, cents)) in paid(contest, &left).into_iter().enumerate() {
                    if cents > 0 && !chosen.contains_key(&player) {
                        offers.push((std::cmp::Reverse(cents), at, place, player));
                    }
                }
            }
            offers.sort();
            let Some((_, at, _, player)) = offers.first() else { return chosen };
            chosen.insert(*player, *at);
        }
    }
}

fn lists() -> impl Strategy<Value = Vec<Contest>> {
    // The places of all, as standings have them: players of one score, some of whom share a place.
    let places = prop::collection::vec((0_i64..4, any::<bool>()), 1..12);
    let list = (prop::collection::vec(0_u64..60, 0..6), 0_usize..3, prop::collection::vec(any::<bool>(), 12));
    (places, prop::collection::vec(list, 1..5)).prop_map(|(mut places, lists)| {
        places.sort_by_key(|(score, _)| -score);
        let mut all: Vec<Contender> = Vec::new();
        for (number, (score, shares)) in (1_u32..).zip(places) {
            let before = all.last().filter(|before| shares && before.score == score);
            let rank = before.map_or(number, |before| before.rank);
            all.push(Contender { player: player(number.into()), score, rank });
        }
        let contest = |(mut prizes, sharing, members): (Vec<u64>, usize, Vec<bool>)| {
            prizes.sort_by_key(|prize| std::cmp::Reverse(*prize));
            let members = all.iter().zip(members).filter(|(_, is_member)| *is_member);
            Contest {
                prizes: prizes.into_iter().map(Cents).collect(),
                sharing: Sharing::ALL[sharing],
                players: members.map(|(one, _)| *one).collect(),
            }
        };
        lists.into_iter().map(contest).collect()
    })
}

proptest! {
    #[test]
    fn the_slow_way_pays_the_same(lists in lists(), is_one_each: bool) {
        let chosen = slow::chosen(&lists);
        let mut wanted = Vec::new();
        for (at, contest) in lists.iter().enumerate() {
            let left = |player: EntryId| !is_one_each || chosen.get(&player).is_none_or(|list| *list == at);
            let paid = slow::paid(contest, &left).into_iter().filter(|(_, cents)| *cents > 0);
            wanted.extend(paid.map(|(player, cents)| (at, player, cents)));
        }
        let awards = share_out(&lists, is_one_each);
        let paid: Vec<_> = awards.iter().map(|it| (it.contest, it.player, it.amount().0)).collect();
        prop_assert_eq!(paid, wanted);
    }

    #[test]
    fn nothing_is_lost_and_nothing_is_made(lists in lists(), is_one_each: bool) {
        let awards = share_out(&lists, is_one_each);
        for (at, contest) in lists.iter().enumerate() {
            let paid: Cents = awards.iter().filter(|it| it.contest == at).map(Award::amount).sum();
            let all: Cents = contest.prizes.iter().copied().sum();
            prop_assert!(paid <= all);
            if !is_one_each {
                let places: Cents = contest.prizes.iter().take(contest.players.len()).copied().sum();
                prop_assert_eq!(paid, places, "every prize with a player is paid");
            }
        }
    }

    #[test]
    fn one_prize_a_player_is_the_best_that_is_open_to_them(lists in lists()) {
        let (one, many) = (share_out(&lists, true), share_out(&lists, false));
        let players: BTreeSet<_> = one.iter().map(|award| award.player).collect();
        prop_assert_eq!(players.len(), one.len());
        for award in &many {
            let taken = one.iter().find(|it| it.player == award.player).map(Award::amount);
            prop_assert!(taken >= Some(award.amount()), "{:?} instead of {:?}", taken, award);
        }
    }

    #[test]
    fn nobody_takes_more_of_a_list_than_who_stands_before_them(lists in lists(), is_one_each: bool) {
        let awards = share_out(&lists, is_one_each);
        for pair in awards.windows(2).filter(|pair| pair[0].contest == pair[1].contest) {
            prop_assert!(pair[0].amount() >= pair[1].amount(), "{:?}", pair);
        }
    }
}
