//! The desk: where the day stands and what to do next.

use askama::Template;
use tiger_event::bracket::Due;
use tiger_event::round::StageRound;
use tiger_event::text::count;
use tiger_event::{Attendance, Bracket, Departure, Event, Round, RoundState};

use super::appeals::{open_appeals, upheld_without_ruling};
use super::rulings::decided;
use super::ties::{TieRow, level};
use super::{ChoicesPage, GridPage};
use crate::access::EventAccess;
use crate::clock;
use crate::pages::parts::{Step, StepState};
use crate::pages::{EventTab, FormView, Frame};
use crate::publish::HallPart;
use crate::services::entries::{Missing, is_numbered_past_ratings};
use crate::services::queue::{decisions, queue};
use crate::services::rounds::all_in;

#[derive(Template)]
#[template(path = "rounds/desk.html")]
pub struct DeskPage {
    pub frame: Frame,
    pub steps: Vec<Step>,
    pub next: NextAction,
    /// Ties of the bracket that are level and wait for a tie-break game or a ruling.
    pub level: Vec<TieRow>,
    /// Where appeals wait for their committee, with the place in words.
    pub appeals: Vec<(String, String)>,
    /// Where one was upheld and no ruling has followed.
    pub upheld: Vec<(String, String)>,
    /// Who has left a round robin otherwise than the rule has it, each with their page.
    pub left_otherwise: Vec<(String, String)>,
    pub tiles: Vec<Tile>,
    pub is_public: bool,
    pub is_finished: bool,
    /// Whether the person may publish, hide and finish the event.
    pub is_chief: bool,
    /// Whether the event can be finished now although more rounds are planned.
    pub can_finish: bool,
    /// The form of what everybody is told.
    pub announcement: FormView,
    pub is_announcing: bool,
    /// Why the last action was refused; may be empty.
    pub refusal: String,
}

/// The one thing to do next.
pub struct NextAction {
    /// What is to be done, as a headline.
    pub title: String,
    /// A sentence that says why.
    pub sentence: String,
    pub button: &'static str,
    pub icon: &'static str,
    pub href: String,
    /// Fields, if it is a form that is sent rather than a link.
    pub form: Option<Vec<(String, String)>>,
}

/// One number at a glance.
pub struct Tile {
    pub label: String,
    /// The number or word.
    pub value: String,
    /// A note under it; may be empty.
    pub note: String,
    pub href: String,
}

impl DeskPage {
    /// The desk, with how many players wait who registered by themselves.
    pub fn of(access: &EventAccess, registered: usize) -> Self {
        let event = &*access.event;
        Self {
            frame: access.frame(Some(EventTab::Desk)),
            steps: steps(access, event),
            next: next(access, event, registered),
            level: level(access).unwrap_or_default(),
            appeals: open_appeals(access),
            upheld: upheld_without_ruling(access),
            left_otherwise: left_otherwise(access),
            tiles: tiles(access, event, registered),
            is_public: event.is_public,
            is_finished: event.is_finished,
            is_chief: access.role.is_chief(),
            can_finish: event.current_round().is_none()
                && !event.rounds.is_empty()
                // With no round to come, it is what stands above as the next thing.
                && event.next_round().is_some()
                && event.waiting_for_a_result().is_empty(),
            announcement: FormView::fresh("announce"),
            is_announcing: event.announcement.is_some(),
            refusal: String::new(),
        }
    }
}

fn left_otherwise(access: &EventAccess) -> Vec<(String, String)> {
    let told = access.event.left_otherwise().filter(|_| !access.event.is_finished).map(|(entry, games, played)| {
        let rule = match played.by_rule() {
            Departure::Annul => "annul them all",
            Departure::Forfeit => "let their results stand",
        };
        let said = format!(
            "{} has left and has played {} of {} games, {}: FIDE’s rules for competitions {rule}. Here {}.",
            entry.details.name,
            played.played,
            played.all,
            played.share(),
            games.title()
        );
        (access.path(&format!("/entries/{}", entry.id)), said)
    });
    told.collect()
}

