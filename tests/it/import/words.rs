//! What an import says of a file: nothing is changed or left out without a word.

use tiger_arbiter::services::import::Story;
use tiger_event::{Event, Format};

use super::story::{choices, imported};

/// The line of a player, with the name filled up by characters.
fn line(number: usize, name: &str, sex: &str, id: &str, birth: &str) -> String {
    format!("001 {number:>4} {sex:1}GM  {name:<33} 2400 ENG {id:>11} {birth:<10}  0.0 {number:>4}") + "\n"
}

/// An event of three rounds with these lines behind its own.
fn file(lines: &str) -> String {
    format!("012 Open\n042 2026/11/20\n052 2026/11/22\n142 3\n192 FIDE_DUTCH\n{lines}")
}

/// Players with what their rounds have.
fn players(cells: &[&str]) -> String {
    let names = ["Ash, Rowan", "Moor, Tessa", "Reed, Jonah"];
    let of = |((number, name), cells): ((usize, &str), &&str)| {
        line(number, name, "m", "", "").trim_end().to_owned() + "  " + cells + "\n"
    };
    (1..).zip(names).zip(cells).map(of).collect()
}

fn says(notes: &[String], what: &str) {
    assert!(notes.iter().any(|note| note.contains(what)), "{what}: {notes:#?}");
}

fn names(event: &Event) -> Vec<String> {
    event.entries_by_number().iter().map(|entry| entry.details.summary()).collect()
}

#[test]
fn what_cannot_be_read_of_a_player_is_left_out_and_named() {
    let players = [
        line(1, "Ash, Rowan", "m", "1503014", "1990/02/31"),
        line(2, "Moor, Tessa", "w", "15-03", "1990"),
        line(3, "Reed, Jonah", "q", "0", "0000/00/00"),
        line(4, "Vale, Iris", " ", "", "1991/00/00"),
    ];
    let head =
        "012 Open\n042 2026/11/20\n052 2026/11/18\n142 3\n192 FIDE_DUTCH\n### Settings: {\"name\":1}\n";
    let (event, notes) = imported(&format!("{head}{}", players.concat()));
    let note = |begin: &str| {
        notes.iter().find(|note| note.starts_with(begin)).unwrap_or_else(|| panic!("{notes:?}"))
    };
    assert_eq!(
        note("Left out"),
        "Left out, as it cannot be read: Ash, Rowan (birth date “1990/02/31”), Moor, Tessa (FIDE ID “15-03”), Reed, Jonah \
         (sex “q”)."
    );
    note("The last day of the file (2026-11-18) is before the first (2026-11-20)");
    note("The file holds settings of this program that cannot be read");
    let births = event.entries_by_number().into_iter().map(|entry| entry.details.identity.birth_year());
    assert_eq!(births.collect::<Vec<_>>(), [None, Some(1990), None, Some(1991)]);
}

#[test]
fn names_that_were_filled_up_by_bytes_push_nothing_aside() {
    let whole = line(1, "Müller, Jürgen", "m", "1503014", "1985/03/02") + &line(2, "Ash, Rowan", "w", "", "");
    let by_bytes = whole.replace("Müller, Jürgen  ", "Müller, Jürgen");
    assert_ne!(whole, by_bytes);
    let (expected, _) = imported(&file(&whole));
    let (event, notes) = imported(&file(&by_bytes));
    assert_eq!(names(&event), names(&expected), "{notes:?}");
    assert!(names(&event)[0].contains("2400") && names(&event)[0].contains("ENG"), "{:?}", names(&event));
}

#[test]
fn a_field_that_is_too_long_for_its_columns_is_a_mistake() {
    let shifted = line(1, "Ash, Rowan", "w", "", "1990").replace(" ENG ", " ENGLA");
    let mistakes = Story::read(&file(&shifted), &choices()).unwrap_err();
    assert_eq!(
        mistakes[0].to_string(),
        "line 6, column 57: This column has to be blank: what stands before it is too long, or the line is shifted."
    );
}

