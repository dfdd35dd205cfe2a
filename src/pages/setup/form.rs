//! The form of an event's settings: from what was typed to [`Settings`] and back.

use chrono::NaiveDate;
use chrono_tz::Tz;
use tiger_event::board_file::BoardFile;
use tiger_event::points_text::{parse_game_points, parse_points};
use tiger_event::text::{capital, quoted};
use tiger_event::tournament::usual_points;
use tiger_event::{
    ByePolicy, EventName, FileRecords, Format, KnockoutRules, Label, LegalMoves, Points, RoundNumber,
    Seeding, Settings, local_time,
};
use tiger_pairing::tiebreak::TieBreak;
use tiger_rules::{ClockSettings, EventTable, GameKind, GamePoints, PointsTable};

use crate::access::Posted;
use crate::pages::{FormView, or_empty};

/// Reads the settings; every mistake is noted in the form.
pub fn read(form: &mut FormView) -> Option<Settings> {
    let name = form.read("name", EventName::parse);
    let venue = form.read("venue", Label::parse_optional);
    let room = form.read("room", Label::parse_optional);
    let starts_on = form.read("starts_on", local_time::read_day);
    let ends_on = if form.value("ends_on").is_empty() {
        starts_on
    } else {
        form.read("ends_on", |text| match local_time::read_day(text)? {
            day if starts_on.is_some_and(|first| day < first) => Err("The last day lies before the first."),
            day => Ok(day),
        })
    };
    let time_zone = form.read("time_zone", |text| {
        text.trim().parse::<Tz>().map_err(|_| "Choose a zone from the list, such as Europe/London.")
    });
    let game =
        form.read("game", |text| text.parse::<GameKind>().map_err(|_| "Choose one of the four games."));
    let format = form.read("format", |text| Format::from_key(text).ok_or("Choose how rounds are paired."));
    let rounds = read_rounds(form, format);
    let clock = form.read("clock", |text| match (text.trim(), game) {
        ("", Some(game)) => Ok(ClockSettings::standard(game)),
        (text, _) => text.parse::<ClockSettings>().map_err(|error| capital(&quoted(&format!("{error}.")))),
    });
    let tie_breaks = form.read("tie_breaks", read_tie_breaks);
    let points = read_points(form);
    let byes = read_byes(form, points.as_ref(), game);
    let first_board = form.read("first_board", |text| match text.trim() {
        "" => Ok(1),
        text => text
            .parse()
            .ok()
            .filter(|board| *board > 0)
            .ok_or("Write the number of the first board, 1 or more."),
    });
    let board_file = read_board(form, game);
    let knockout = read_knockout(form);
    let legal_moves = form.read("legal_moves", |text| match text {
        "" => Ok(LegalMoves::default()),
        text => LegalMoves::from_key(text).ok_or("Choose what scoresheets show while a game is played."),
    });
    let live_delay = form.read("live_delay", |text| match text.trim() {
        "" => Ok(None),
        text => text.parse().map(Some).map_err(|_| "Write minutes, such as 15, or leave the field empty."),
    });
    let settings = Settings {
        name: name?,
        venue: venue?,
        room: room?,
        starts_on: starts_on?,
        ends_on: ends_on?,
        time_zone: time_zone?,
        game: game?,
        format: format?,
        rounds: rounds?,
        clock: clock?,
        tie_breaks: tie_breaks?,
        points: points?,
        byes: byes?,
        nominal_counts: form.has("nominal_counts", "on"),
        players_report: form.has("players_report", "on"),
        players_check_in: form.has("players_check_in", "on"),
        players_choose: form.has("players_choose", "on"),
        legal_moves: legal_moves?,
        live_delay: live_delay?,
        own_ratings: form.has("own_ratings", "on"),
        first_board: first_board?,
        // The box is out of sight in other formats, and may have been ticked before.
        is_accelerated: form.has("is_accelerated", "on") && format == Some(Format::Swiss),
        board_file: board_file?,
        knockout: knockout?,
        file: FileRecords::default(),
    };
    match settings.check() {
        Ok(()) if !form.is_rejected() => Some(settings),
        Ok(()) => None,
        Err(refusal) => {
            form.reject("", refusal.to_string());
            None
        }
    }
}

