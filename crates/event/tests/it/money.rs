use tiger_event::money::{Cents, ParseCentsError};

#[test]
fn amounts_are_read_to_the_cent_and_written_as_they_are_read() {
    for (text, cents) in
        [("12", 1200), ("12.5", 1250), ("12,50", 1250), (" 0.05 ", 5), ("999999999.99", Cents::MOST.0)]
    {
        assert_eq!(Cents::parse(text), Ok(Cents(cents)), "{text}");
        assert_eq!(Cents::parse(&Cents(cents).to_string()), Ok(Cents(cents)));
    }
    assert_eq!(Cents(5).to_string(), "0.05");
    for text in ["", "-1", "1.234", "1 000", "12.5.0", ".50", "1e3", "1000000000", "99999999999999999999999"]
    {
        assert_eq!(Cents::parse(text), Err(ParseCentsError), "{text}");
    }
    assert_eq!(Cents::parse_optional(" "), Ok(None));
}
