//! From the event's rounds to the bracket.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use tiger_pairing::knockout::{self, Decision, Decisions, ExtraGame, Plan, Status, TieId};
use tiger_pairing::model::{
    Board, DraftRound, PairingError, PairingNumber, Points, Round as PairingRound, Tournament,
};

use super::{Bracket, How, Tie, TieRuling, TieState, TieVerdict};
use crate::round::StageRound;
use crate::tournament::{board_result, halves, pairing_number};
use crate::{Entry, EntryId, Event, Format, Game, Round, RoundNumber, RoundState, Seeding};

impl Event {
    /// The bracket after the published rounds, up to and including a given one if there is a limit; none in other
    /// formats, and while there are too few players for one.
    pub fn bracket(&self, up_to: Option<RoundNumber>) -> Result<Option<Bracket>, PairingError> {
        let drawn = self.rounds.first().map(|round| &round.table.seeds).filter(|seeds| !seeds.is_empty());
        match drawn {
            Some(seeds) => self.bracket_of(seeds, up_to),
            None => self.bracket_of(&self.proposed_seeds(), up_to),
        }
    }

    /// The same as these seeds give it.
    pub fn bracket_of(
        &self,
        seeds: &[EntryId],
        up_to: Option<RoundNumber>,
    ) -> Result<Option<Bracket>, PairingError> {
        let is_playable = match self.settings.format {
            Format::Knockout => seeds.len() >= 2,
            Format::Match => seeds.len() == 2,
            _ => false,
        };
        if !is_playable {
            return Ok(None);
        }
        Reckoning::new(self, seeds, up_to)?.settled()?.finish().map(Some)
    }

    /// The players as the settings seed them before round 1.
    pub fn proposed_seeds(&self) -> Vec<EntryId> {
        let mut entries: Vec<&Entry> =
            self.entries_by_number().into_iter().filter(|entry| entry.is_in(1)).collect();
        if self.settings.format == Format::Knockout && self.settings.knockout.seeding == Seeding::Rating {
            entries.sort_by_key(|entry| Reverse(entry.details.rating));
        }
        entries.into_iter().map(|entry| entry.id).collect()
    }

    /// A round of the bracket as the pairing crate drafts it: pairs, sides, byes.
    pub fn bracket_draft(&self, seeds: &[EntryId], place: StageRound) -> Result<DraftRound, PairingError> {
        let reckoning = Reckoning::new(self, seeds, None)?.settled()?;
        reckoning.draft(place)
    }

    /// The event with its rounds but for tie-break games: in a match, game 1 of it as round 1 and so on.
    pub fn tournament_of_ties(&self) -> Result<Tournament, PairingError> {
        let seeds = self.proposed_seeds();
        let mut tournament = Reckoning::new(self, &seeds, None)?.tournament;
        tournament.settings.rounds = u32::from(self.settings.rounds);
        Ok(tournament)
    }

    /// The last ruling on a tie that binds these two players.
    pub fn tie_ruling(&self, id: TieId, [one, other]: [EntryId; 2]) -> Option<&TieRuling> {
        let binds = |ruling: &&TieRuling| {
            ruling.tie == id && (ruling.players == [one, other] || ruling.players == [other, one])
        };
        self.tie_rulings.iter().rfind(binds)
    }
}

struct Reckoning<'a> {
    event: &'a Event,
    seeds: &'a [EntryId],
    rounds: Vec<&'a Round>,
    games: u8,
    tournament: Tournament,
    plan: Plan,
    decisions: Decisions,
    hows: BTreeMap<TieId, How>,
    ids: BTreeMap<PairingNumber, EntryId>,
    /// The first round whose pairing is still open, as of the rounds that are counted.
    next: RoundNumber,
}

