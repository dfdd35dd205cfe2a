//! The whole state of one event, and how to look into it.
//!
//! An [`Event`] is only ever made by [`Event::create`] and changed by [`Event::apply`]; both are pure, so the
//! ledger's entries, applied in order, give the same event again.

use std::collections::BTreeMap;
use std::sync::Arc;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::announcement::Announcement;
use crate::appeals::SetAppealTerms;
use crate::bracket::{Due, TieRuling};
use crate::forbidden::ForbiddenGroup;
use crate::prizes::SetPrizes;
use crate::registration::RegistrationTerms;
use crate::shared::SharedMap;
use crate::timetable::SetTimetable;
use crate::{
    Actor, Category, Command, Entry, EntryId, EventCommand, EventId, Game, GameId, Meta, PersonName, Refusal,
    Round, RoundNumber, RoundState, Ruling, Seat, Settings, SettledTie, Slug, StaffRole, UserId,
};

/// An arbiter of an event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StaffMember {
    /// The name when appointed.
    pub name: PersonName,
    pub role: StaffRole,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Event {
    pub id: EventId,
    pub slug: Slug,
    /// How many ledger entries it has; every change raises it by one.
    pub version: u64,
    pub settings: Settings,
    /// The ledger entry that last changed the settings.
    pub settings_revision: u64,
    /// Whether everybody may see its published parts.
    pub is_public: bool,
    pub is_finished: bool,
    pub staff: BTreeMap<UserId, StaffMember>,
    pub entries: SharedMap<EntryId, Entry>,
    /// Its rounds, round 1 first.
    pub rounds: Vec<Round>,
    /// The games of published rounds.
    pub games: SharedMap<GameId, Game>,
    /// What arbiters ruled, oldest first.
    #[serde(with = "super::shared::list")]
    pub rulings: Vec<Arc<Ruling>>,
    /// What arbiters ruled about ties of a bracket, oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tie_rulings: Vec<TieRuling>,
    /// The side that lots gave the odd numbers in round 1 of a Swiss event, once they were drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_side: Option<Seat>,
    /// Players who must not meet, in the order in which they were named.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub forbidden: Vec<ForbiddenGroup>,
    /// The last pairing number of the upper half in an accelerated event, fixed when round 1 is published.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub upper_half_to: Option<u16>,
    /// On what terms players may register by themselves; none when they may not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub registration: Option<RegistrationTerms>,
    /// The ledger entry that last changed these terms; 0 before the first.
    #[serde(default)]
    pub registration_revision: u64,
    /// When rounds and breaks begin, once that was said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timetable: Option<SetTimetable>,
    /// The categories, in the order in which pages show them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub categories: Vec<Category>,
    /// The ledger entry that last changed them; 0 before the first.
    #[serde(default, skip_serializing_if = "super::is_default")]
    pub categories_revision: u64,
    /// The prizes, once they were set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prizes: Option<SetPrizes>,
    /// Ties of the final standings that a play-off or lots settled.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub settled_ties: Vec<SettledTie>,
    /// The ledger entry that last changed them; 0 before the first.
    #[serde(default, skip_serializing_if = "super::is_default")]
    pub settled_ties_revision: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub announcement: Option<Announcement>,
    /// On what terms players appeal, once that was said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub appeals: Option<SetAppealTerms>,
    /// The ledger entry that last erased somebody; 0 before the first.
    #[serde(default, skip_serializing_if = "super::is_default")]
    pub erased: u64,
    pub created_at: DateTime<Utc>,
    pub changed_at: DateTime<Utc>,
}

