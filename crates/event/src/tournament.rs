//! The event as the pairing crate sees it: numbers, cells and points.

use std::collections::BTreeMap;

use tiger_pairing::model::{
    Acceleration, Award, BoardResult, Bye, Cell, PairingError, PairingNumber, Player, PointTable, Round,
    Settings as PairingSettings, System, Tournament,
};
use tiger_rules::{Ending, GameKind, PointsTable};

use crate::forbidden::ForbiddenGroup;
use crate::{
    ByeKind, Entry, EntryId, Event, Format, Game, GameResult, Points, RoundNumber, RoundState, Seat, Settings,
};

/// What begins the comment of a report file that names the game.
pub const GAME_COMMENT: &str = "### Game: ";

/// What begins the comment of a report file that holds the event's settings as JSON.
pub const SETTINGS_COMMENT: &str = "### Settings: ";

/// What begins the comment of a report file that holds, as JSON, what players' lines have no room for.
pub const PLAYERS_COMMENT: &str = "### Players in full: ";

/// What begins the comment of a report file that tells how a tie of the standings was settled.
pub const TIE_COMMENT: &str = "### Tie settled ";

/// The number under which the pairing crate knows an entry.
pub fn pairing_number(entry: &Entry) -> Option<PairingNumber> {
    PairingNumber::new(u32::from(entry.number))
}

/// Half-points as the pairing crate counts them.
pub(super) fn halves(halves: u32) -> Points {
    Points::from_halves(i32::try_from(halves).unwrap_or(i32::MAX))
}

impl Event {
    /// The event with all its published rounds, up to and including a given one if there is a limit.
    pub fn tournament(&self, up_to: Option<RoundNumber>) -> Result<Tournament, PairingError> {
        let mut tournament = self.tournament_without_rounds();
        tournament.settings.rounds = u32::from(self.planned_rounds());
        let published = self.published_rounds();
        let annulled = self.annulled(up_to.map_or(published, |limit| limit.min(published)));
        tournament.settings.annulled = annulled.filter_map(pairing_number).collect();
        let is_counted = |number| up_to.is_none_or(|limit| number <= limit);
        let rounds =
            self.rounds.iter().filter(|round| round.state != RoundState::Draft && is_counted(round.number));
        for round in rounds {
            let Some(number) = Round::new(u32::from(round.number)) else { continue };
            self.enter_round(&mut tournament, number, round)?;
        }
        Ok(tournament)
    }

    /// Who is paired with virtual points in a round, and with how many.
    pub fn virtual_points(&self, round: RoundNumber) -> BTreeMap<EntryId, Points> {
        let tournament = self.tournament_without_rounds();
        let Some(round) = Round::new(u32::from(round)) else { return BTreeMap::new() };
        let points = self
            .entries
            .values()
            .filter_map(|entry| Some((entry.id, tournament.virtual_points(pairing_number(entry)?, round))));
        points.filter(|(_, points)| *points != Points::ZERO).collect()
    }

    /// Settings and players.
    pub(super) fn tournament_without_rounds(&self) -> Tournament {
        let mut tournament = Tournament::new(self.pairing_settings());
        for entry in self.entries_by_number() {
            if let Some(number) = pairing_number(entry) {
                tournament.enter(Player::new(number, entry.details.rating.map(u32::from)));
            }
        }
        tournament
    }

    /// Writes the games and byes of one of the event's rounds as the given round of the tournament.
    pub(super) fn enter_round(
        &self,
        tournament: &mut Tournament,
        number: Round,
        round: &super::round::Round,
    ) -> Result<(), PairingError> {
        for game in self.games_of(round.number) {
            self.enter_game(tournament, number, game)?;
        }
        for bye in round.table.byes.iter().filter(|bye| bye.against.is_none()) {
            let player = self.number_of(bye.entry)?;
            tournament.set_cell(player, number, Cell::bye(pairing_bye(bye.kind)))?;
        }
        for bye in &round.table.byes {
            let Some(against) = bye.against else { continue };
            let (ours, theirs) = (self.number_of(bye.entry)?, self.number_of(against)?);
            let (mut won, lost) = BoardResult::SecondForfeits.cells(ours, theirs);
            won.award = Some(self.bye_award(bye));
            tournament.set_cell(ours, number, won)?;
            tournament.set_cell(theirs, number, lost)?;
        }
        for [one, other] in &round.table.absent {
            tournament.record(
                number,
                self.number_of(*one)?,
                self.number_of(*other)?,
                BoardResult::BothForfeit,
            )?;
        }
        Ok(())
    }

