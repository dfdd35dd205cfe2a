//! On what terms players may appeal: until when, and who decides. Of all this readers see nothing; what a committee changes
//! is an ordinary ruling.

use chrono::{DateTime, NaiveDateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

use crate::{Event, Game, PersonName, Refusal, RoundNumber, local_time};

/// Until when an appeal is handed in, and who decides about it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AppealTerms {
    pub until: Until,
    pub committee: Vec<PersonName>,
}

/// Until when an appeal is handed in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "until", rename_all = "snake_case")]
pub enum Until {
    /// So long after the end of the last game of the round.
    After { minutes: u16 },
    /// Until a moment, whatever the round.
    Moment {
        /// When, by the clocks of the event's zone.
        at: NaiveDateTime,
    },
}

/// The terms as they stand.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SetAppealTerms {
    pub terms: AppealTerms,
    /// The ledger entry that set them.
    pub revision: u64,
}

impl Default for AppealTerms {
    fn default() -> Self {
        Self { until: Until::After { minutes: Self::USUAL_MINUTES }, committee: Vec::new() }
    }
}

impl AppealTerms {
    /// What an event has that says nothing else.
    pub const USUAL_MINUTES: u16 = 60;

    /// The longest that a deadline is after the last game: two days.
    pub const MOST_MINUTES: u16 = 2 * 24 * 60;

    /// The most members of a committee.
    pub const MOST_MEMBERS: usize = 15;

    pub fn check(&self) -> Result<(), Refusal> {
        if matches!(self.until, Until::After { minutes } if minutes > Self::MOST_MINUTES) {
            return Err(Refusal::Invalid(format!(
                "An appeal is handed in within {} minutes at most.",
                Self::MOST_MINUTES
            )));
        }
        check_members(&self.committee)
    }

    /// In words, such as `until 60 minutes after the last game of the round; committee Moor, Tessa`.
    pub fn summary(&self) -> String {
        let until = self.until_words();
        let members: Vec<&str> = self.committee.iter().map(PersonName::as_str).collect();
        let members = if members.is_empty() { "nobody named yet".to_owned() } else { members.join("; ") };
        format!("{until}; committee: {members}")
    }

    /// The deadline in words, such as `until 60 minutes after the last game of the round`.
    pub fn until_words(&self) -> String {
        match self.until {
            Until::After { minutes: 1 } => "until 1 minute after the last game of the round".to_owned(),
            Until::After { minutes } => format!("until {minutes} minutes after the last game of the round"),
            Until::Moment { at } => format!("until {}", local_time::in_words(at)),
        }
    }
}

/// Refuses a committee that is too large, or names somebody twice.
pub fn check_members(members: &[PersonName]) -> Result<(), Refusal> {
    if members.len() > AppealTerms::MOST_MEMBERS {
        return Err(Refusal::Invalid(format!(
            "A committee has {} members at most.",
            AppealTerms::MOST_MEMBERS
        )));
    }
    let twice = members.iter().enumerate().find(|(place, name)| members[..*place].contains(name));
    twice.map_or(Ok(()), |(_, name)| Err(Refusal::Invalid(format!("{name} stands twice in the committee."))))
}

impl Event {
    pub fn appeal_terms(&self) -> AppealTerms {
        self.appeals.as_ref().map_or_else(AppealTerms::default, |set| set.terms.clone())
    }

    /// The ledger entry that last set these terms; 0 before the first.
    pub fn appeal_terms_revision(&self) -> u64 {
        self.appeals.as_ref().map_or(0, |set| set.revision)
    }

    /// Until when appeals about a round are handed in; none while it is being played.
    pub fn appeals_until(&self, round: RoundNumber) -> Option<DateTime<Utc>> {
        match self.appeal_terms().until {
            Until::Moment { at } => Some(local_time::moments(at, self.settings.time_zone)[0]),
            Until::After { minutes } => {
                let games = self.games.values().filter(|game| game.round == round);
                let ends: Option<Vec<_>> = games.map(|game| self.ended_at(game)).collect();
                Some(ends?.into_iter().max()? + TimeDelta::minutes(minutes.into()))
            }
        }
    }

    /// When a game got its first result: a ruling does not begin the time anew.
    fn ended_at(&self, game: &Game) -> Option<DateTime<Utc>> {
        let ruled = self.rulings.iter().filter(|ruling| ruling.game == game.id);
        let before = ruled.filter_map(|ruling| ruling.before.as_ref().map(|before| before.at));
        before.chain(game.result.as_ref().map(|result| result.at)).min()
    }
}
