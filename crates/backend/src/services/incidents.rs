//! What was noted about each player, in all rounds together: an arbiter at the second board must know of the first.

use std::collections::{BTreeMap, BTreeSet};

use tiger_event::{EntryId, Event, IncidentKind, RoundNumber};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Noted {
    pub player: EntryId,
    /// Each kind with the rounds in which it was noted, one as often as it was.
    pub kinds: BTreeMap<IncidentKind, Vec<RoundNumber>>,
}

impl Noted {
    /// How often anything was noted.
    pub fn count(&self) -> usize {
        self.kinds.values().map(Vec::len).sum()
    }

    /// In words, such as `Illegal move 2 (rounds 1, 3); Warning 1 (round 3)`.
    pub fn words(&self) -> String {
        let kind = |(kind, rounds): (&IncidentKind, &Vec<RoundNumber>)| {
            let count = rounds.len();
            let rounds: BTreeSet<_> = rounds.iter().collect();
            let noun = if rounds.len() == 1 { "round" } else { "rounds" };
            let list = rounds.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
            format!("{} {} ({noun} {list})", kind.title(), count)
        };
        self.kinds.iter().map(kind).collect::<Vec<_>>().join("; ")
    }
}

/// The players about whom something was noted, those with most first; players with as much by number.
pub fn by_player(event: &Event) -> Vec<Noted> {
    let mut players: BTreeMap<EntryId, BTreeMap<IncidentKind, Vec<RoundNumber>>> = BTreeMap::new();
    for game in event.games.values() {
        for incident in game.protocol.incidents.iter().filter(|incident| incident.stands()) {
            if let Some(seat) = incident.player {
                let kinds = players.entry(game.player(seat)).or_default();
                kinds.entry(incident.kind).or_default().push(game.round);
            }
        }
    }
    let mut noted: Vec<_> = players
        .into_iter()
        .map(|(player, mut kinds)| {
            kinds.values_mut().for_each(|rounds| rounds.sort_unstable());
            Noted { player, kinds }
        })
        .collect();
    let number = |noted: &Noted| event.entries.get(&noted.player).map_or(u16::MAX, |entry| entry.number);
    noted.sort_by_key(|noted| (std::cmp::Reverse(noted.count()), number(noted)));
    noted
}
