//! Ties of the final standings: players level on points whose order a play-off or lots decide, where the rules of the event
//! want it so, whatever the tie-breaks say (C.07, 4.2).

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::offered::offered;
use crate::{EntryId, Event, Reason, Refusal};

/// How a tie is settled.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Settling {
    #[default]
    PlayOff,
    Lots,
}

offered!(Settling {
    PlayOff: "play_off", "play-off";
    Lots: "lots", "drawing of lots";
});

/// Players level on points, in the order that they have among each other.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SettledTie {
    /// At least two, the best first.
    pub players: Vec<EntryId>,
    pub by: Settling,
    /// How it came about, such as the games of a play-off.
    pub reason: Reason,
}

impl SettledTie {
    /// The most of an event.
    pub const MOST: usize = 200;

    /// Such as `by play-off (2 : 0): Moor, then Ash`.
    pub fn told(&self, event: &Event) -> String {
        let names: Vec<_> = self.players.iter().map(|player| event.name_of(*player)).collect();
        format!("by {} ({}): {}", self.by.title(), self.reason, names.join(", then "))
    }

    /// Reads what [`Self::told`] has written, with the players found by their names.
    pub fn read(told: &str, find: impl Fn(&str) -> Option<EntryId>) -> Option<Self> {
        let told = told.trim().strip_prefix("by ")?;
        let by = Settling::ALL.into_iter().find(|by| told.starts_with(&format!("{} (", by.title())))?;
        let (reason, names) = told.get(by.title().len() + 2..)?.rsplit_once("): ")?;
        let players = names.split(", then ").map(find).collect::<Option<Vec<_>>>()?;
        (players.len() > 1).then_some(Self { players, by, reason: Reason::parse(reason).ok()? })
    }

    /// All of them in one line.
    pub(crate) fn summary(event: &Event, ties: &[Self]) -> String {
        match ties {
            [] => "none".to_owned(),
            ties => ties.iter().map(|tie| tie.told(event)).collect::<Vec<_>>().join("; "),
        }
    }

    pub(crate) fn check(event: &Event, ties: &[Self]) -> Result<(), Refusal> {
        if ties.len() > Self::MOST {
            return Err(Refusal::Invalid(format!("An event has {} settled ties at most.", Self::MOST)));
        }
        let mut known = BTreeSet::new();
        for tie in ties {
            if tie.players.len() < 2 {
                return Err(Refusal::invalid("A tie is between two players at least."));
            }
            for player in &tie.players {
                if !event.entries.contains_key(player) {
                    return Err(Refusal::NotFound("player"));
                }
                if !known.insert(*player) {
                    let name = event.name_of(*player);
                    return Err(Refusal::Invalid(format!("{name} stands twice among those who are tied.")));
                }
            }
        }
        Ok(())
    }
}

impl Event {
    /// Why no tie can be settled now, if none can.
    pub fn ties_wait_for(&self) -> Option<String> {
        if self.settings.format.has_bracket() {
            return Some("Here the games of the bracket decide.".to_owned());
        }
        self.places_wait_for()
    }
}