#[test]
fn what_a_header_says_twice_or_of_itself_is_told() {
    let two = line(1, "Ash, Rowan", "m", "", "") + &line(2, "Moor, Tessa", "w", "", "");
    let (event, notes) = imported(&file(&format!("012 Other\n062 16\n{two}")));
    assert_eq!(event.settings.name.to_string(), "Open");
    says(&notes, "“012 Other”");
    says(&notes, "The file says that it has 16 players (062), and has 2: look whether all of it is there.");
    let (event, notes) = imported(&file(&two).replace("042 2026/11/20\n", ""));
    assert_eq!(event.settings.starts_on.to_string(), "2026-11-22");
    says(&notes, "The file gives no first day: the event is put on its last, 2026-11-22.");
    let (event, notes) = imported(&file(&format!("{two}240 H 009 1\n")));
    assert_eq!(event.settings.rounds, 9);
    says(&notes, "The file says that there are 3 rounds, and speaks of round 9: the event has 9.");
}

#[test]
fn points_of_forfeits_and_absence_that_do_not_come_along_are_told() {
    let two = line(1, "Ash, Rowan", "m", "", "") + &line(2, "Moor, Tessa", "w", "", "");
    let (_, notes) = imported(&file(&format!("XXS FW=0.5 FL=0.5 ZPB=0.5\n{two}")));
    says(
        &notes,
        "In the file a win by forfeit 0.5, who is absent 0.5, a zero-point bye 0.5; here a win by forfeit 1",
    );
    let (_, notes) = imported(&file(&two));
    assert!(!notes.iter().any(|note| note.starts_with("In the file a win")), "{notes:?}");
}

#[test]
fn what_the_file_counts_with_goes_before_the_settings_in_it() {
    let two = line(1, "Ash, Rowan", "m", "", "") + &line(2, "Moor, Tessa", "w", "", "");
    let (event, _) = imported(&file(&two));
    let own = serde_json::to_string(&event.settings).unwrap();
    let with = |points: &str| imported(&file(&format!("{points}### Settings: {own}\n{two}")));
    let (same, notes) = with("");
    assert_eq!(same.settings.points, event.settings.points);
    assert!(!notes.iter().any(|note| note.contains("other ones")), "{notes:?}");
    let (other, notes) = with("162  W 3.0  D 1.0  L 0.0\n");
    assert_ne!(other.settings.points, event.settings.points);
    says(&notes, "The points in the file are other ones than the settings that this program wrote into it");
}

#[test]
fn who_is_taken_as_gone_and_whose_draw_was_a_loss_is_told() {
    let (event, notes) = imported(&file(&players(&["   2 w =", "   1 b 0     3 w 1", "0000 - Z     2 b 0"])));
    says(&notes, "a draw for one of Ash, Rowan and Moor, Tessa and a loss for the other");
    says(&notes, "so these have left: Ash, Rowan (from round 2 on).");
    assert!(event.entries_by_number()[0].leaves_from().is_some());
}

#[test]
fn a_forfeit_with_one_side_alone_has_its_board() {
    for (one, other) in [("   2 b +", "   1 - -"), ("   2 - -", "   1 w +"), ("   2 w +", "   1 - -")] {
        let (event, _) = imported(&file(&players(&[one, other])));
        assert_eq!(event.games.len(), 1, "{one} {other}");
    }
}

#[test]
fn a_settled_tie_comes_back_from_its_own_file() {
    let format = Some(Format::Free);
    let text = file(&format!(
        "### Tie settled by play-off (2 : 0 (rapid)): Moor, Tessa, then Ash, Rowan\n{}",
        players(&["   2 w =", "   1 b ="])
    ))
    .replace("142 3", "142 1");
    let mut story =
        Story::read(&text, &tiger_arbiter::services::import::Choices { format, ..choices() }).unwrap();
    let event = story.try_out(chrono::Utc::now()).unwrap();
    assert_eq!(event.settled_ties.len(), 1, "{:?}", story.notes);
    let written = tiger_arbiter::exports::report_for_arbiters(&event).unwrap();
    assert_eq!(
        written.matches("### Tie settled by play-off (2 : 0 (rapid)): Moor, Tessa, then Ash, Rowan").count(),
        1
    );
    assert!(!story.notes.iter().any(|note| note.contains("does not know")), "{:?}", story.notes);
}
