//! What can be tried in a sandbox: each is a command of the event, made from the state at hand, so that it can be offered
//! to the real event too.

use std::collections::BTreeSet;

use tiger_event::ids::GroupId;
use tiger_event::{
    Actor, Command, EntryCommand, EntryId, Event, EventCommand, ForbiddenCommand, Format, GameId, Meta,
    Reason, Refusal, ResultCommand, ResultEntry, Round, RoundCommand, RoundNumber, RoundState, Settings,
    Table,
};
use tiger_pairing::tiebreak::TieBreak;

use crate::services::pairing::{self, Start};

/// Something to try.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Trial {
    /// A game ends otherwise; none for no result.
    Result {
        game: GameId,
        result: Option<ResultEntry>,
    },
    Withdraw {
        entry: EntryId,
        from_round: RoundNumber,
    },
    /// Players must not meet in rounds to come.
    Apart {
        group: GroupId,
        players: BTreeSet<EntryId>,
        first_round: RoundNumber,
    },
    /// Other tie-breaks, the first one first.
    TieBreaks(Vec<TieBreak>),
    /// The next round is paired by the system and played.
    NextRound {
        round: RoundNumber,
        system: Format,
        table: Table,
    },
}

fn reason() -> Result<Reason, Refusal> {
    Reason::parse("Tried in a what-if.").map_err(|error| Refusal::Invalid(error.to_string()))
}

impl Trial {
    /// The next round as the system pairs it in this state.
    pub fn next_round(event: &Event) -> Result<Self, Refusal> {
        let (event, round) = ready_to_pair(event)?;
        let table = pairing::draft(&event, round, Start::Proposal)?;
        Ok(Self::NextRound { round, system: event.settings.format, table })
    }

    /// Whether it can be offered to the real event: rounds are paired there by its own page.
    pub const fn is_for_real(&self) -> bool {
        !matches!(self, Self::NextRound { .. })
    }

    /// The revision of what it changes, as the event stands.
    pub fn revision(&self, event: &Event) -> Result<u64, Refusal> {
        Ok(match self {
            Self::Result { game, .. } => event.game(*game)?.seen(),
            Self::TieBreaks(_) => event.settings_revision,
            Self::Withdraw { .. } | Self::Apart { .. } | Self::NextRound { .. } => 0,
        })
    }

    /// The one command that it is; `seen` is the revision that a form was made from, none for the one that stands.
    pub fn command(&self, event: &Event, seen: Option<u64>) -> Result<Command, Refusal> {
        let seen = seen.map_or_else(|| self.revision(event), Ok)?;
        Ok(match self {
            Self::Result { game, result: Some(result) } => {
                ResultCommand::EnterResult { game: *game, result: *result, seen }.into()
            }
            Self::Result { game, result: None } => {
                ResultCommand::ClearResult { game: *game, reason: reason()?, seen }.into()
            }
            Self::Withdraw { entry, from_round } => {
                let leaving = Some(event.leaving_by_rule(*entry, *from_round)?);
                EntryCommand::Withdraw { entry: *entry, from_round: *from_round, leaving }.into()
            }
            Self::Apart { group, players, first_round } => ForbiddenCommand::ForbidPairs {
                group: *group,
                players: players.iter().copied().collect(),
                first_round: *first_round,
                last_round: None,
            }
            .into(),
            Self::TieBreaks(tie_breaks) => {
                let settings = Settings { tie_breaks: tie_breaks.clone(), ..event.settings.clone() };
                EventCommand::change_settings(settings, seen).into()
            }
            Self::NextRound { round, system, table } => {
                RoundCommand::DraftRound { round: *round, system: *system, table: table.clone() }.into()
            }
        })
    }

    /// Everything that it takes in a sandbox: a closed round is opened for a result and closed again, a draft that was
    /// made from other points goes.
    pub fn commands(&self, event: &Event) -> Result<Vec<Command>, Refusal> {
        let own = self.command(event, Some(u64::MAX))?;
        match self {
            Self::Result { game, result } => {
                let (game, mut commands) = (event.game(*game)?, vec![own]);
                // What players agreed on or somebody ruled gives way in the real event to a ruling only.
                if game.is_settled() && result.is_some() {
                    commands.insert(
                        0,
                        Self::Result { game: game.id, result: None }.command(event, Some(u64::MAX))?,
                    );
                }
                let round = game.round;
                if event.round(round)?.state == RoundState::Closed {
                    commands.insert(0, RoundCommand::ReopenRound { round, reason: reason()? }.into());
                    commands.push(RoundCommand::CloseRound { round }.into());
                    commands.splice(0..0, drafted(event));
                }
                Ok(commands)
            }
            Self::NextRound { round, .. } => {
                let publish = RoundCommand::PublishRound { round: *round, seen: u64::MAX }.into();
                Ok(to_pair(event).into_iter().chain([own, publish]).collect())
            }
            _ => Ok(vec![own]),
        }
    }
}

/// Throws the draft away, if there is one.
fn drafted(event: &Event) -> Option<Command> {
    let draft = event.draft();
    draft.map(|round| RoundCommand::DiscardDraft { round: round.number }.into())
}

/// What has to be done before the next round is paired from the points as they stand.
fn to_pair(event: &Event) -> Vec<Command> {
    let close = |round: &&Round| round.state == RoundState::Published;
    let close =
        event.rounds.iter().filter(close).map(|it| RoundCommand::CloseRound { round: it.number }.into());
    drafted(event).into_iter().chain(close).collect()
}

/// The event with its rounds closed, and the round that is paired next.
pub(super) fn ready_to_pair(event: &Event) -> Result<(Event, RoundNumber), Refusal> {
    let mut ready = event.clone();
    for command in to_pair(event) {
        let meta = Meta { seq: ready.version + 1, at: ready.changed_at, by: Actor::Program };
        ready = ready.after(&meta, &command)?;
    }
    let round = ready.next_round().ok_or_else(|| Refusal::invalid("There is no further round."))?;
    Ok((ready, round))
}
