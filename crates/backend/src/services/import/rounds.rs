//! The rounds of a file as commands: byes, drafts, publication, results, closing.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use tiger_event::tournament::TIE_COMMENT;
use tiger_event::{
    AwardCommand, ByeKind, Command, Departure, EntryCommand, EntryId, ForbiddenCommand, Format, GameId,
    Leaving, Pairing, Reason, ResultCommand, ResultEntry, RoundBye, RoundCommand, RoundNumber, Seat,
    Settings, SettledTie, Table,
};
use tiger_pairing::trf::Report;
use tiger_pairing::{
    Bye, Cell, Entry, ForfeitResult, GameResult, PairingNumber, Round, Side, System, Tournament,
};
use tiger_rules::{Ending, GamePoints};

use super::mistakes::Places;
use super::notes::named;
use super::{FROM_FILE, FileMistake, Newcomer, RoundSummary, add_entries};
use crate::clock;

#[derive(Default)]
pub(super) struct Told {
    pub(super) commands: Vec<Command>,
    pub(super) rounds: Vec<RoundSummary>,
    pub(super) later_byes: usize,
    pub(super) notes: Vec<String>,
    pub(super) mistakes: Vec<FileMistake>,
}

pub(super) fn tell(report: &Report, settings: &Settings, people: &[Newcomer], places: &Places) -> Told {
    let mut teller = Teller {
        tournament: &report.tournament,
        next: report.tournament.next_round(),
        settings,
        ids: people.iter().map(|person| (person.number, person.id)).collect(),
        people,
        places,
        told: Told::default(),
        left: Vec::new(),
    };
    teller.begin();
    let paired = teller.next.get() - 1;
    for number in 1..=paired {
        if let (Ok(round), Some(place)) = (RoundNumber::try_from(number), Round::new(number)) {
            teller.round(round, place, number == paired);
        }
    }
    teller.later(report);
    teller.note_who_left(report);
    teller.settle_ties(report);
    teller.told
}

struct Teller<'a> {
    tournament: &'a Tournament,
    /// The first round of the file that is not paired.
    next: Round,
    settings: &'a Settings,
    ids: BTreeMap<PairingNumber, EntryId>,
    people: &'a [Newcomer],
    places: &'a Places,
    told: Told,
    /// Who has nothing more from a round on.
    left: Vec<(PairingNumber, RoundNumber)>,
}

struct Board {
    first: (PairingNumber, Cell),
    second: (PairingNumber, Cell),
}