/// Players, pairing, results, close, finish; the ones between are those of the current round.
fn steps(access: &EventAccess, event: &Event) -> Vec<Step> {
    let current = event.current_round();
    let here = match (event.is_finished, current.map(|round| (round.state, round.number))) {
        (true, _) => 5,
        (false, Some((RoundState::Draft, _))) => 1,
        (false, Some((_, number))) if event.missing(number).is_empty() => 3,
        (false, Some(_)) => 2,
        (false, None) if event.entries.len() < 2 => 0,
        (false, None) if event.next_round().is_some() => 1,
        (false, None) => 4,
    };
    let closed = event.rounds.iter().filter(|round| round.state == RoundState::Closed).count();
    let number = current
        .map_or_else(|| event.next_round().map_or(closed, usize::from), |round| usize::from(round.number))
        .max(1);
    let results = current
        .filter(|round| round.state == RoundState::Published)
        .map(|round| GridPage::path(access, round.number));
    let all = [
        ("Players".to_owned(), Some(access.path("/entries"))),
        (format!("Pair round {number}"), (here == 1).then(|| access.path("/draft"))),
        (format!("Results of round {number}"), results.clone()),
        (format!("Close round {number}"), results),
        ("Finish".to_owned(), None),
    ];
    let state = |place: usize| match place.cmp(&here) {
        std::cmp::Ordering::Less => StepState::Done,
        std::cmp::Ordering::Equal => StepState::Here,
        std::cmp::Ordering::Greater => StepState::Ahead,
    };
    all.into_iter()
        .enumerate()
        .map(|(place, (label, href))| Step { label, href, state: state(place) })
        .collect()
}

/// What is done on another page, to which a button with an icon leads.
fn link(
    title: impl Into<String>,
    sentence: impl Into<String>,
    (button, icon): (&'static str, &'static str),
    href: String,
) -> NextAction {
    NextAction { title: title.into(), sentence: sentence.into(), button, icon, href, form: None }
}

const OPEN_QUEUE: &str = "Open the queue";

fn next(access: &EventAccess, event: &Event, registered: usize) -> NextAction {
    let has_prizes = event.prizes().is_some_and(|prizes| !prizes.lists.is_empty());
    if event.is_finished && has_prizes && !event.shows_prizes() {
        let sentence = "Its standings are final, and the list of the prizes is not public yet.";
        let prizes = access.path("/settings/prizes/list");
        return link("Publish who wins the prizes", sentence, ("Who wins them", "trophy"), prizes);
    }
    if event.is_finished {
        let (sentence, button) = ("Its standings are final.", ("Standings", "trophy"));
        return link("The event is finished", sentence, button, access.path("/standings"));
    }
    match event.current_round() {
        Some(round) if round.state == RoundState::Draft => link(
            format!("Look at the draft of round {}", round.number),
            "Only arbiters see it. Change what you like, then publish it.",
            ("Open the draft", "pencil"),
            access.path("/draft"),
        ),
        Some(round) => next_in_round(access, event, round),
        None if event.entries.len() < 2 && registered > 0 => link(
            "Accept who has registered",
            format!("{} to be looked at.", count(registered, "registration waits", "registrations wait")),
            ("Registrations", "inbox"),
            access.path("/registrations"),
        ),
        None if event.entries.len() < 2 => link(
            "Enter the players",
            "By hand, pasted from a list, or from a file: CSV, a spreadsheet, or a report file.",
            ("Enter players", "user-plus"),
            access.path("/entries"),
        ),
        None => match event.next_round() {
            Some(number) => next_pairing(access, event, number),
            None if !event.waiting_for_a_result().is_empty() => adjourned(access, event),
            None => NextAction {
                form: Some(vec![("finished".to_owned(), "yes".to_owned())]),
                ..link(
                    "Finish the event",
                    "All planned rounds are closed. The standings become final.",
                    ("Finish event", "trophy"),
                    access.path("/desk/finish"),
                )
            },
        },
    }
}

fn adjourned(access: &EventAccess, event: &Event) -> NextAction {
    let (title, sentence) = match event.waiting_for_a_result().len() {
        1 => ("Collect the result of an adjourned game".to_owned(), "It is all that is missing to the end."),
        count => (
            format!("Collect the results of {count} adjourned games"),
            "They are all that is missing to the end.",
        ),
    };
    link(title, sentence, (OPEN_QUEUE, "gavel"), access.path("/queue"))
}