impl Event {
    /// The event that a [`EventCommand::CreateEvent`] makes.
    pub fn create(meta: &Meta, command: &Command) -> Result<Self, Refusal> {
        let Command::Event(EventCommand::CreateEvent { event, slug, settings, chief, chief_name }) = command
        else {
            return Err(Refusal::invalid("An event begins with being created."));
        };
        settings.check()?;
        let member = StaffMember { name: chief_name.clone(), role: StaffRole::Chief };
        Ok(Self {
            id: *event,
            slug: slug.clone(),
            version: meta.seq,
            settings: (**settings).clone(),
            settings_revision: meta.seq,
            is_public: false,
            is_finished: false,
            staff: BTreeMap::from([(*chief, member)]),
            entries: SharedMap::new(),
            rounds: Vec::new(),
            games: SharedMap::new(),
            rulings: Vec::new(),
            tie_rulings: Vec::new(),
            first_side: None,
            forbidden: Vec::new(),
            upper_half_to: None,
            registration: None,
            registration_revision: 0,
            timetable: None,
            categories: Vec::new(),
            categories_revision: 0,
            prizes: None,
            settled_ties: Vec::new(),
            settled_ties_revision: 0,
            announcement: None,
            appeals: None,
            erased: 0,
            created_at: meta.at,
            changed_at: meta.at,
        })
    }

    /// The event that commands tell, its creation first, as the program itself would give them.
    pub fn told(commands: &[Command], at: DateTime<Utc>) -> Result<Self, Refusal> {
        let meta = |seq| Meta { seq, at, by: Actor::Program };
        let (create, rest) = commands.split_first().ok_or(Refusal::NotFound("event"))?;
        let mut event = Self::create(&meta(1), create)?;
        for command in rest {
            let meta = meta(event.version + 1);
            event = event.after(&meta, command)?;
        }
        Ok(event)
    }

    /// Carries a command out. On a refusal the event is as it was.
    pub fn apply(&mut self, meta: &Meta, command: &Command) -> Result<(), Refusal> {
        *self = self.clone().after(meta, command)?;
        Ok(())
    }

    /// The event after a command. On a refusal nothing is left of it: for those who have a copy of their own, and for
    /// long stories, in which a copy for each command would take longer than everything else.
    pub fn after(mut self, meta: &Meta, command: &Command) -> Result<Self, Refusal> {
        self.check_permission(&meta.by, command)?;
        command.carry_out(&mut self, meta)?;
        self.version = meta.seq;
        self.changed_at = meta.at;
        Ok(self)
    }

    /// The event after a command that is given now, which more may be asked of than of one in a ledger.
    pub fn given(self, meta: &Meta, command: &Command) -> Result<Self, Refusal> {
        self.check_permission(&meta.by, command)?;
        command.check_new(&self, meta)?;
        self.after(meta, command)
    }

    pub fn entry(&self, id: EntryId) -> Result<&Entry, Refusal> {
        self.entries.get(&id).ok_or(Refusal::NotFound("entry"))
    }

    /// A game of a published round.
    pub fn game(&self, id: GameId) -> Result<&Game, Refusal> {
        self.games.get(&id).ok_or(Refusal::NotFound("game"))
    }

    pub(super) fn game_mut(&mut self, id: GameId) -> Result<&mut Game, Refusal> {
        self.games.get_mut(&id).ok_or(Refusal::NotFound("game"))
    }

    pub fn round(&self, number: RoundNumber) -> Result<&Round, Refusal> {
        self.rounds.iter().find(|round| round.number == number).ok_or(Refusal::NotFound("round"))
    }

    pub fn entries_by_number(&self) -> Vec<&Entry> {
        let mut entries: Vec<_> = self.entries.values().collect();
        entries.sort_by_key(|entry| entry.number);
        entries
    }

    /// Who entered before the first round, by number: their places are the drawing numbers of a round robin.
    pub fn drawn(&self) -> Vec<&Entry> {
        self.entries_by_number().into_iter().filter(|entry| entry.first_round == 1).collect()
    }

    /// The games of a round, board 1 first.
    pub fn games_of(&self, round: RoundNumber) -> Vec<&Game> {
        let mut games: Vec<_> = self.games.values().filter(|game| game.round == round).collect();
        games.sort_by_key(|game| game.board);
        games
    }

