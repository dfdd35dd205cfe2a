//! What the room's page shows of a game.

use chrono::{DateTime, Utc};
use tiger_rules::{Answer, Question, Step, Variation};

use super::{Room, game_path};
use crate::domain::dice::{Cast, CastPurpose, CastState, purpose_title};
use crate::domain::event::Event;
use crate::domain::game::Game;
use crate::domain::offer::{Offer, OfferGroup, offers};
use crate::domain::record::{Checked, HandedIn};
use crate::domain::result::{Seat, Source, army, seat, seat_index};
use crate::domain::round::RoundState;
use crate::domain::text::capital;
use crate::pages::accord::AccordView;
use crate::pages::form::Choice;
use crate::pages::room::{
    CastView, OfferGroupView, PlayerView, RecordRow, ResultView, RoomForms, RoomPage, StepView,
};
use crate::pages::status::Status;
use crate::services::evidence::Known;

/// A time as the event's pages show it.
pub(super) fn local(event: &Event, at: DateTime<Utc>) -> String {
    at.with_timezone(&event.settings.time_zone).format("%-d %B %Y, %H:%M").to_string()
}

/// The page, with what the moves on file show.
pub(super) fn page(room: &Room<'_>, known: Option<&Known>, forms: RoomForms) -> RoomPage {
    let (access, game) = (room.access, room.game);
    let event = &*access.event;
    let kind = event.settings.game;
    let variation = game.variation(kind);
    let is_open = game.adjourned.is_some()
        || event.round(game.round).is_ok_and(|round| round.state == RoundState::Published);
    RoomPage {
        frame: access
            .frame(None)
            .under(format!("Round {}", game.round), access.path(&format!("/rounds/{}", game.round))),
        base: access.base(),
        game: game_path(access, game),
        round: game.round,
        board: event.board_number(game),
        players: [Seat::First, Seat::Second].map(|seat| player(event, game, seat)),
        status: status(game),
        variation: variation.filter(|_| has_variations(kind)).map(Variation::title).unwrap_or_default(),
        clock: event.settings.clock.for_game(game.scoring_variation(kind)).to_string(),
        step: step(event, game),
        answers: game.answers.iter().map(|answered| answer_text(event, game, answered.answer)).collect(),
        casts: game.casts.iter().map(|cast| cast_view(event, cast)).collect(),
        result: game.result.as_ref().map(|result| ResultView {
            text: event.result_text(game, &result.entry),
            source: source_text(result.source, &result.by),
            at: local(event, result.at),
        }),
        reports: std::array::from_fn(|i| {
            game.reports[i].as_ref().map(|r| event.result_text(game, &r.entry)).unwrap_or_default()
        }),
        disputes: game.disputes.iter().map(|dispute| dispute.sentence.clone()).collect(),
        records: game.records.iter().map(|record| record_row(event, game, record)).collect(),
        offers: offer_groups(event, game),
        is_arbiter: access.role.is_arbiter(),
        seat: room.seat,
        players_report: event.settings.players_report,
        is_open,
        accord: room.seat.filter(|_| is_open).and_then(|seat| {
            let accord = super::accord::accord(event, game, seat)?;
            Some(AccordView { dispute: forms.dispute.clone().unwrap_or(accord.dispute), ..accord })
        }),
        can_compare: super::compare::pair(game).is_some(),
        steps: super::steps::view::steps(room, known),
        forms,
    }
}

const fn has_variations(kind: tiger_rules::GameKind) -> bool {
    !matches!(kind, tiger_rules::GameKind::LancerChess)
}

fn player(event: &Event, game: &Game, at: Seat) -> PlayerView {
    let kind = event.settings.game;
    let variation = game.variation(kind);
    let index = seat_index(at);
    PlayerView {
        name: event.name_of(game.players()[index]).to_owned(),
        army: variation.map_or("", |variation| kind.side_name(army(variation, at))),
        turn: match at {
            Seat::First => "moves first",
            Seat::Second => "moves second",
        },
        points: game.result.as_ref().map(|result| result.points[index].into()),
    }
}

/// How a game stands.
pub(super) fn status(game: &Game) -> Status {
    match &game.result {
        _ if !game.disputes.is_empty() => Status::Disputed,
        Some(result) if matches!(result.source, Source::Ruling { .. }) => Status::Overruled,
        Some(_) => Status::Confirmed,
        None if game.adjourned.is_some() => Status::Adjourned,
        None => Status::Open,
    }
}

fn step(event: &Event, game: &Game) -> StepView {
    if let Some(cast) = game.open_cast() {
        return StepView::Committed(cast_view(event, cast));
    }
    match game.choice(event.settings.game).next() {
        Step::Chosen(_) => StepView::Chosen,
        Step::Cast(purpose) => StepView::Cast {
            title: purpose_title(purpose),
            rule: match purpose {
                CastPurpose::Deployment => {
                    "one die. 2, 4 and 6 mean Countdown, 3 and 5 Dragon, 1 Symmetrical."
                }
                CastPurpose::Tiger => "two dice. A double means the TigerVariation.",
            },
            dice: purpose.dice(),
        },
        Step::Ask(question) => ask(event, game, question),
    }
}