fn next_pairing(access: &EventAccess, event: &Event, number: u16) -> NextAction {
    let expected = event.entries.values().filter(|entry| entry.attendance == Attendance::Expected).count();
    let sentence = if is_numbered_past_ratings(event) {
        "Pairing numbers do not follow the ratings: the page of the draft can give them anew.".to_owned()
    } else if number == 1 && expected > 0 {
        let expected = count(expected, "player is", "players are");
        format!("{expected} not checked in yet. The draft can be made all the same; only arbiters see it.")
    } else {
        "The draft is for arbiters only, until you publish it.".to_owned()
    };
    let bracket = event.bracket(None).ok().flatten();
    let due = bracket.as_ref().map(Bracket::due);
    if let (Some(bracket), Some(Due::Round(StageRound { game: None, .. }))) = (&bracket, due)
        && bracket.level().iter().all(|tie| tie.is_forfeited_by_both(event))
    {
        return link(
            "Decide who goes on",
            "Both players of a tie forfeited. A ruling says who goes on, or that both are out.",
            ("To the ties", "gavel"),
            access.path("/ties"),
        );
    }
    let title = match due {
        Some(Due::Round(place)) => format!("Pair round {number}: {}", event.stage_round_title(place)),
        _ => format!("Pair round {number}"),
    };
    NextAction {
        form: Some(vec![
            ("round".to_owned(), number.to_string()),
            ("start".to_owned(), "proposal".to_owned()),
        ]),
        ..link(title, sentence, ("Draft the pairing", "swords"), access.path("/draft"))
    }
}

fn next_in_round(access: &EventAccess, event: &Event, round: &Round) -> NextAction {
    let games = event.games_of(round.number);
    let disputes: usize = games.iter().map(|game| game.disputes.len()).sum();
    let open = games.iter().filter(|game| game.awaits_result()).count();
    if disputes > 0 {
        let title = match disputes {
            1 => "Settle a dispute".to_owned(),
            disputes => format!("Settle {disputes} disputes"),
        };
        let sentence = "What was reported or handed in does not agree, or breaks the rules.";
        return link(title, sentence, (OPEN_QUEUE, "gavel"), access.path("/queue"));
    }
    let flags = access.flags_to_note();
    if flags > 0 {
        let title = match flags {
            1 => "Note a fallen flag".to_owned(),
            flags => format!("Note {flags} fallen flags"),
        };
        let sentence = "By the program's clock; players can agree on nothing before.";
        return link(title, sentence, (OPEN_QUEUE, "clock"), access.path("/queue"));
    }
    if open > 0 {
        let title = format!("Collect the results of round {}", round.number);
        let sentence = match open {
            1 => "One board is open.".to_owned(),
            open => format!("{open} of {} boards are open.", games.len()),
        };
        let button = ("Enter results", "list-ordered");
        return link(title, sentence, button, GridPage::path(access, round.number));
    }
    let missing = event.missing(round.number).len();
    if missing > 0 {
        let all = games.len();
        let sentence = match missing {
            1 => "One board lacks the dice that its points depend on.".to_owned(),
            missing => format!("{missing} of {all} boards lack the dice that their points depend on."),
        };
        let choices = ChoicesPage::path(access, round.number);
        return link("Enter the dice", sentence, ("Choices and dice", "dices"), choices);
    }
    NextAction {
        form: Some(Vec::new()),
        ..link(
            format!("Close round {}", round.number),
            match open_appeals(access).is_empty() && upheld_without_ruling(access).is_empty() {
                true => format!("{}, and nobody disagrees.", all_in(event, round.number)),
                false => format!("{}.", all_in(event, round.number)),
            },
            ("Close round", "lock"),
            access.path(&format!("/rounds/{}/close", round.number)),
        )
    }
}

fn tile(label: impl Into<String>, value: impl Into<String>, note: impl Into<String>, href: String) -> Tile {
    Tile { label: label.into(), value: value.into(), note: note.into(), href }
}