/// Reads the settings of a new event, which has the tie-breaks usual for its format where none are typed.
pub fn read_new(form: &mut FormView) -> Option<Settings> {
    let settings = read(form)?;
    if !settings.tie_breaks.is_empty() {
        return Some(settings);
    }
    let tie_breaks = read_tie_breaks(settings.format.usual_tie_breaks(settings.game)).unwrap_or_default();
    Some(Settings { tie_breaks, ..settings })
}

/// The posted form; a board file that was chosen takes the place of the board that was typed.
pub fn of(posted: &Posted) -> FormView {
    let form = FormView::typed("event", posted);
    match posted.text_file("board_upload") {
        Ok(Some(text)) => form.with_only_value("board_file", text),
        Ok(None) => form,
        Err(error) => form.with_error("board_upload", error.to_string()),
    }
}

/// Reads the board alone, for its preview; a mistake is noted in the form.
pub fn read_board(form: &mut FormView, game: Option<GameKind>) -> Option<Option<BoardFile>> {
    form.read("board_file", |text| match (BoardFile::parse_optional(text)?, game) {
        (Some(_), Some(game)) if game != GameKind::Dance => Err(format!(
            "{game} has one board. Choose The Dragon's Dance as the game, or leave this field empty."
        )),
        (file, _) => Ok(file),
    })
}

/// A round robin and a knockout take their rounds from their players, so the field may stay empty.
fn read_rounds(form: &mut FormView, format: Option<Format>) -> Option<RoundNumber> {
    let takes_from_players = !matches!(format, Some(Format::Swiss | Format::Free | Format::Match));
    form.read("rounds", |text| match text.trim() {
        "" if takes_from_players => Ok(Settings::MOST_ROUNDS),
        text => {
            text.parse().ok().filter(|rounds| (1..=Settings::MOST_ROUNDS).contains(rounds)).ok_or_else(|| {
                format!("Write how many rounds are planned, from 1 to {}.", Settings::MOST_ROUNDS)
            })
        }
    })
}

fn read_knockout(form: &mut FormView) -> Option<KnockoutRules> {
    let standard = KnockoutRules::default();
    let seeding = form.read("seeding", |text| match text {
        "" => Ok(standard.seeding),
        text => Seeding::from_key(text).ok_or("Choose by what the players are seeded."),
    });
    let games = form.read("tie_games", |text| match text.trim() {
        "" => Ok(standard.games),
        text => text.parse().ok().filter(|games| (1..=KnockoutRules::MOST_GAMES).contains(games)).ok_or_else(
            || format!("Write how many games a tie has, from 1 to {}.", KnockoutRules::MOST_GAMES),
        ),
    });
    Some(KnockoutRules { seeding: seeding?, games: games?, third_place: form.has("third_place", "on") })
}

/// Codes of tie-breaks with commas or blanks between them.
pub fn read_tie_breaks(text: &str) -> Result<Vec<TieBreak>, String> {
    text.split([',', ';', ' ', '\n'])
        .map(str::trim)
        .filter(|code| !code.is_empty())
        .map(|code| by_name(code).parse::<TieBreak>().map_err(|error| capital(&format!("{error}."))))
        .collect()
}

/// The code of a tie-break that people write out.
fn by_name(code: &str) -> &str {
    match code.to_lowercase().as_str() {
        "buchholz" => "BH",
        "sonneborn-berger" => "SB",
        "wins" => "WIN",
        _ => code,
    }
}

fn read_points(form: &mut FormView) -> Option<PointsTable> {
    if !form.has("points", "event") {
        return Some(PointsTable::Game);
    }
    let win = form.read("win", parse_game_points);
    let draw = form.read("draw", parse_game_points);
    let loss = form.read("loss", parse_game_points);
    let table = EventTable { win: win?, draw: draw?, loss: loss? };
    let [win, draw, loss] = [table.win, table.draw, table.loss].map(GamePoints::total_halves);
    if draw > win {
        form.reject("draw", "A draw may be worth as much as a win, not more.");
    }
    if loss > draw {
        form.reject("loss", "A loss may be worth as much as a draw, not more.");
    }
    (win >= draw && draw >= loss).then_some(PointsTable::Event(table))
}