impl<'a> Reckoning<'a> {
    fn new(event: &'a Event, seeds: &'a [EntryId], up_to: Option<RoundNumber>) -> Result<Self, PairingError> {
        let is_counted = |round: &&Round| {
            round.state != RoundState::Draft && up_to.is_none_or(|limit| round.number <= limit)
        };
        let rounds: Vec<_> = event.rounds.iter().filter(is_counted).collect();
        let rules = event.settings.knockout;
        let (games, third_place) = match event.settings.format {
            Format::Match => (u8::try_from(event.settings.rounds).unwrap_or(u8::MAX), false),
            _ => (rules.games, rules.third_place),
        };
        let mut tournament = event.tournament_without_rounds();
        for round in &rounds {
            let Some((stage, game)) = round.table.stage.and_then(|place| Some((place.stage, place.game?)))
            else {
                continue;
            };
            let number = (stage - 1) * u32::from(games) + u32::from(game);
            if let Some(number) = PairingRound::new(number) {
                event.enter_round(&mut tournament, number, round)?;
            }
        }
        let numbers: Option<Vec<_>> = seeds.iter().map(|id| pairing_number(event.entries.get(id)?)).collect();
        let numbers = numbers.ok_or_else(|| PairingError::Unsuitable {
            why: "the bracket seeds a player who is not entered".to_owned(),
        })?;
        Ok(Self {
            event,
            seeds,
            next: rounds.last().map_or(1, |round| round.number.saturating_add(1)),
            rounds,
            games,
            tournament,
            ids: numbers.iter().copied().zip(seeds.iter().copied()).collect(),
            plan: Plan { seeds: numbers, third_place, games },
            decisions: Decisions::new(),
            hows: BTreeMap::new(),
        })
    }

    /// Settles stage after stage, since who plays in one hangs on the one before.
    fn settled(mut self) -> Result<Self, PairingError> {
        for stage in 1..=knockout::stages(self.seeds.len()) {
            for tie in self.ties(stage)? {
                self.rule(&tie);
            }
            for tie in self.ties(stage)? {
                self.walk_over(&tie);
            }
        }
        Ok(self)
    }

    fn draft(&self, place: StageRound) -> Result<DraftRound, PairingError> {
        let before = (place.stage - 1) * u32::from(self.games);
        let round = |game: u32| PairingRound::new(before + game).unwrap_or(PairingRound::FIRST);
        let Some(game) = place.game else { return self.extra_draft(place.stage, round(1)) };
        knockout::draft(&self.tournament, &self.plan, &self.decisions, round(u32::from(game)))
    }

    /// A tie-break game for every level tie; who moved second last time moves first.
    fn extra_draft(&self, stage: u32, round: PairingRound) -> Result<DraftRound, PairingError> {
        let mut draft = DraftRound { round, boards: Vec::new(), byes: Vec::new() };
        for tie in self.ties(stage)?.iter().filter(|tie| tie.status == Status::Level) {
            let (Some(pair), Some(upper), Some(lower)) = (self.pair(tie), tie.upper, tie.lower) else {
                continue;
            };
            let games = self.games_of(stage, pair);
            let had_upper_first = games.last().is_some_and(|(_, game)| game.first == pair[0]);
            let (first, second) = if had_upper_first { (lower, upper) } else { (upper, lower) };
            draft.boards.push(Board { first, second });
        }
        Ok(draft)
    }

    fn finish(self) -> Result<Bracket, PairingError> {
        let stages = knockout::bracket(&self.tournament, &self.plan, &self.decisions)?;
        let places = knockout::ranking(&self.tournament, &self.plan, &self.decisions)?;
        let places = places.into_iter().filter_map(|(place, number)| Some((place, self.id(Some(number))?)));
        let mut played = BTreeMap::new();
        for place in self.rounds.iter().filter_map(|round| round.table.stage) {
            if let Some(game) = place.game {
                played.insert(place.stage, game);
            }
        }
        Ok(Bracket {
            seeds: self.seeds.to_vec(),
            games: self.games,
            places: places.collect(),
            stages: stages.iter().map(|ties| ties.iter().map(|tie| self.tie(tie)).collect()).collect(),
            played,
        })
    }

    fn ties(&self, stage: u32) -> Result<Vec<knockout::Tie>, PairingError> {
        let mut stages = knockout::bracket(&self.tournament, &self.plan, &self.decisions)?;
        Ok(stages.swap_remove(stage as usize - 1))
    }

    fn id(&self, number: Option<PairingNumber>) -> Option<EntryId> {
        self.ids.get(&number?).copied()
    }

    fn number(&self, id: EntryId) -> Option<PairingNumber> {
        pairing_number(self.event.entries.get(&id)?)
    }

    fn pair(&self, tie: &knockout::Tie) -> Option<[EntryId; 2]> {
        Some([self.id(tie.upper)?, self.id(tie.lower)?])
    }

