//! Stages, rounds and places of a bracket in words.

use super::{Bracket, How, Tie, TieKind, TieState};
use crate::round::StageRound;
use crate::{EntryId, Event, Format, RoundNumber};

/// The name of a stage with so many ties, the match for third place not counted.
fn stage_name(ties: usize) -> String {
    match ties {
        1 => "Final".to_owned(),
        2 => "Semifinals".to_owned(),
        4 => "Quarterfinals".to_owned(),
        _ => format!("Round of {}", ties * 2),
    }
}

impl Bracket {
    /// The name of a stage, such as `Semifinals`.
    pub fn stage_title(&self, stage: u32) -> String {
        stage_name(self.stage(stage).iter().filter(|tie| tie.kind == TieKind::Main).count())
    }

    fn is_final(&self, tie: &Tie) -> bool {
        tie.kind == TieKind::Main && tie.id.stage as usize == self.stages.len()
    }

    /// What its winner has of a tie.
    pub fn gain(&self, tie: &Tie) -> &'static str {
        match tie.kind {
            TieKind::ThirdPlace => "is third",
            TieKind::Main if self.is_final(tie) => "has won",
            TieKind::Main => "goes on",
        }
    }

    /// The name of a tie's place, such as `Quarterfinal 3`.
    pub fn tie_title(&self, tie: &Tie) -> String {
        let stage = self.stage_title(tie.id.stage);
        match (tie.kind, stage.strip_suffix('s')) {
            (TieKind::ThirdPlace, _) => "Match for third place".to_owned(),
            _ if self.is_final(tie) => "Final".to_owned(),
            (TieKind::Main, Some(one)) => format!("{one} {}", tie.id.slot),
            (TieKind::Main, None) => format!("{stage}, tie {}", tie.id.slot),
        }
    }

    /// How far a player has come, such as `Winner` or `Out in the quarterfinals`.
    pub fn stand(&self, entry: EntryId) -> String {
        let Some(tie) = self.last_tie(entry) else { return String::new() };
        let stage = self.stage_title(tie.id.stage).to_lowercase();
        let is_final = self.is_final(tie);
        let stand = match (tie.state, tie.kind) {
            (TieState::Decided { winner, .. }, kind) if winner == Some(entry) => match kind {
                TieKind::ThirdPlace => "Third place",
                TieKind::Main if is_final => "Winner",
                TieKind::Main => "Goes on",
            },
            (TieState::Decided { winner: None, .. }, TieKind::ThirdPlace) => {
                "Out in the match for third place"
            }
            (TieState::Decided { winner: None, .. }, TieKind::Main) if is_final => "Out in the final",
            (TieState::Decided { .. }, TieKind::ThirdPlace) => "Fourth place",
            (TieState::Decided { .. }, TieKind::Main) if is_final => "Lost the final",
            (TieState::Decided { .. }, TieKind::Main) => return format!("Out in the {stage}"),
            (_, TieKind::ThirdPlace) => "Plays for third place",
            (_, TieKind::Main) => return format!("In the {stage}"),
        };
        stand.to_owned()
    }
}

impl Event {
    /// What a round is in the bracket, such as `Semifinals, game 2 of 2`; empty in other formats.
    pub fn stage_of_round(&self, round: RoundNumber) -> String {
        let place = self.round(round).ok().and_then(|round| round.table.stage);
        place.map(|place| self.stage_round_title(place)).unwrap_or_default()
    }

    /// A round with what it is in the bracket, such as `Round 3: Semifinals`.
    pub fn round_title(&self, round: RoundNumber) -> String {
        match self.stage_of_round(round) {
            stage if stage.is_empty() => format!("Round {round}"),
            stage => format!("Round {round}: {stage}"),
        }
    }

    /// What a place in the bracket is.
    pub fn stage_round_title(&self, place: StageRound) -> String {
        let rules = self.settings.knockout;
        if self.settings.format == Format::Match {
            return match place.game {
                Some(game) => format!("Game {game} of {}", self.settings.rounds),
                None => "Tie-break game".to_owned(),
            };
        }
        let seeds = self.rounds.first().map_or(0, |round| round.table.seeds.len());
        let seeds = if seeds > 0 { seeds } else { self.proposed_seeds().len() };
        let stages = tiger_pairing::knockout::stages(seeds);
        let ties = 1_usize << stages.saturating_sub(place.stage).min(16);
        let mut title = stage_name(ties);
        if rules.third_place && place.stage == stages && stages > 1 {
            title.push_str(" and match for third place");
        }
        match place.game {
            None => format!("{title}, tie-break games"),
            Some(game) if rules.games > 1 => format!("{title}, game {game} of {}", rules.games),
            Some(_) => title,
        }
    }

    /// A decided tie in a sentence, such as `Ash, Rowan goes on by the points of the games`.
    pub fn tie_text(&self, tie: &Tie) -> String {
        match tie.state {
            TieState::Waiting => "The players are not known yet.".to_owned(),
            TieState::Playing if tie.games.is_empty() => "Still to be played.".to_owned(),
            TieState::Playing => "Still being played.".to_owned(),
            TieState::Level if tie.is_forfeited_by_both(self) => {
                "Both players forfeited: an arbiter decides.".to_owned()
            }
            TieState::Level => "Level: tie-break games or an arbiter’s decision are due.".to_owned(),
            TieState::Decided { winner: None, how: How::Bye } => "Nobody came this far.".to_owned(),
            TieState::Decided { winner: None, how } => format!("Both players are out {}.", how.text()),
            TieState::Decided { winner: Some(winner), how } => {
                // Nobody goes on from the match for third place.
                let wins = tie.kind == TieKind::ThirdPlace || matches!(how, How::Points | How::ExtraGames);
                let verb = if wins { "wins" } else { "goes on" };
                format!("{} {verb} {}.", self.name_of(winner), how.text())
            }
        }
    }
}

impl How {
    /// Words that follow `wins`, `goes on` or `has won the match`.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Bye => "without an opponent",
            Self::Points => "on points",
            Self::ExtraGames => "after tie-break games",
            Self::Walkover => "by walkover",
            Self::Ruling(_) => "by an arbiter’s ruling",
        }
    }
}
