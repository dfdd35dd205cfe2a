//! Who leaves, and when they have left. What becomes of the games of a player who leaves a round robin: FIDE's rules for
//! competitions annul them before half are played; from then on they stand, and those to come are forfeited.

use tiger_pairing::model::{Award, Points, Round as RoundOfTable};
use tiger_pairing::round_robin::{FixtureRound, schedule};
use tiger_rules::{Ending, Variation};

use crate::tournament::halves;
use crate::{
    Departure, Entry, EntryId, Event, Game, Leaving, Refusal, ResultEntry, RoundBye, RoundNumber, RoundState,
    Seat,
};

/// How much of a round robin a player will have played when they leave.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Played {
    /// Games over the board that have a result.
    pub played: usize,
    /// Games before they leave that have none yet, or are not paired.
    pub open: usize,
    /// All games that the player would have.
    pub all: usize,
}

impl Played {
    /// What the rule makes of it, games before they leave being played.
    pub const fn by_rule(self) -> Departure {
        if 2 * (self.played + self.open) < self.all { Departure::Annul } else { Departure::Forfeit }
    }

    /// How much that is, as the rule asks.
    pub const fn share(self) -> &'static str {
        match self.by_rule() {
            Departure::Annul => "less than half",
            Departure::Forfeit => "half or more",
        }
    }
}

impl Event {
    /// The round that is being played, or else the next one.
    pub fn round_in_play(&self) -> RoundNumber {
        match self.current_round() {
            Some(round) if round.state == RoundState::Published => round.number,
            _ => self.published_rounds().saturating_add(1),
        }
    }

    /// Whether a player has left, and does not only mean to.
    pub fn has_left(&self, entry: &Entry) -> bool {
        entry.leaves_from().is_some_and(|from_round| from_round <= self.round_in_play())
    }

    /// The last round of a player who will leave, and has not yet.
    pub fn last_round_of(&self, entry: &Entry) -> Option<RoundNumber> {
        let from_round = entry.leaves_from().filter(|_| !self.has_left(entry))?;
        Some(from_round.saturating_sub(1))
    }

    /// Whose games are annulled in the standings after a round: those who have left a round robin so.
    pub fn annulled(&self, after: RoundNumber) -> impl Iterator<Item = &Entry> {
        self.entries.values().filter(move |entry| self.is_annulled_after(entry, after))
    }

    fn is_annulled_after(&self, entry: &Entry, after: RoundNumber) -> bool {
        self.settings.format.is_round_robin()
            && entry.departure() == Some(Departure::Annul)
            && entry.leaves_from().is_some_and(|from_round| from_round <= after.saturating_add(1))
    }

    /// Whether a player's games are annulled as the event stands.
    pub fn is_annulled(&self, entry: EntryId) -> bool {
        self.entries.get(&entry).is_some_and(|entry| self.is_annulled_after(entry, self.published_rounds()))
    }

    /// Whose games are annulled of two who meet or would have met, if they are: it counts for neither.
    pub fn annulled_of(&self, players: [EntryId; 2]) -> Option<EntryId> {
        players.into_iter().find(|player| self.is_annulled(*player))
    }

    /// How a game ended, in words, and whether it is annulled.
    pub fn ending_words(&self, game: &Game, result: &ResultEntry) -> String {
        let words = result.ending_words(self.settings.game);
        match self.annulled_of(game.players()) {
            Some(_) => format!("{words}; annulled"),
            None => words,
        }
    }

    /// How much of a round robin a player will have played who leaves before a round.
    pub fn played_before(&self, entry: &Entry, from_round: RoundNumber) -> Played {
        let own = self.games.values().filter(|game| game.seat_of(entry.id).is_some());
        let mut counted = Played::default();
        for game in own {
            match &game.result {
                Some(result) => counted.played += usize::from(result.entry.ending != Ending::Forfeit),
                None => counted.open += 1,
            }
        }
        let drawn = self.drawn();
        let place = (1_u32..).zip(&drawn).find(|(_, drawn)| drawn.id == entry.id);
        let Some((place, _)) = place else { return counted };
        let has_game = |round: &FixtureRound| {
            round.fixtures.iter().any(|fixture| [fixture.first, fixture.second].contains(&place))
        };
        let to_come =
            RoundOfTable::new(u32::from(self.published_rounds()) + 1).map_or(0, RoundOfTable::index);
        let rounds = self.fixtures(drawn.len());
        for (index, _) in rounds.iter().enumerate().filter(|(_, round)| has_game(round)) {
            counted.all += 1;
            counted.open += usize::from(index >= to_come && index + 1 < usize::from(from_round));
        }
        counted
    }

    /// How a player leaves as the rule has it; where there is no round robin, there is nothing to choose.
    pub fn leaving_by_rule(&self, entry: EntryId, from_round: RoundNumber) -> Result<Leaving, Refusal> {
        let entry = self.entry(entry)?;
        let games = match self.settings.format.is_round_robin() {
            true => self.played_before(entry, from_round).by_rule(),
            false => Departure::Forfeit,
        };
        Ok(Leaving { games, reason: None })
    }

    /// Whose games are not dealt with as the rule has it by what they played in the end: a game before they left was not
    /// played after all, or was; or an arbiter has chosen so.
    pub fn left_otherwise(&self) -> impl Iterator<Item = (&Entry, Departure, Played)> {
        let left = self
            .entries
            .values()
            .filter(|entry| self.settings.format.is_round_robin() && self.has_left(entry));
        left.filter_map(|entry| {
            let (from_round, games) = entry.attendance.leaving()?;
            let played = self.played_before(entry, from_round);
            (played.open == 0 && played.by_rule() != games).then_some((entry, games, played))
        })
    }

    fn fixtures(&self, players: usize) -> Vec<FixtureRound> {
        let cycles = self.settings.format.cycles();
        u32::try_from(players).ok().and_then(|players| schedule(players, cycles).ok()).unwrap_or_default()
    }

    /// Whether a win by forfeit counts for nobody, because the games of one of the two are annulled.
    pub fn is_bye_annulled(&self, bye: &RoundBye) -> bool {
        bye.against.is_some_and(|absent| self.annulled_of([absent, bye.entry]).is_some())
    }

    /// What a bye of a round gives, with a nominal half: nothing where the games of one of the two are annulled.
    pub fn bye_points(&self, bye: &RoundBye) -> Points {
        let award = self.bye_award(bye);
        if self.is_bye_annulled(bye) { Points::ZERO } else { award.points + award.nominal }
    }

    /// What a bye of a round is worth by itself. A win by forfeit counts as one that was entered at a board.
    pub(super) fn bye_award(&self, bye: &RoundBye) -> Award {
        let usual = Award { points: self.settings.byes.points(bye.kind), ..Award::default() };
        if bye.against.is_none() {
            return usual;
        }
        let won = ResultEntry::plain(Some(Seat::First), Ending::Forfeit);
        let variation = Variation::standard(self.settings.game);
        match won.score(variation, &self.settings.points) {
            Ok([points, _]) => Award {
                points: halves(points.halves),
                nominal: halves(points.nominal),
                grade: u8::from(won.is_greater_victory()),
            },
            Err(_) => usual,
        }
    }
}
