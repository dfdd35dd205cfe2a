//! What people are to an event, and the one check of who may give a command that every way into the ledger goes through.

use serde::{Deserialize, Serialize};

use crate::{Actor, Command, EntryId, Event, GameId, Refusal, Seat, Speaker, UserId};

/// The rank of an arbiter in one event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StaffRole {
    /// Runs rounds and results.
    Arbiter,
    /// Also settles who else is an arbiter, and the event's settings once it runs.
    Chief,
}

impl StaffRole {
    pub const fn title(self) -> &'static str {
        match self {
            Self::Arbiter => "arbiter",
            Self::Chief => "chief arbiter",
        }
    }
}

/// What a person is to an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Administers the installation, and so every event.
    Administrator,
    Staff(StaffRole),
    /// A player who claimed an entry.
    Player(EntryId),
    /// Anybody else, signed in or not.
    Public,
}

impl Role {
    /// Whether drafts and everything else that waits for publication is shown.
    pub const fn is_arbiter(self) -> bool {
        matches!(self, Self::Administrator | Self::Staff(_))
    }

    /// Whether settings and staff may be changed.
    pub const fn is_chief(self) -> bool {
        matches!(self, Self::Administrator | Self::Staff(StaffRole::Chief))
    }
}

/// Who may give a command; arbiters may give all but those of the chief.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Who {
    /// Only administrators of the installation.
    Administrator,
    /// Only the chief arbiter.
    Chief,
    /// Arbiters.
    Arbiter,
    /// Also this person.
    User(UserId),
    /// Also this player.
    Entry(EntryId),
    /// Also this player of the game.
    Player(GameId, Seat),
    /// Also this player of the game, where players report their results.
    Reporter(GameId, Seat),
}

impl Event {
    /// What a person is to this event.
    pub fn role_of(&self, user: UserId, is_admin: bool) -> Role {
        if is_admin {
            return Role::Administrator;
        }
        if let Some(member) = self.staff.get(&user) {
            return Role::Staff(member.role);
        }
        let claimed = self.entries.values().find(|entry| entry.speaker == Speaker::Taken { user });
        claimed.map_or(Role::Public, |entry| Role::Player(entry.id))
    }

    /// Whether somebody speaks as an arbiter: the program itself may speak for players, as it retells what they said.
    pub(super) fn is_arbiter(&self, actor: &Actor) -> bool {
        actor.user().is_some() && self.role_of_actor(actor).is_arbiter()
    }

    fn role_of_actor(&self, actor: &Actor) -> Role {
        match actor {
            Actor::Program => Role::Administrator,
            Actor::User { id, is_admin, .. } => self.role_of(*id, *is_admin),
        }
    }

    pub(super) fn check_permission(&self, actor: &Actor, command: &Command) -> Result<(), Refusal> {
        let role = self.role_of_actor(actor);
        let forbidden = |sentence: &str| Err(Refusal::Forbidden(sentence.to_owned()));
        match command.who(self) {
            Ok(Who::Administrator) if role != Role::Administrator => {
                forbidden("Only an administrator of this installation may do this.")
            }
            Ok(Who::Chief) if !role.is_chief() => {
                forbidden("Only the chief arbiter of this event may do this.")
            }
            _ if role.is_arbiter() => Ok(()),
            Ok(Who::User(user)) if actor.user() == Some(user) => Ok(()),
            Ok(Who::Entry(entry)) if role == Role::Player(entry) => Ok(()),
            Ok(Who::Entry(_)) => forbidden("Only this player or an arbiter may do this."),
            Ok(Who::Reporter(..)) if !self.settings.players_report => {
                forbidden("In this event the arbiters enter all results.")
            }
            Ok(Who::Player(game, player) | Who::Reporter(game, player)) => {
                let own = Role::Player(self.game(game)?.player(player));
                if role == own {
                    return Ok(());
                }
                forbidden("Only the player at this board or an arbiter may do this.")
            }
            Ok(Who::Administrator | Who::Arbiter | Who::Chief | Who::User(_)) => {
                forbidden("Only an arbiter of this event may do this.")
            }
            Err(refusal) => Err(refusal),
        }
    }
}
