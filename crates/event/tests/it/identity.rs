use tiger_event::identity::{Identity, Sex};

#[test]
fn the_year_of_birth_is_read_from_whatever_lists_write() {
    for text in ["1990", "1990/04/13", "1990-04-13", "13.04.1990", "1990/00/00"] {
        let birth_date = Identity::parse_birth(text).unwrap();
        assert_eq!(Identity { birth_date, ..Identity::default() }.birth_year(), Some(1990), "{text}");
    }
    assert_eq!(Identity::parse_birth(" "), Ok(None));
    for text in ["90", "old", "1066", "19901", "1990-1991", "20300"] {
        assert!(Identity::parse_birth(text).is_err(), "{text}");
    }
}

#[test]
fn a_day_that_the_calendar_does_not_have_is_refused() {
    for text in ["30.2.2001", "2001-02-30", "2001/13/01", "29.02.2001", "2001-13", "31/04/1990", "1990/00/05"]
    {
        assert!(Identity::parse_birth(text).unwrap_err().contains("no such day"), "{text}");
    }
    for text in ["29.02.2000", "04/13/1990", "1990/04/00", "1990-04", "04.1990", "13 April 1990"] {
        assert!(Identity::parse_birth(text).is_ok(), "{text}");
    }
}

#[test]
fn letters_of_sexes_are_those_of_report_files() {
    for sex in [Sex::Woman, Sex::Man] {
        assert_eq!(Sex::read(sex.letter()), Some(sex));
    }
    assert_eq!((Sex::read("F"), Sex::read("?")), (Some(Sex::Woman), None));
}