    /// The event as the next round is paired from it: adjourned games count as drawn, and who is not to be
    /// paired has a bye in that round.
    pub fn tournament_to_pair(&self, next: RoundNumber) -> Result<Tournament, PairingError> {
        let mut tournament = self.tournament(Some(next.saturating_sub(1)))?;
        tournament.settings.points.adjourned = tournament.settings.points.draw;
        if let Some(round) = Round::new(u32::from(next)) {
            for entry in self.entries.values().filter(|entry| !entry.plays_in(next)) {
                tournament.set_cell(self.number_of(entry.id)?, round, Cell::bye(Bye::ZeroPoint))?;
            }
        }
        Ok(tournament)
    }

    fn number_of(&self, entry: EntryId) -> Result<PairingNumber, PairingError> {
        let unsuitable =
            || PairingError::Unsuitable { why: "a round names a player who is not entered".to_owned() };
        self.entries.get(&entry).and_then(pairing_number).ok_or_else(unsuitable)
    }

    fn enter_game(&self, tournament: &mut Tournament, round: Round, game: &Game) -> Result<(), PairingError> {
        let (first, second) = (self.number_of(game.first)?, self.number_of(game.second)?);
        let (mut ours, mut theirs) = board_result(game).cells(first, second);
        if let Some(result) = &game.result {
            ours.award = Some(award(result, Seat::First));
            theirs.award = Some(award(result, Seat::Second));
        }
        tournament.set_cell(first, round, ours)?;
        tournament.set_cell(second, round, theirs)
    }

    fn pairing_settings(&self) -> PairingSettings {
        let system = match self.settings.format {
            Format::RoundRobin => System::RoundRobin { cycles: 1 },
            Format::DoubleRoundRobin => System::RoundRobin { cycles: 2 },
            Format::Swiss => System::Dutch,
            Format::Knockout => System::Knockout,
            Format::Match => System::Match,
            Format::Free => System::Free,
        };
        // How many rounds a bracket takes hangs on its results, which are read with these settings.
        let rounds = match self.settings.format {
            Format::Knockout => 0,
            Format::Match => self.settings.rounds,
            _ => self.planned_rounds(),
        };
        let mut settings = PairingSettings::new(system, u32::from(rounds));
        settings.points = point_table(&self.settings);
        settings.greatest_win = self.greatest_win();
        settings.initial_side = self.first_side;
        settings.nominal_points_count = self.settings.nominal_counts;
        settings.forbidden = self.forbidden.iter().filter_map(|group| self.pairing_group(group)).collect();
        if self.settings.is_accelerated
            && let Some(last) = self.upper_half_to.or_else(|| self.upper_half())
            && let Some(last_of_group_a) = PairingNumber::new(u32::from(last))
        {
            settings.acceleration = Acceleration::Baku { last_of_group_a };
        } else if self.settings.format == Format::Swiss && !self.settings.file.virtual_points.is_empty() {
            let lists = &self.settings.file.virtual_points;
            let listed = |(id, points): (&EntryId, &Vec<Points>)| {
                Some((pairing_number(self.entries.get(id)?)?, points.clone()))
            };
            settings.acceleration = Acceleration::Listed(lists.iter().filter_map(listed).collect());
        }
        settings
    }

