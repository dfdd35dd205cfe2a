//! Results, sides and numbers in words, for everybody's pages.

use tiger_event::local_time::in_words;
use tiger_event::result::{SEATS, army, seat_index};
use tiger_event::text::count;
use tiger_event::{Event, Game, RoundNumber, Seat};
use tiger_pairing::standings::CrossCell;
use tiger_pairing::tiebreak::Value;
use tiger_rules::{ClockSettings, GameKind, Seconds, Side, Variation};

use crate::board;
use crate::pages::PointsView;
use crate::pages::rounds::points_view;
use crate::publish::Issue;
use crate::services::standings::{Line, Tally};

/// Both players' points, such as `3 : 0` or `5 + 1/2 : 0`. They stand on one line wherever they stand.
pub fn score(points: [PointsView; 2]) -> String {
    points.map(|points| points.text()).join("\u{A0}:\u{A0}").replace(" + ", "\u{A0}+\u{A0}")
}

/// What befalls who comes late to a round.
pub(super) fn late(minutes: u16) -> String {
    if minutes == 0 {
        return "who has not come to the board at the beginning loses.".to_owned();
    }
    format!(
        "who has not come to the board {} after the beginning loses.",
        count(minutes.into(), "minute", "minutes")
    )
}

/// When a round begins, and by when players must have come; empty where the timetable does not say it.
pub(super) fn begins(event: &Event, round: RoundNumber) -> String {
    let Some(line) = event.timetable().and_then(|timetable| timetable.of_round(round)) else {
        return String::new();
    };
    let by = event.timetable().and_then(|timetable| timetable.default_time(round));
    let by = by.map(|by| format!("; who has not come by {} loses", by.format("%H:%M"))).unwrap_or_default();
    format!("Begins on {}{by}.", in_words(line.begins))
}

/// A total as pages show it.
pub(super) fn tally(tally: Tally) -> PointsView {
    PointsView { halves: u32::try_from(tally.halves).unwrap_or(0), nominal: tally.nominal }
}

/// What a round gave a player, the nominal half apart.
pub(super) fn round_points(issue: &Issue, line: &Line, round: RoundNumber, cell: &CrossCell) -> PointsView {
    let game = issue.game_of(line.entry, round);
    match game.and_then(|game| Some((game, game.result.as_ref()?))) {
        Some((game, result)) => result.points[usize::from(game.second == line.entry)].into(),
        None => points_view(cell.points),
    }
}

/// A tie-break's value with quarters as fractions: `40½`, `33¼`, `2412`.
pub fn figure(value: Value) -> String {
    let text = value.to_string();
    let Some((whole, part)) = text.split_once('.') else { return text };
    let part = match part {
        "25" => "¼",
        "5" => "½",
        "75" => "¾",
        _ => return text,
    };
    match whole {
        "0" => part.to_owned(),
        "-0" => format!("-{part}"),
        _ => format!("{whole}{part}"),
    }
}

/// The class that marks the army of a seat; an empty one while the variation leaves it open.
pub(in crate::pages) const fn side_class(
    game: GameKind,
    variation: Option<Variation>,
    seat: Seat,
) -> &'static str {
    let side = match (game, variation, seat) {
        (_, Some(variation), _) => army(variation, seat),
        // Who moves first hangs on the formation.
        (GameKind::Dragon, None, _) => return "",
        (_, None, Seat::First) => Side::South,
        (_, None, Seat::Second) => Side::North,
    };
    board::side_class(game, side)
}

pub(in crate::pages) fn clock(clock: &ClockSettings) -> String {
    match clock {
        ClockSettings::TripleCountdown { deployment, engagement, per_move } => format!(
            "Triple countdown: {} to deploy, {} to engage, {} a move for the reserve",
            time(*deployment),
            time(*engagement),
            time(*per_move)
        ),
        ClockSettings::DoubleCountdown { engagement, per_move } => format!(
            "Double countdown: {} to engage, {} a move for the reserve",
            time(*engagement),
            time(*per_move)
        ),
        ClockSettings::TigerIncrement { reserve, increment, cut_off, final_increment } => format!(
            "{} and {} a move up to move {cut_off}, then {} for the rest",
            time(*reserve),
            time(*increment),
            time(*final_increment)
        ),
        ClockSettings::Fischer { base, increment } => {
            format!("{} and {} a move", time(*base), time(*increment))
        }
        ClockSettings::Countdown { base } => format!("{} for all moves", time(*base)),
    }
}

fn time(seconds: Seconds) -> String {
    match seconds.0 {
        whole if whole > 0 && whole % 60 == 0 => count((whole / 60) as usize, "minute", "minutes"),
        seconds => count(seconds as usize, "second", "seconds"),
    }
}

/// What the columns of the two players are called.
pub(in crate::pages) const fn seat_titles(game: GameKind) -> [&'static str; 2] {
    match game {
        GameKind::LancerChess | GameKind::TigerChess => ["Bengal", "Siberian"],
        GameKind::Dragon => ["Moves first", "Moves second"],
        GameKind::Dance => ["First", "Second"],
    }
}

/// What the two players of a game are called, with the army where that follows from what was chosen.
pub(super) fn seats_of(event: &Event, game: &Game) -> [String; 2] {
    let kind = event.settings.game;
    let chosen = game.variation(kind).filter(|_| kind == GameKind::Dragon);
    let army_of = |seat: Seat| chosen.map(|chosen| format!(", {}", kind.side_name(army(chosen, seat))));
    let titles = seat_titles(kind);
    SEATS.map(|seat| titles[seat_index(seat)].to_owned() + &army_of(seat).unwrap_or_default())
}