    /// Whether a round is closed: players count on its points.
    pub fn has_closed_rounds(&self) -> bool {
        self.rounds.iter().any(|round| round.state == RoundState::Closed)
    }

    /// Adjourned games of closed rounds whose results are still to come, the oldest round first.
    pub fn waiting_for_a_result(&self) -> Vec<&Game> {
        let closed = self.rounds.iter().filter(|round| round.state == RoundState::Closed);
        let games = closed.flat_map(|round| self.games_of(round.number));
        games.filter(|game| game.result.is_none()).collect()
    }

    /// The round that is being played or prepared: the first one that is not closed.
    pub fn current_round(&self) -> Option<&Round> {
        self.rounds.iter().find(|round| round.state != RoundState::Closed)
    }

    pub fn draft(&self) -> Option<&Round> {
        self.rounds.iter().find(|round| round.state == RoundState::Draft)
    }

    /// The round that was paired after one, a draft included, if any was.
    pub fn round_after(&self, number: RoundNumber) -> Option<RoundNumber> {
        self.rounds.iter().map(|later| later.number).find(|later| *later > number)
    }

    /// The number of the round to be drafted next, if all others are closed and the event plans one more.
    pub fn next_round(&self) -> Option<RoundNumber> {
        let done = RoundNumber::try_from(self.rounds.len()).ok()?;
        if self.current_round().is_some() || self.is_finished {
            return None;
        }
        let is_another_due = match self.bracket(None) {
            Ok(Some(bracket)) => matches!(bracket.due(), Due::Round(_)),
            _ => done < self.planned_rounds(),
        };
        is_another_due.then(|| done + 1)
    }

    /// How many rounds everybody may see; drafts come after them.
    pub fn published_rounds(&self) -> RoundNumber {
        let published = self.rounds.iter().filter(|round| round.state != RoundState::Draft);
        published.map(|round| round.number).max().unwrap_or(0)
    }

    /// How many rounds the event will have; in a bracket as many as it needs as it stands.
    pub fn planned_rounds(&self) -> RoundNumber {
        if let Ok(Some(bracket)) = self.bracket(None) {
            return self.published_rounds() + bracket.rounds_to_come();
        }
        self.settings.format.rounds_for(self.drawn().len()).unwrap_or(self.settings.rounds)
    }

    /// The rounds that exist already, tie-break games left out: they come on top of what is planned.
    pub fn rounds_by_plan(&self) -> usize {
        let is_extra = |round: &&Round| round.table.stage.is_some_and(|at| at.game.is_none());
        self.rounds.len() - self.rounds.iter().filter(is_extra).count()
    }

    /// The player's name, or a dash for an entry that is not there.
    pub fn name_of(&self, entry: EntryId) -> &str {
        self.entries.get(&entry).map_or("–", |entry| entry.details.name.as_str())
    }

    /// Board and round for people, such as `board 3 of round 2`.
    pub fn place_of(&self, game: &Game) -> String {
        format!("board {} of round {}", self.board_number(game), game.round)
    }

    /// Round and board at the head of a page or a line, such as `Round 3, board 7`.
    pub fn place_title(&self, game: &Game) -> String {
        format!("Round {}, board {}", game.round, self.board_number(game))
    }

    /// The number that stands on the table in the hall.
    pub fn board_number(&self, game: &Game) -> u16 {
        self.number_of_board(game.round, game.board)
    }

    /// The number that a board of a round bears, by its place in it from 1.
    pub fn number_of_board(&self, round: RoundNumber, board: u16) -> u16 {
        board.saturating_sub(1).saturating_add(self.first_board(round))
    }

    /// The number of a round's first board.
    pub fn first_board(&self, round: RoundNumber) -> u16 {
        let own = self.round(round).ok().and_then(|round| round.first_board);
        own.unwrap_or(self.settings.first_board)
    }
}