fn tiles(access: &EventAccess, event: &Event, registered: usize) -> Vec<Tile> {
    let there = event.entries.values().filter(|entry| entry.is_seen() && !event.has_left(entry)).count();
    let left = event.entries.values().filter(|entry| event.has_left(entry)).count();
    let mut note = format!("{there} checked in");
    if left > 0 {
        note.push_str(&format!(", {left} withdrawn"));
    }
    let closed = event.rounds.iter().filter(|round| round.state == RoundState::Closed).count();
    let current = event.current_round().map(|round| round.number);
    let is_beside = |round: &&Round| round.state == RoundState::Published && Some(round.number) != current;
    let mut tiles = vec![
        tile("Players", event.entries.len().to_string(), note, access.path("/entries")),
        tile("Rounds closed", format!("{closed} of {}", event.planned_rounds()), "", access.path("/rounds")),
    ];
    // While an earlier round is open again, the desk is about that one.
    for round in event.rounds.iter().filter(is_beside) {
        let (games, href) = (event.games_of(round.number), GridPage::path(access, round.number));
        let done = games.iter().filter(|game| game.result.is_some()).count();
        let note = "results in, it is being played";
        tiles.push(tile(format!("Round {}", round.number), format!("{done} of {}", games.len()), note, href));
    }
    let (time, what) = match event.next_beginning() {
        Some(line) => {
            let day = line.begins.format("%A %-d %B");
            (line.begins.format("%H:%M").to_string(), format!("{}, {day}", line.title()))
        }
        None if event.is_finished => ("–".to_owned(), String::new()),
        None => ("–".to_owned(), "no time is set for a round to come".to_owned()),
    };
    tiles.push(tile("Timetable", time, what, access.path("/settings/timetable")));
    if let Some(set) = event.prizes.as_ref().filter(|set| !set.prizes.lists.is_empty()) {
        let sum = format!("{} {}", set.prizes.sum(), set.prizes.currency);
        let note = match (event.shows_prizes(), set.is_published) {
            (true, _) => "the list is public",
            (false, true) => "the list is public again after the last round",
            (false, false) => "the list is not public",
        };
        tiles.push(tile("Prizes", sum, note, access.path("/settings/prizes/list")));
    }
    if registered > 0 || event.registration.is_some() {
        let note = if event.open_registration(clock::now()).is_some() { "open" } else { "" };
        tiles.push(tile(
            "Registrations waiting",
            registered.to_string(),
            note,
            access.path("/registrations"),
        ));
    }
    if let Some(round) = event.current_round().filter(|round| round.state == RoundState::Published) {
        let games = event.games_of(round.number);
        let done = games.iter().filter(|game| game.result.is_some()).count();
        let (label, value) =
            (format!("Results of round {}", round.number), format!("{done} of {}", games.len()));
        tiles.push(tile(label, value, "", GridPage::path(access, round.number)));
        let missing = Missing::of(event).at_boards(event, round.number);
        if missing > 0 {
            let label = format!("Not here in round {}", round.number);
            let href = access.path(&format!("/rounds/{}/absent", round.number));
            tiles.push(tile(label, missing.to_string(), "by board", href));
        }
    }
    let clocks = access.clocks_to_see();
    let (beside, decisions) = (event.open_wishes().len() + clocks, decisions(event) + clocks);
    let note = format!("{} in the queue", queue(event).len() + beside);
    tiles.push(tile("For your decision", decisions.to_string(), note, access.path("/queue")));
    if event.settings.format.has_bracket() && event.published_rounds() > 0 {
        let bracket = event.bracket(None).ok().flatten();
        let ties = bracket.iter().flat_map(|bracket| bracket.stages.iter().flatten());
        let (mut all, mut decided) = (0, 0);
        for tie in ties {
            all += 1;
            decided += usize::from(tie.is_decided());
        }
        let value = format!("{decided} of {all}");
        tiles.push(tile("Ties decided", value, "", access.path("/ties")));
    }
    let decided = event.games.values().filter(|game| decided(event, game).is_some()).count();
    let rulings = event.rulings.len() + event.tie_rulings.len() + decided;
    tiles.push(tile("Rulings", rulings.to_string(), "", access.path("/rulings")));
    tiles
}
