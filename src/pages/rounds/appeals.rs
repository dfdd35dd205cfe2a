//! Appeals about one game, and what the register says of them.

use askama::Template;
use chrono::{DateTime, TimeDelta, Utc};
use tiger_event::protocol::{Appeal, AppealState};
use tiger_event::{Event, Game, PersonName, RoundNumber, RoundState};

use super::rulings::{RegisterRow, row};
use super::{local, names, result_text};
use crate::access::EventAccess;
use crate::clock;
use crate::pages::{Choice, EventTab, FormView, Frame};
use crate::services::queue::{Matter, queue};

#[derive(Template)]
#[template(path = "rounds/appeals.html")]
pub struct AppealsPage {
    pub frame: Frame,
    /// Where the game's pages begin.
    pub game: String,
    /// Round and board.
    pub place: String,
    pub names: String,
    /// Those there are, oldest first.
    pub appeals: Vec<AppealView>,
    /// Until when appeals about the round are handed in.
    pub time: String,
    pub is_over: bool,
    pub note: FormView,
    /// Who may appeal at this board.
    pub players: Vec<Choice>,
    pub against: Vec<Choice>,
    /// What is said of one that came late.
    pub late: Vec<Choice>,
    /// The zone of typed times.
    pub zone: String,
    /// What may become of an appeal.
    pub verdicts: Vec<Choice>,
    pub terms: String,
}

/// Where each appeal waits for its committee: the address and the place in words.
pub(super) fn open_appeals(access: &EventAccess) -> Vec<(String, String)> {
    places(access, "/appeals", |matter| matches!(matter, Matter::Appeal { .. }))
}

/// Where an appeal was upheld, and nobody has ruled since: the address and the place in words.
pub(super) fn upheld_without_ruling(access: &EventAccess) -> Vec<(String, String)> {
    places(access, "/result", |matter| matches!(matter, Matter::Upheld { .. }))
}

fn places(access: &EventAccess, page: &str, is_meant: impl Fn(&Matter) -> bool) -> Vec<(String, String)> {
    let event = &*access.event;
    let waiting = queue(event).into_iter().filter(|waiting| is_meant(&waiting.matter));
    let games = waiting.filter_map(|waiting| event.game(waiting.game).ok());
    games.map(|game| (access.game_path(game, page), event.place_title(game))).collect()
}

pub struct AppealView {
    /// The entry that noted it.
    pub step: u64,
    /// Who, against what.
    pub title: String,
    pub words: String,
    /// When it was handed in, until when it had to be, what was said of it if it came late.
    pub handed_in: String,
    /// What became of it; empty while it waits.
    pub outcome: String,
    /// The form of the decision, while it waits.
    pub decide: Option<FormView>,
}

impl AppealsPage {
    pub fn of(access: &EventAccess, game: &Game) -> Self {
        let event = &*access.event;
        let now = clock::now();
        let ruled = event.rulings.iter().filter(|ruling| ruling.game == game.id);
        let ruled = ruled.map(|ruling| {
            let label = format!("The ruling of {}: {}", local(event, ruling.after.at), ruling.reason);
            Choice::new(ruling.id.to_string(), label)
        });
        let result = game
            .result
            .as_ref()
            .map(|result| Choice::new("result", format!("The result: {}", result_text(event, game, result))));
        let mut players: Vec<Choice> = (game.players().into_iter())
            .map(|id| Choice::new(id.to_string(), event.name_of(id).to_owned()))
            .collect();
        players.push(Choice::new("other", "Another player, by pairing number"));
        // Whoever won has no reason to.
        let loser =
            game.result.as_ref().and_then(|result| result.entry.winner).map(|seat| game.player(seat.other()));
        let note = FormView::fresh("note");
        Self {
            frame: access.frame_under(EventTab::Queue),
            game: access.game_path(game, ""),
            place: event.place_title(game),
            names: names(event, game),
            appeals: game.protocol.appeals.iter().map(|appeal| AppealView::of(event, appeal)).collect(),
            time: until_words(event, game.round, now),
            is_over: event.appeals_until(game.round).is_some_and(|until| until < now),
            note: match loser {
                Some(loser) => note.with_value("player", loser.to_string()),
                None => note,
            },
            players,
            against: result.into_iter().chain(ruled).collect(),
            late: vec![
                Choice::new("", "It came in time"),
                Choice::new("heard", "Late, and heard all the same"),
                Choice::new("refused", "Late, and not heard"),
            ],
            zone: event.settings.time_zone.to_string(),
            verdicts: vec![Choice::new("upheld", "Upheld"), Choice::new("dismissed", "Dismissed")],
            terms: access.path("/settings/appeals"),
        }
    }

    /// Shows a form of a decision again.
    pub fn refill_decision(&mut self, step: u64, typed: FormView) {
        let waiting = self.appeals.iter_mut().find(|appeal| appeal.step == step);
        match waiting.and_then(|appeal| appeal.decide.as_mut()) {
            Some(form) => form.refill(typed),
            // Somebody was faster: what is wrong is said above the page.
            None => self.note.refill(typed),
        }
    }
}

