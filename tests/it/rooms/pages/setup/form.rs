use chrono::NaiveDate;
use tiger_arbiter::pages::FormView;
use tiger_arbiter::pages::setup::form::{filled, fresh, read, read_new};
use tiger_event::Format;
use tiger_rules::{Ending, GameKind};

#[test]
fn a_fresh_form_needs_only_a_name() {
    let day = NaiveDate::from_ymd_opt(2026, 11, 21).unwrap();
    let mut form = fresh(day);
    assert_eq!(read(&mut form), None);
    assert_eq!(form.errors().len(), 1, "{:?}", form.errors());
    let mut form = fresh(day).with_value("name", "Merridon Open");
    let settings = read(&mut form).unwrap();
    assert_eq!(settings.clock.to_string(), "triple 30m+150m+1m");
}

#[test]
fn tie_breaks_are_read_by_code_or_name() {
    let read = |text| {
        tiger_arbiter::pages::setup::form::read_tie_breaks(text)
            .map(|all| all.iter().map(ToString::to_string).collect::<Vec<_>>())
    };
    assert_eq!(read("Buchholz, Sonneborn-Berger; de"), Ok(["BH", "SB", "DE"].map(str::to_owned).to_vec()));
    assert!(read("Bucholtz").unwrap_err().starts_with("No tie-break is called \"Bucholtz\""));
}

#[test]
fn a_new_event_has_the_tie_breaks_of_its_format_and_every_format_has_some_that_are_read() {
    let day = NaiveDate::from_ymd_opt(2026, 11, 21).unwrap();
    let typed = |game: GameKind, format: Format, codes: &str| {
        let form = fresh(day).with_value("name", "Merridon Open").with_value("rounds", "5");
        let form = form
            .with_only_value("game", game.key())
            .with_only_value("format", format.key())
            .with_value("tie_breaks", codes);
        let settings = read_new(&mut form.clone()).unwrap();
        settings.tie_breaks.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
    };
    assert_eq!(typed(GameKind::Dragon, Format::Swiss, ""), "BH/C1, BH, SB, DE, WIN, GV");
    assert_eq!(typed(GameKind::TigerChess, Format::RoundRobin, " "), "DE, WIN, SB, GV");
    assert_eq!(typed(GameKind::TigerChess, Format::Swiss, "WIN"), "WIN");
    for (format, game) in Format::ALL.into_iter().flat_map(|format| GameKind::ALL.map(|game| (format, game)))
    {
        let codes = typed(game, format, "");
        assert_eq!(codes, format.usual_tie_breaks(game));
        // Victories can only be told apart where some are greater.
        let wins = Ending::ALL.into_iter().filter(|ending| ending.is_of(game));
        let is_greater = |ending| matches!(ending, Ending::LockingUp | Ending::Occupation);
        assert!(codes.is_empty() || codes.contains("GV") == wins.into_iter().any(is_greater), "{game:?}");
    }
}

#[test]
fn open_legal_moves_need_boards_without_delay() {
    let day = NaiveDate::from_ymd_opt(2026, 11, 21).unwrap();
    let typed = |delay| {
        let form = fresh(day).with_value("name", "Marsh").with_only_value("legal_moves", "open");
        read(&mut form.with_value("live_delay", delay))
    };
    assert_eq!((typed(""), typed("5")), (None, None));
    let settings = typed("0").unwrap();
    assert_eq!(read(&mut filled(&settings)), Some(settings));
}

#[test]
fn byes_left_empty_are_worth_what_the_table_says_and_follow_another_one() {
    let day = NaiveDate::from_ymd_opt(2026, 11, 21).unwrap();
    let own = |form: FormView| {
        let form = form.with_only_value("points", "event").with_only_value("win", "1");
        form.with_only_value("draw", "0.5").with_only_value("loss", "0")
    };
    let byes = |form: FormView| {
        let settings = read(&mut form.clone()).unwrap();
        (settings.byes.full.to_string(), settings.byes.half.to_string(), filled(&settings))
    };
    let named = || fresh(day).with_value("name", "Merridon Open");
    let (full, half, _) = byes(own(named()));
    assert_eq!((full.as_str(), half.as_str()), ("1", "0.5"));
    let (full, half, form) = byes(named());
    assert_eq!((full.as_str(), half.as_str()), ("3", "1"));
    let (full, half, form) = byes(own(form));
    assert_eq!((full.as_str(), half.as_str()), ("1", "0.5"));
    let (full, half, form) = byes(form.with_only_value("full_bye", "0.5").with_only_value("game", "dragon"));
    assert_eq!((full.as_str(), half.as_str()), ("0.5", "0.5"));
    let (full, half, _) = byes(form.with_only_value("points", "game").with_only_value("full_bye", "2"));
    assert_eq!((full.as_str(), half.as_str()), ("2", "1"), "what is typed counts");
}