    /// The games of a tie in the rounds that are counted.
    fn games_of(&self, stage: u32, [one, other]: [EntryId; 2]) -> Vec<(&'a Round, &'a Game)> {
        let rounds = self.rounds.iter().filter(|round| round.table.stage.is_some_and(|at| at.stage == stage));
        let game = |round: &&'a Round| {
            let boards = &round.table.boards;
            let board = boards.iter().find(|board| {
                (board.first, board.second) == (one, other) || (board.first, board.second) == (other, one)
            })?;
            Some((*round, self.event.games.get(&board.game)?))
        };
        rounds.filter_map(game).collect()
    }

    /// Notes what an arbiter ruled or tie-break games gave.
    fn rule(&mut self, tie: &knockout::Tie) {
        let Some(pair) = self.pair(tie) else { return };
        let games = self.extra_games(tie.id.stage, pair);
        let counted = self.next.saturating_sub(1);
        let ruling = self.event.tie_ruling(tie.id, pair).filter(|ruling| ruling.after_round <= counted);
        if let Some(ruling) = ruling
            && ruling.verdict != TieVerdict::Games
        {
            let winner = match ruling.verdict {
                TieVerdict::Winner { entry } => self.number(entry),
                TieVerdict::Nobody | TieVerdict::Games => None,
            };
            let reason = ruling.reason.to_string();
            self.decisions.insert(tie.id, Decision::Arbiter { winner, reason, games });
            self.hows.insert(tie.id, How::Ruling(ruling.id));
            return;
        }
        if !games.is_empty() {
            self.decisions.insert(tie.id, Decision::Games(games));
        }
    }

    fn extra_games(&self, stage: u32, pair: [EntryId; 2]) -> Vec<ExtraGame> {
        let games = self.games_of(stage, pair).into_iter();
        let extra = games.filter(|(round, _)| round.table.stage.is_some_and(|at| at.game.is_none()));
        extra.filter_map(|(_, game)| self.extra_game(game)).collect()
    }

    fn extra_game(&self, game: &Game) -> Option<ExtraGame> {
        let awarded = game.result.as_ref().map(|result| {
            let points = result.points.map(|points| {
                let nominal = if self.event.settings.nominal_counts { points.nominal } else { 0 };
                halves(points.halves + nominal)
            });
            (points[0], points[1])
        });
        let first = self.number(game.first)?;
        Some(ExtraGame { first, result: board_result(game), draw_wins_for: None, awarded })
    }

    /// Whoever cannot play on loses what is not decided on the board.
    fn walk_over(&mut self, tie: &knockout::Tie) {
        let Some([one, other]) = self.pair(tie) else { return };
        if matches!(tie.status, Status::Decided { .. }) || self.is_open(tie.id.stage, [one, other]) {
            return;
        }
        let is_there = |id: EntryId| self.event.entries.get(&id).is_some_and(|entry| entry.is_in(self.next));
        let winner = match (is_there(one), is_there(other)) {
            (true, true) => return,
            (true, false) => tie.upper,
            (false, true) => tie.lower,
            (false, false) => None,
        };
        let (reason, games) = ("withdrawn".to_owned(), self.extra_games(tie.id.stage, [one, other]));
        self.decisions.insert(tie.id, Decision::Arbiter { winner, reason, games });
        self.hows.insert(tie.id, How::Walkover);
    }

    fn is_open(&self, stage: u32, pair: [EntryId; 2]) -> bool {
        self.games_of(stage, pair).iter().any(|(_, game)| game.result.is_none())
    }

    fn tie(&self, tie: &knockout::Tie) -> Tie {
        let pair = self.pair(tie);
        let games = pair.map(|pair| self.games_of(tie.id.stage, pair)).unwrap_or_default();
        let how = || match (pair, self.hows.get(&tie.id)) {
            (None, _) => How::Bye,
            (_, Some(how)) => *how,
            (_, None) if tie.points.0 != tie.points.1 => How::Points,
            (_, None) => How::ExtraGames,
        };
        let both = |(upper, lower): (Points, Points)| [upper, lower];
        Tie {
            id: tie.id,
            kind: tie.kind,
            players: [self.id(tie.upper), self.id(tie.lower)],
            points: both(tie.points),
            extra: both(tie.extra),
            extra_games: games
                .iter()
                .filter(|(round, _)| round.table.stage.is_some_and(|at| at.game.is_none()))
                .count(),
            state: match tie.status {
                Status::Waiting => TieState::Waiting,
                Status::Playing => TieState::Playing,
                Status::Level if games.iter().any(|(_, game)| game.result.is_none()) => TieState::Playing,
                Status::Level => TieState::Level,
                Status::Decided { winner } => TieState::Decided { winner: self.id(winner), how: how() },
            },
            games: games.iter().map(|(_, game)| game.id).collect(),
        }
    }
}