impl AppealView {
    fn of(event: &Event, appeal: &Appeal) -> Self {
        let members: Vec<_> = event.appeal_terms().committee;
        let members: Vec<&str> = members.iter().map(PersonName::as_str).collect();
        let decide = || {
            let form = FormView::fresh(format!("decide-{}", appeal.step));
            form.with_value("members", members.join("\n"))
        };
        Self {
            step: appeal.step,
            title: format!("{} against {}", event.name_of(appeal.player), against(event, appeal)),
            words: appeal.words.to_string(),
            handed_in: handed_in(event, appeal),
            outcome: outcome(event, appeal),
            decide: appeal.is_open().then(decide),
        }
    }
}

fn against(event: &Event, appeal: &Appeal) -> String {
    let ruling = appeal.ruling.and_then(|id| event.rulings.iter().find(|ruling| ruling.id == id));
    match ruling {
        Some(ruling) => format!("the ruling of {}", local(event, ruling.after.at)),
        None => "the result".to_owned(),
    }
}

fn handed_in(event: &Event, appeal: &Appeal) -> String {
    let until = appeal.until.map(|until| {
        let verb = if appeal.made_at > until { "ended" } else { "ends" };
        format!("; the time {verb} {}", local(event, until))
    });
    let late = appeal.late.as_ref().map(|late| {
        let what = if late.is_heard { "Late, heard all the same" } else { "Late, not heard" };
        format!(" {what}: {}", late.reason)
    });
    let (until, late) = (until.unwrap_or_default(), late.unwrap_or_default());
    format!("Handed in {}, noted by {}{until}.{late}", local(event, appeal.made_at), appeal.by)
}

/// What became of an appeal; empty while it waits.
fn outcome(event: &Event, appeal: &Appeal) -> String {
    match &appeal.state {
        AppealState::Open | AppealState::NotHeard => String::new(),
        AppealState::Withdrawn { at, by } => format!("Withdrawn {}, noted by {by}.", local(event, *at)),
        AppealState::Decided(decision) => {
            let members: Vec<&str> = decision.members.iter().map(PersonName::as_str).collect();
            let verdict = if decision.is_upheld { "Upheld" } else { "Dismissed" };
            format!("{verdict} by {}, {}: {}", members.join("; "), local(event, decision.at), decision.words)
        }
    }
}

/// Until when appeals about a round are handed in, in a sentence.
fn until_words(event: &Event, round: RoundNumber, now: DateTime<Utc>) -> String {
    match event.appeals_until(round) {
        None => format!(
            "{}; appeals are handed in {}.",
            match event.round(round).is_ok_and(|round| round.state == RoundState::Closed) {
                true => format!("A game of round {round} is adjourned"),
                false => format!("Round {round} is being played"),
            },
            event.appeal_terms().summary().split(';').next().unwrap_or_default()
        ),
        Some(until) if until < now => {
            format!("The time for appeals about round {round} ended {}.", local(event, until))
        }
        Some(until) => format!(
            "Appeals about round {round} are handed in until {}: {} left.",
            local(event, until),
            left(until - now)
        ),
    }
}

/// How much time is left about an appeal that waits: until others come too late, and until the next round begins.
pub(super) fn time_left(event: &Event, round: RoundNumber, now: DateTime<Utc>) -> String {
    let mut said = vec![until_words(event, round, now)];
    let next = event.timetable().and_then(|timetable| timetable.of_round(round + 1));
    if let Some(next) = next {
        let begins = next.moment(event.settings.time_zone);
        if begins > now {
            said.push(format!("Round {} begins in {}.", round + 1, left(begins - now)));
        }
    }
    said.join(" ")
}

fn left(time: TimeDelta) -> String {
    let minutes = (time.num_seconds() + 59) / 60;
    match (minutes / 60, minutes % 60) {
        (0, 1) => "1 minute".to_owned(),
        (0, minutes) => format!("{minutes} minutes"),
        (hours, minutes) if hours < 48 => format!("{hours} h {minutes:02} min"),
        (hours, _) => format!("{} days", hours / 24),
    }
}

/// What the register says of the appeals of a game.
pub(super) fn register(access: &EventAccess, game: &Game) -> Vec<(DateTime<Utc>, RegisterRow)> {
    let event = &*access.event;
    let of = |appeal: &Appeal| {
        let kind = match &appeal.state {
            AppealState::Open => "Appeal, open",
            AppealState::NotHeard => "Appeal, not heard",
            AppealState::Withdrawn { .. } => "Appeal, withdrawn",
            AppealState::Decided(decision) if decision.is_upheld => "Appeal upheld",
            AppealState::Decided(_) => "Appeal dismissed",
        };
        let told = [
            format!("{} against {}: {}", event.name_of(appeal.player), against(event, appeal), appeal.words),
            handed_in(event, appeal),
            outcome(event, appeal),
        ];
        let row = RegisterRow {
            reason: told.join(" ").trim_end().to_owned(),
            href: access.game_path(game, "/appeals"),
            ..row(access, game, kind, appeal.made_at, &appeal.by)
        };
        (appeal.made_at, row)
    };
    game.protocol.appeals.iter().map(of).collect()
}