impl Teller<'_> {
    fn give(&mut self, command: impl Into<Command>) {
        self.told.commands.push(command.into());
    }

    fn id(&self, number: PairingNumber) -> Option<EntryId> {
        self.ids.get(&number).copied()
    }

    fn name(&self, number: PairingNumber) -> &str {
        let person = self.people.iter().find(|person| person.number == number);
        person.map_or("", |person| person.details.name.as_str())
    }

    /// Who is taken as gone, unless the file says so of rounds to come.
    fn note_who_left(&mut self, report: &Report) {
        let says_so = |number| report.later_byes.iter().any(|later| later.player == number);
        let left = self.left.iter().filter(|(number, _)| !says_so(*number));
        let left: Vec<_> =
            left.map(|(number, round)| format!("{} (from round {round} on)", self.name(*number))).collect();
        if !left.is_empty() {
            let named = named(&left);
            self.told.notes.push(format!("The last rounds of their lines are empty, so these have left: {named}. Who plays on comes back on the page of the player."));
        }
    }

    /// What a file of this program tells of play-offs and lots.
    fn settle_ties(&mut self, report: &Report) {
        let told: Vec<_> =
            report.other_lines.iter().filter_map(|line| line.text.strip_prefix(TIE_COMMENT)).collect();
        let find = |name: &str| {
            let named = self.people.iter().find(|person| person.details.name.as_str() == name);
            named.map(|person| person.id)
        };
        let ties: Vec<_> = told.iter().filter_map(|told| SettledTie::read(told, find)).collect();
        if ties.len() < told.len() {
            self.told.notes.push(
                "How some ties were settled cannot be read from the file: settle them again, under Ties in the settings."
                    .to_owned(),
            );
        }
        if !ties.is_empty() {
            self.give(AwardCommand::SettleTies { ties, seen: 0 });
        }
    }

    fn cells(&self, number: PairingNumber) -> &[Cell] {
        self.tournament.player(number).map_or(&[], |player| &player.cells)
    }

    fn cell(&self, number: PairingNumber, round: Round) -> Cell {
        let cell = self.tournament.player(number).and_then(|player| player.cell(round));
        cell.copied().unwrap_or_else(|| Entry::Unplayed.into())
    }

    /// The first round in which the player is anything but absent without a word. Nobody enters a bracket late, nor an
    /// event that is over: who is in none of its rounds left before the first.
    fn first_round(&self, number: PairingNumber) -> RoundNumber {
        let is_in_none = || self.cells(number).iter().all(|cell| cell.entry == Entry::Unplayed);
        let is_over = u32::from(self.settings.rounds) < self.next.get();
        if (self.tournament.settings.system == System::Knockout || is_over) && is_in_none() {
            return 1;
        }
        let before = self.cells(number).iter().position(|cell| cell.entry != Entry::Unplayed);
        RoundNumber::try_from(before.unwrap_or(self.next.index())).unwrap_or(0).saturating_add(1)
    }

    /// Players, the lot, forbidden pairs.
    fn begin(&mut self) {
        let entries = add_entries(self.people, |person| self.first_round(person.number));
        self.give(entries);
        if self.next > Round::FIRST {
            let entries = self.people.iter().map(|person| person.id).collect();
            self.give(EntryCommand::CheckIn { entries, is_present: true });
        }
        if self.settings.format == Format::Swiss
            && let Some(side) = self.first_side()
        {
            self.give(RoundCommand::DrawFirstSide { side });
        }
        for group in &self.tournament.settings.forbidden {
            let players: Vec<_> = group.players.iter().filter_map(|number| self.id(*number)).collect();
            let first_round = RoundNumber::try_from(group.first_round.get()).unwrap_or(RoundNumber::MAX);
            let planned = u32::from(self.settings.rounds);
            // To the end of the event means for good.
            let last = group.last_round.filter(|last| last.get() < planned);
            let last_round = last.and_then(|last| RoundNumber::try_from(last.get()).ok());
            if players.len() >= 2 {
                let group = clock::new_id();
                self.give(ForbiddenCommand::ForbidPairs { group, players, first_round, last_round });
            }
        }
    }

    /// The side that the lot gave, or that round 1 shows.
    fn first_side(&mut self) -> Option<Seat> {
        if self.tournament.settings.initial_side.is_some() {
            return self.tournament.settings.initial_side;
        }
        let paired = self.tournament.players().filter_map(|player| player.cell(Round::FIRST));
        let paired = paired.filter(|cell| cell.was_paired());
        let seen = (0_usize..).zip(paired).find_map(|(place, cell)| {
            let side = cell.side_played()?;
            Some(if place.is_multiple_of(2) { side } else { side.other() })
        });
        if let Some(side) = seen {
            let word = if side == Side::First { "first" } else { "second" };
            self.told.notes.push(format!(
                "The file does not say what the lot gave: round 1 shows that the odd numbers moved {word}."
            ));
        }
        seen
    }

    fn round(&mut self, number: RoundNumber, round: Round, is_last: bool) {
        let boards = self.boards(round);
        let mut table = Table::default();
        for board in &boards {
            if let (Some(first), Some(second)) = (self.id(board.first.0), self.id(board.second.0)) {
                let why = FROM_FILE.to_owned();
                let pairing = Pairing { game: clock::new_id(), first, second, why, is_forced: false };
                table.boards.push(pairing);
            }
        }
        self.byes(number, round, &mut table);
        let games: Vec<GameId> = table.boards.iter().map(|board| board.game).collect();
        let mut summary =
            RoundSummary { boards: boards.len(), byes: table.byes.len(), ..RoundSummary::default() };
        let system = self.settings.format;
        self.give(RoundCommand::DraftRound { round: number, system, table });
        self.give(RoundCommand::PublishRound { round: number, seen: u64::MAX });
        for (board, game) in boards.iter().zip(games) {
            summary.forfeits += usize::from(matches!(board.first.1.entry, Entry::Forfeit { .. }));
            summary.open += usize::from(self.result(board, game, round, is_last));
        }
        if !is_last || summary.open == 0 {
            self.give(RoundCommand::CloseRound { round: number });
        }
        self.told.rounds.push(summary);
    }

    /// The boards of a round, in the order of the players' points before it.
    fn boards(&self, round: Round) -> Vec<Board> {
        let mut boards = Vec::new();
        for player in self.tournament.players() {
            let cell = self.cell(player.number, round);
            let Some(opponent) = cell.opponent() else { continue };
            let other = self.cell(opponent, round);
            let is_first = match (side_of(cell.entry), side_of(other.entry)) {
                (Some(own), theirs) => own == Side::First && theirs != Some(Side::First),
                (None, Some(theirs)) => theirs == Side::Second,
                (None, None) => player.number < opponent,
            };
            if is_first {
                boards.push(Board { first: (player.number, cell), second: (opponent, other) });
            }
        }
        boards.sort_by_cached_key(|board| {
            let score = |number| {
                let player = self.tournament.player(number);
                player.map_or(0, |player| self.tournament.score_before(player, round).halves())
            };
            let (one, two) = (board.first.0, board.second.0);
            let scores = [score(one), score(two)];
            let higher = if (scores[0], Reverse(one)) >= (scores[1], Reverse(two)) { one } else { two };
            (Reverse(scores[0].max(scores[1])), Reverse(scores[0].min(scores[1])), higher)
        });
        boards
    }

    /// Byes: asked for where the format knows that, otherwise put into the round by hand.
    fn byes(&mut self, number: RoundNumber, round: Round, table: &mut Table) {
        for person in self.people {
            let cell = self.cell(person.number, round);
            if self.first_round(person.number) > number || cell.opponent().is_some() {
                continue;
            }
            if self.has_left(person.number, round) {
                let before = Round::new(round.get() - 1);
                if !before.is_some_and(|before| self.has_left(person.number, before)) {
                    let (entry, from_round) = (person.id, number);
                    self.left.push((person.number, number));
                    self.give(EntryCommand::Withdraw { entry, from_round, leaving: None });
                }
                continue;
            }
            let kind = match cell.entry {
                Entry::Bye(Bye::PairingAllocated) => ByeKind::Pairing,
                Entry::Bye(bye) => kind(bye),
                _ => ByeKind::ZeroPoint,
            };
            if kind != ByeKind::Pairing && self.takes_wishes() {
                let (entry, kind) = (person.id, Some(kind));
                self.give(EntryCommand::RequestBye { entry, round: number, kind });
            }
            table.byes.push(RoundBye::new(person.id, kind));
        }
    }

    const fn takes_wishes(&self) -> bool {
        matches!(self.settings.format, Format::Swiss | Format::Free)
    }

    /// Whether the player was away in a round, counted from 0; nobody was in a round that there was not.
    fn is_absent(&self, number: PairingNumber, round: Option<usize>) -> bool {
        let cell = round.and_then(|round| self.cells(number).get(round));
        cell.is_some_and(|cell| matches!(cell.entry, Entry::Unplayed | Entry::Bye(Bye::ZeroPoint)))
    }

    /// Whether the file has nothing more of a player from this round on. In a round robin such a round is a bye, as
    /// the schedule goes on without him.
    fn has_left(&self, number: PairingNumber, round: Round) -> bool {
        self.takes_wishes()
            && self.cells(number).iter().skip(round.index()).all(|cell| cell.entry == Entry::Unplayed)
    }

    /// Tells a board's result; whether it has none yet.
    fn result(&mut self, board: &Board, game: GameId, round: Round, is_last: bool) -> bool {
        use ForfeitResult as F;
        use GameResult as G;
        let (ours, theirs) = (board.first.1, board.second.1);
        let points = [self.points(&ours), self.points(&theirs)];
        let decided =
            |winner| ResultEntry { awarded: Some(points), ..ResultEntry::plain(winner, Ending::Arbiter) };
        let result = match (ours.entry, theirs.entry) {
            (Entry::Game { result: G::Open, .. }, _) | (_, Entry::Game { result: G::Open, .. }) => {
                if !is_last {
                    let column = Places::result_column(round.index());
                    let line = self.places.line(board.first.0);
                    let sentence =
                        format!("The game of round {round} has no result, but later rounds are paired.");
                    self.told.mistakes.push(FileMistake::new(line, column, sentence));
                }
                return true;
            }
            (Entry::Game { result: G::Adjourned, .. }, _) | (_, Entry::Game { result: G::Adjourned, .. }) => {
                if let Ok(reason) = Reason::parse("Adjourned, as the report file says.") {
                    self.give(ResultCommand::Adjourn { game, reason: Some(reason) });
                }
                return false;
            }
            (Entry::Game { result: G::Win, .. }, _) => decided(Some(Seat::First)),
            (_, Entry::Game { result: G::Win, .. }) => decided(Some(Seat::Second)),
            (Entry::Game { result: G::Loss, .. }, Entry::Game { result: G::Loss, .. })
                if points == [GamePoints::ZERO; 2] =>
            {
                ResultEntry::plain(None, Ending::Disqualification)
            }
            (Entry::Game { result: G::Loss, .. }, Entry::Game { result: G::Loss, .. }) => {
                self.both_lost(game, points);
                return false;
            }
            (Entry::Game { result: one, .. }, Entry::Game { result: other, .. }) if one != other => {
                let names = [board.first.0, board.second.0].map(|number| self.name(number));
                self.told.notes.push(format!(
                    "In round {round} the file has a draw for one of {} and {} and a loss for the other: here it is a draw, with the points of the file.",
                    names[0], names[1]
                ));
                decided(None)
            }
            (Entry::Game { .. }, _) => decided(None),
            (Entry::Forfeit { result: F::Win, .. }, _) => {
                ResultEntry::plain(Some(Seat::First), Ending::Forfeit)
            }
            (_, Entry::Forfeit { result: F::Win, .. }) => {
                ResultEntry::plain(Some(Seat::Second), Ending::Forfeit)
            }
            _ => ResultEntry::plain(None, Ending::Forfeit),
        };
        self.give(ResultCommand::EnterResult { game, result, seen: 0 });
        false
    }

    /// By the table nobody scores where both lose: other points are a ruling's.
    fn both_lost(&mut self, game: GameId, points: [GamePoints; 2]) {
        let Ok(reason) = Reason::parse("Both lost, as the report file says.") else { return };
        let result =
            ResultEntry { awarded: Some(points), ..ResultEntry::plain(None, Ending::Disqualification) };
        let ruling = clock::new_id();
        self.give(ResultCommand::Overrule { ruling, game, result, reason, article: None, seen: 0 });
    }

    fn points(&self, cell: &Cell) -> GamePoints {
        let halves = |points: tiger_pairing::Points| u32::try_from(points.halves()).unwrap_or(0);
        match cell.award {
            Some(award) => GamePoints { halves: halves(award.points), nominal: halves(award.nominal) },
            None => GamePoints::from_halves(halves(self.tournament.cell_points(cell))),
        }
    }

    /// Who is in no round to come has left the event, and so has whose games are annulled. With a single round to come, who
    /// takes it off may as well have asked for a bye: that one has left who missed the round before, too.
    fn leavers(&mut self, later: &mut Vec<(PairingNumber, Round, Bye)>) {
        let annulled = &self.tournament.settings.annulled;
        let from_round = RoundNumber::try_from(self.next.get()).unwrap_or(RoundNumber::MAX);
        let to_come = self.tournament.settings.rounds.saturating_sub(self.next.get() - 1) as usize;
        let mut left = Vec::new();
        for person in self.people {
            let away =
                later.iter().filter(|(player, _, bye)| *player == person.number && *bye == Bye::ZeroPoint);
            let is_annulled = annulled.contains(&person.number);
            let is_gone = match to_come {
                0 => false,
                1 if !self.settings.format.is_round_robin() => {
                    away.count() == 1 && self.is_absent(person.number, self.next.index().checked_sub(1))
                }
                rounds => away.count() >= rounds,
            };
            if is_annulled || is_gone {
                let games = if is_annulled { Departure::Annul } else { Departure::Forfeit };
                left.push((person.id, person.number, games));
            }
        }
        later.retain(|(player, ..)| !left.iter().any(|(_, number, _)| number == player));
        for (entry, _, games) in left {
            let leaving = Some(Leaving { games, reason: None });
            self.give(EntryCommand::Withdraw { entry, from_round, leaving });
        }
    }

    /// Byes of rounds that are not paired yet.
    fn later(&mut self, report: &Report) {
        let of_next =
            self.people.iter().filter_map(|person| match self.cell(person.number, self.next).entry {
                Entry::Bye(bye) => Some((person.number, self.next, bye)),
                _ => None,
            });
        let listed = report.later_byes.iter().map(|later| (later.player, later.round, later.bye));
        let mut later: Vec<_> = of_next.chain(listed).collect();
        if !self.settings.format.has_bracket() {
            self.leavers(&mut later);
        }
        if !later.is_empty() && !self.takes_wishes() {
            self.told.notes.push(format!(
                "Byes of rounds to come are left out: {} has none that are asked for.",
                self.settings.format.title().to_lowercase()
            ));
            return;
        }
        for (player, round, bye) in later {
            if let (Some(entry), Ok(round)) = (self.id(player), RoundNumber::try_from(round.get())) {
                self.give(EntryCommand::RequestBye { entry, round, kind: Some(kind(bye)) });
                self.told.later_byes += 1;
            }
        }
    }
}

/// The side that a line gives; a forfeit may have none.
const fn side_of(entry: Entry) -> Option<Side> {
    match entry {
        Entry::Game { side, .. } => Some(side),
        Entry::Forfeit { side, .. } => side,
        _ => None,
    }
}

const fn kind(bye: Bye) -> ByeKind {
    match bye {
        Bye::PairingAllocated | Bye::FullPoint => ByeKind::FullPoint,
        Bye::HalfPoint => ByeKind::HalfPoint,
        Bye::ZeroPoint => ByeKind::ZeroPoint,
    }
}