fn read_byes(form: &mut FormView, points: Option<&PointsTable>, game: Option<GameKind>) -> Option<ByePolicy> {
    // An empty field goes with the table of points, also when that becomes another one.
    let usual = usual_points(points.unwrap_or(&PointsTable::Game), game.unwrap_or(GameKind::LancerChess));
    let mut worth = |field, usual| {
        form.read(field, |text| if text.trim().is_empty() { Ok(usual) } else { parse_points(text) })
    };
    let (full, half) = (worth("full_bye", usual.win), worth("half_bye", usual.draw));
    // The games' own tables have wins of several worths, so only an event's own one says what is too much.
    if matches!(points, Some(PointsTable::Event(_))) && full.is_some_and(|full| full > usual.win) {
        form.reject("full_bye", format!("A bye may be worth as much as a win, {}, not more.", usual.win));
    }
    if full.zip(half).is_some_and(|(full, half)| half > full) {
        form.reject("half_bye", "A half-point bye may be worth as much as a full-point bye, not more.");
    }
    let allowed = form.read("half_byes_allowed", |text| match text.trim() {
        "" => Ok(1),
        text => text.parse().map_err(|_| "Write how many half-point byes a player may ask for, such as 1."),
    });
    Some(ByePolicy { full: full?, half: half?, half_byes_allowed: allowed?, full_point: None })
}

/// The form of a new event, filled with what most events want.
pub fn fresh(today: NaiveDate) -> FormView {
    FormView::fresh("event")
        .with_value("starts_on", today.to_string())
        .with_value("time_zone", "UTC")
        .with_value("game", GameKind::TigerChess.key())
        .with_value("format", Format::RoundRobin.key())
        .with_value("points", "game")
        .with_check("nominal_counts", true)
        .with_check("players_report", true)
        .with_value("legal_moves", LegalMoves::default().key())
        .with_value("first_board", "1")
        .with_value("seeding", Seeding::Number.key())
        .with_value("tie_games", "1")
}

/// The form filled with an event's settings.
pub fn filled(settings: &Settings) -> FormView {
    let tie_breaks = settings.tie_breaks.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    let usual = usual_points(&settings.points, settings.game);
    // What is usual stands as an empty field, which follows another table of points.
    let unusual = |worth: Points, usual| if worth == usual { String::new() } else { worth.to_string() };
    let form = FormView::fresh("event")
        .with_value("name", settings.name.as_str())
        .with_value("venue", or_empty(&settings.venue))
        .with_value("room", or_empty(&settings.room))
        .with_value("starts_on", settings.starts_on.to_string())
        .with_value("ends_on", settings.ends_on.to_string())
        .with_value("time_zone", settings.time_zone.name())
        .with_value("game", settings.game.key())
        .with_value("format", settings.format.key())
        .with_value("rounds", settings.rounds.to_string())
        .with_value("clock", settings.clock.to_string())
        .with_value("tie_breaks", tie_breaks)
        .with_value("full_bye", unusual(settings.byes.full, usual.win))
        .with_value("half_bye", unusual(settings.byes.half, usual.draw))
        .with_value("half_byes_allowed", settings.byes.half_byes_allowed.to_string())
        .with_value("legal_moves", settings.legal_moves.key())
        .with_value("live_delay", or_empty(&settings.live_delay))
        .with_value("first_board", settings.first_board.to_string())
        .with_value("seeding", settings.knockout.seeding.key())
        .with_value("tie_games", settings.knockout.games.to_string())
        .with_value("board_file", settings.board_file.as_ref().map_or("", BoardFile::text))
        .with_check("third_place", settings.knockout.third_place)
        .with_check("nominal_counts", settings.nominal_counts)
        .with_check("is_accelerated", settings.is_accelerated)
        .with_check("players_check_in", settings.players_check_in)
        .with_check("players_choose", settings.players_choose)
        .with_check("own_ratings", settings.own_ratings)
        .with_check("players_report", settings.players_report);
    match &settings.points {
        PointsTable::Game => form.with_value("points", "game"),
        PointsTable::Event(table) => form
            .with_value("points", "event")
            .with_value("win", table.win.decimal())
            .with_value("draw", table.draw.decimal())
            .with_value("loss", table.loss.decimal()),
    }
}