fn ask(event: &Event, game: &Game, question: Question) -> StepView {
    let yes_no = vec![Choice::new("yes", "Both agree"), Choice::new("no", "They do not")];
    let commander = |side| {
        let index = seat_index(seat(Variation::standard(event.settings.game), side));
        format!("{} ({})", event.name_of(game.players()[index]), event.settings.game.side_name(side))
    };
    let (question, answers) = match question {
        Question::AgreeOnOpen => ("Do both players agree on the Open variation?".to_owned(), yes_no),
        Question::AgreeOnTrident => ("Do both players agree on the Trident formation?".to_owned(), yes_no),
        Question::AgreeOnRegicide(side) => {
            (format!("Do both agree that {} plays without the King (Regicide)?", commander(side)), yes_no)
        }
        Question::WhichKnights(side) => (
            format!(
                "Which variation does {} ask for? LanceVariation and PikeVariation need both players; otherwise it is the SwordVariation.",
                commander(side)
            ),
            ["lance", "pike", "sword"]
                .map(|name| Choice::new(name, format!("{}Variation", capital(name))))
                .to_vec(),
        ),
    };
    StepView::Ask { question, answers }
}

fn answer_text(event: &Event, game: &Game, answer: Answer) -> String {
    let agreed = |yes: bool| if yes { "agreed" } else { "not agreed" };
    match (event.settings.game, answer) {
        (tiger_rules::GameKind::TigerChess, Answer::Agreed(yes)) => {
            format!("Open variation: {}.", agreed(yes))
        }
        (tiger_rules::GameKind::Dragon, Answer::Agreed(yes)) => {
            format!("Trident formation: {}.", agreed(yes))
        }
        (_, Answer::Agreed(yes)) => format!("Regicide: {}.", agreed(yes)),
        (_, Answer::Knights(knights)) => format!("Asked for: {knights}Variation."),
        (_, Answer::OneDie(_) | Answer::TwoDice(_)) => format!("Dice of board {}.", event.board_number(game)),
    }
}

/// A cast as pages show it.
pub(super) fn cast_view(event: &Event, cast: &Cast) -> CastView {
    let word = |i: usize| cast.words[i].as_ref().map(ToString::to_string).unwrap_or_default();
    let (confirmed, by) = match &cast.state {
        CastState::FromCup { confirmed, by, .. } => (*confirmed, by.clone()),
        CastState::Committed | CastState::Cast { .. } => ([false; 2], String::new()),
    };
    CastView {
        id: cast.id.to_string(),
        title: purpose_title(cast.purpose),
        faces: cast.faces().map(<[u8]>::to_vec).unwrap_or_default(),
        commitment: cast.commitment.map(|digest| digest.to_string()).unwrap_or_default(),
        words: [word(0), word(1)],
        at: local(event, cast.begun_at),
        is_from_cup: matches!(cast.state, CastState::FromCup { .. }),
        confirmed,
        by,
        voided: cast.voided.as_ref().map(ToString::to_string).unwrap_or_default(),
    }
}

/// A record as lists show it.
pub(super) fn record_row(event: &Event, game: &Game, record: &HandedIn) -> RecordRow {
    let findings = &record.findings;
    let shown = findings.result.as_ref().map(|result| event.result_text(game, result));
    let plies = match findings.plies {
        1 => "1 ply".to_owned(),
        plies => format!("{plies} plies"),
    };
    let (status, found) = match &findings.checked {
        Checked::Broken { ply, text, why } => {
            let text = text.as_ref().map(|text| format!("{text}: ")).unwrap_or_default();
            (Status::Disputed, format!("Ply {ply}: {text}{why}."))
        }
        Checked::Legal => match findings.truce {
            Some(ply) => (
                Status::Disputed,
                format!("Legal to the last of {plies}, but a Truce stood at ply {ply} (ruling 37)."),
            ),
            None => (Status::Checked, format!("Legal to the last of {plies}.")),
        },
    };
    let found = match shown {
        Some(shown) if findings.is_adjudicated => format!("{found} The board shows: {shown}."),
        Some(shown) => format!("{found} It says: {shown}."),
        None => found,
    };
    RecordRow { id: record.id.to_string(), by: record.by.clone(), at: local(event, record.at), status, found }
}

fn source_text(source: Source, by: &str) -> String {
    match source {
        Source::Arbiter => format!("Entered by {by}"),
        Source::Agreement => "Reported by both players".to_owned(),
        Source::Record { .. } => format!("From the record handed in by {by}"),
        Source::Ruling { .. } => format!("Ruling of {by}"),
        Source::Concession => format!("Conceded at the board, noted by {by}"),
    }
}

fn offer_groups(event: &Event, game: &Game) -> Vec<OfferGroupView> {
    let groups = offers(game.scoring_variation(event.settings.game), &event.settings.points);
    let groups = groups.iter().map(|group| choices(event, game, group));
    groups
        .filter(|(_, choices)| !choices.is_empty())
        .map(|(label, choices)| OfferGroupView { label, choices })
        .collect()
}

/// The results of a group with its words, each with what it scores. What an arbiter has to award is left out.
pub(super) fn choices(event: &Event, game: &Game, group: &OfferGroup) -> (String, Vec<Choice>) {
    let label = match (group.winner, group.is_both_lost) {
        (Some(seat), _) => format!("{} wins", event.name_of(game.players()[seat_index(seat)])),
        (None, false) => "Draw".to_owned(),
        (None, true) => "Nobody scores".to_owned(),
    };
    let choice = |offer: &Offer| {
        let [first, second] = offer.points?;
        Some(Choice::new(offer.code(), format!("{label}: {} ({first} : {second})", offer.title)))
    };
    let choices = group.offers.iter().filter_map(choice).collect();
    (label, choices)
}