    fn pairing_group(&self, group: &ForbiddenGroup) -> Option<tiger_pairing::ForbiddenGroup> {
        Some(tiger_pairing::ForbiddenGroup {
            players: group.players.iter().filter_map(|id| pairing_number(self.entries.get(id)?)).collect(),
            first_round: Round::new(u32::from(group.first_round))?,
            last_round: group.last_round.and_then(|last| Round::new(u32::from(last))),
        })
    }

    /// The last pairing number of the upper half of those who begin in round 1: half of them, rounded up to an
    /// even number (C.04.5.1).
    pub fn upper_half(&self) -> Option<u16> {
        let numbers: Vec<_> =
            self.entries_by_number().into_iter().filter(|e| e.is_in(1)).map(|e| e.number).collect();
        let size = numbers.len().div_ceil(4) * 2;
        numbers.get(size.min(numbers.len()).checked_sub(1)?).copied()
    }

    /// The most that one game can bring, where that is more than the ordinary win.
    fn greatest_win(&self) -> Option<Points> {
        let greatest = self.settings.points.greatest_win(self.settings.game);
        let nominal = if self.settings.nominal_counts { greatest.nominal } else { 0 };
        let greatest = halves(greatest.halves + nominal);
        Some(greatest).filter(|points| *points > usual_points(&self.settings.points, self.settings.game).win)
    }
}

/// What an ordinary win, draw and loss are worth, and byes; games carry what they really gave.
pub fn point_table(settings: &Settings) -> PointTable {
    let mut table = usual_points(&settings.points, settings.game);
    table.pairing_allocated_bye = settings.byes.points(ByeKind::Pairing);
    table.full_point_bye = settings.byes.points(ByeKind::FullPoint);
    table.half_point_bye = settings.byes.points(ByeKind::HalfPoint);
    // Standings wait for an adjourned game; only a pairing counts it as drawn meanwhile.
    table.adjourned = Points::ZERO;
    table
}

/// What an ordinary win, draw and loss are worth by a table, and byes as the results they stand for.
pub fn usual_points(table: &PointsTable, game: GameKind) -> PointTable {
    match table {
        PointsTable::Event(table) => {
            PointTable::new(halves(table.win.halves), halves(table.draw.halves), halves(table.loss.halves))
        }
        PointsTable::Game => PointTable::new(standard_win(game), Points::whole(1), Points::ZERO),
    }
}

/// The win that an event of this game counts with where no game says more: the checkmate's, Dragon's direct
/// capture's.
const fn standard_win(game: GameKind) -> Points {
    match game {
        GameKind::LancerChess | GameKind::TigerChess | GameKind::Dance => Points::whole(3),
        GameKind::Dragon => Points::whole(5),
    }
}

pub const fn pairing_bye(kind: ByeKind) -> Bye {
    match kind {
        ByeKind::Pairing => Bye::PairingAllocated,
        ByeKind::HalfPoint => Bye::HalfPoint,
        ByeKind::ZeroPoint => Bye::ZeroPoint,
        ByeKind::FullPoint => Bye::FullPoint,
    }
}

fn award(result: &GameResult, seat: Seat) -> Award {
    let given = result.points[super::result::seat_index(seat)];
    let is_greater = result.entry.winner == Some(seat) && result.entry.is_greater_victory();
    Award { points: halves(given.halves), nominal: halves(given.nominal), grade: u8::from(is_greater) }
}

pub(super) fn board_result(game: &Game) -> BoardResult {
    let Some(result) = &game.result else {
        return if game.adjourned.is_some() { BoardResult::Adjourned } else { BoardResult::Open };
    };
    match (result.entry.ending, result.entry.winner) {
        (Ending::Forfeit, Some(Seat::First)) => BoardResult::SecondForfeits,
        (Ending::Forfeit, Some(Seat::Second)) => BoardResult::FirstForfeits,
        (Ending::Forfeit, None) => BoardResult::BothForfeit,
        (_, Some(Seat::First)) => BoardResult::FirstWins,
        (_, Some(Seat::Second)) => BoardResult::SecondWins,
        (Ending::Disqualification | Ending::Time, None) => BoardResult::BothLose,
        (_, None) => BoardResult::Draw,
    }
}
