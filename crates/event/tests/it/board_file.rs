use tiger_event::board_file::BoardFile;
use tiger_rules::dance::Board;

#[test]
fn a_file_is_kept_as_given_and_the_standard_board_needs_none() {
    let text = Board::standard_text().replace("Fb2", "Hb2");
    let file = BoardFile::parse(&text.replace('\n', "\r\n")).unwrap();
    assert_eq!(file.text(), text.trim_end());
    let written = serde_json::to_string(&file).unwrap();
    assert_eq!(serde_json::from_str::<BoardFile>(&written).unwrap(), file);
    assert_eq!(BoardFile::parse_optional(" \r\n"), Ok(None));
    assert_eq!(BoardFile::parse_optional(Board::standard_text()), Ok(None));
    assert_eq!(BoardFile::parse_optional(&text), Ok(Some(file)));
}

#[test]
fn a_wrong_file_is_refused_with_its_place() {
    let wrong =
        |from: &str, to: &str| BoardFile::parse(&Board::standard_text().replacen(from, to, 1)).unwrap_err();
    assert_eq!(
        wrong("10  . .", "10  . ?"),
        "Line 4, column 7: `?` on b10: a square is `.`, `~`, `X` or `C`."
    );
    assert_eq!(wrong("# Who", "\u{7}"), "Line 14 holds a character that cannot be printed.");
    assert!(wrong("# Who", &format!("# {}", "x".repeat(5000))).starts_with("A board file has at most 4096"));
    assert!(serde_json::from_str::<BoardFile>("\"11 C\"").is_err());
}