#[test]
fn nobody_gains_by_losing_or_by_staying_away() {
    let day = NaiveDate::from_ymd_opt(2026, 11, 21).unwrap();
    let errors = |values: [&str; 5]| {
        let names = ["win", "draw", "loss", "full_bye", "half_bye"];
        let form = fresh(day).with_value("name", "Merridon Open").with_only_value("points", "event");
        let mut form =
            names.into_iter().zip(values).fold(form, |form, (name, value)| form.with_value(name, value));
        read(&mut form);
        form.errors().iter().map(|error| error.field.clone()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(errors(["3", "1", "0", "3", "1"]), "");
    assert_eq!(errors(["1", "1", "1", "1", "1"]), "");
    assert_eq!(errors(["1", "2", "3", "", ""]), "draw loss");
    assert_eq!(errors(["1", "0.5", "0", "3", "0.5"]), "full_bye");
    assert_eq!(errors(["1", "0.5", "0", "0", "0.5"]), "half_bye");
}

#[test]
fn settings_survive_the_form() {
    let day = NaiveDate::from_ymd_opt(2026, 11, 21).unwrap();
    let form = fresh(day).with_value("name", "Merridon Open").with_value("rounds", "1");
    let settings = read(&mut form.clone()).unwrap();
    assert!(settings.summary().contains(", 1 round, "), "{}", settings.summary());
    assert_eq!(read(&mut filled(&settings)), Some(settings));
}

#[test]
fn a_board_survives_the_form_and_goes_with_the_dance_alone() {
    let day = NaiveDate::from_ymd_opt(2026, 11, 21).unwrap();
    let text = tiger_rules::dance::Board::standard_text().replace("Fb2", "Hb2");
    let form = |game| {
        fresh(day).with_value("name", "Marsh").with_only_value("game", game).with_value("board_file", &text)
    };
    let settings = read(&mut form("dance")).unwrap();
    assert!(settings.board_file.is_some());
    assert_eq!(read(&mut filled(&settings)), Some(settings));
    let mut wrong = form("dragon");
    assert_eq!(read(&mut wrong), None);
    assert!(wrong.error("board_file").unwrap().starts_with("Dragon has one board."));
}

#[test]
fn every_wrong_field_is_named() {
    let day = NaiveDate::from_ymd_opt(2026, 11, 21).unwrap();
    let mut form = FormView::new("event")
        .with_value("name", "x".repeat(200))
        .with_value("starts_on", "tomorrow")
        .with_value("time_zone", "Mars")
        .with_value("game", "go")
        .with_value("format", "lottery")
        .with_value("clock", "an hour")
        .with_value("tie_breaks", "SB, XYZ")
        .with_value("points", "event")
        .with_value("win", "lots")
        .with_value("first_board", "one")
        .with_value("seeding", "luck")
        .with_value("legal_moves", "all")
        .with_value("live_delay", "soon")
        .with_value("tie_games", "10");
    assert_eq!(read(&mut form), None);
    let fields: Vec<_> = form.errors().iter().map(|error| error.field.as_str()).collect();
    for field in [
        "name",
        "starts_on",
        "time_zone",
        "game",
        "format",
        "clock",
        "tie_breaks",
        "win",
        "draw",
        "loss",
        "first_board",
        "seeding",
        "tie_games",
        "legal_moves",
        "live_delay",
    ] {
        assert!(fields.contains(&field), "{field} is missing in {fields:?}");
    }
    assert!(day.to_string().starts_with("2026"));
}

#[test]
fn what_fields_say_of_each_other_stands_at_its_field() {
    let day = NaiveDate::from_ymd_opt(2026, 11, 21).unwrap();
    let wrong = |field: &str, value: &str| {
        let mut form = fresh(day).with_value("name", "Merridon Open").with_only_value(field, value);
        assert_eq!(read(&mut form), None);
        assert_eq!(form.errors().len(), 1, "{:?}", form.errors());
        form.error(field).unwrap_or_default().to_owned()
    };
    assert_eq!(wrong("ends_on", "2026-11-20"), "The last day lies before the first.");
    assert_eq!(wrong("ends_on", "2206-11-22"), "Write a year from 1900 to 2199.");
    assert_eq!(wrong("first_board", "0"), "Write the number of the first board, 1 or more.");
}
