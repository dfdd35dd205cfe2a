use proptest::prelude::*;
use tiger_arbiter::services::paper::Print;
use tiger_arbiter::services::paper::codes::{self, Hole, Unread};

fn bytes(length: usize) -> Vec<u8> {
    (0..length).map(|place| u8::try_from(place * 31 % 251).unwrap()).collect()
}

fn read(sheets: &[codes::Sheet]) -> Result<Vec<u8>, Unread> {
    let all: Vec<&str> = sheets.iter().flatten().map(String::as_str).collect();
    codes::read(&all)
}

#[test]
fn a_sheet_may_lose_one_of_its_codes_and_no_more() {
    let bytes = bytes(8_000);
    let whole = codes::write(&bytes).unwrap();
    assert_eq!(whole.iter().map(Vec::len).collect::<Vec<_>>(), [6, 3]);
    for (sheet, place) in [(0, 0), (0, 4), (0, 5), (1, 0), (1, 1), (1, 2)] {
        let mut torn = whole.clone();
        torn[sheet].remove(place);
        assert_eq!(read(&torn), Ok(bytes.clone()), "without code {place} of sheet {sheet}");
    }
    let mut torn = whole.clone();
    torn[0].drain(1..4);
    let missing = read(&torn).unwrap_err();
    assert_eq!(missing, Unread::Missing(vec![Hole { sheet: 1, lacks: 2 }]));
    assert_eq!(missing.to_string(), "Still missing: 2 codes of sheet 1.");
    assert_eq!(read(&whole[1..]), Err(Unread::Missing(vec![Hole { sheet: 1, lacks: 5 }])));
}

#[test]
fn codes_of_two_prints_are_not_mixed() {
    let (one, other) = (codes::write(&bytes(100)).unwrap(), codes::write(&bytes(200)).unwrap());
    let mixed = read(&[one[0].clone(), other[0].clone()]);
    assert!(matches!(mixed, Err(Unread::TwoPrints(..))), "{mixed:?}");
}

#[test]
fn a_changed_code_is_found() {
    let mut sheets = codes::write(&bytes(2_000)).unwrap();
    let code = &mut sheets[0][0];
    let last = code.rfind(|letter: char| letter.is_ascii_digit()).unwrap();
    let other = if code[last..].starts_with('7') { "8" } else { "7" };
    code.replace_range(last..=last, other);
    assert_eq!(read(&sheets), Err(Unread::Changed));
    assert_eq!(codes::read(&["hello", "TIGER1:x:y"]), Err(Unread::Nothing));
}

#[test]
fn lines_are_codes_and_nothing_else() {
    let text = " TIGER1:A:B \r\nsheet 2\nTIGER1:A:B\nTIGER1:C:D";
    assert_eq!(codes::lines(text), ["TIGER1:A:B", "TIGER1:C:D"]);
    // A print has a thousand sheets at most, each with five codes and one that makes good for another.
    let flood: String = (0..75_000).map(|number| format!("TIGER1%{number:05x}\n")).collect();
    assert_eq!(codes::lines(&flood).len(), 6_000);
}

#[test]
fn nothing_unfolds_beyond_its_bound() {
    let packed = |text: &[u8]| {
        let mut packed = Vec::new();
        brotli::BrotliCompress(&mut &*text, &mut packed, &Default::default()).unwrap();
        packed
    };
    let bomb = packed(&vec![b' '; 64 << 20]);
    assert!(bomb.len() < 4096);
    let told = |bytes: &[u8]| Print::read(bytes).unwrap_err().to_string();
    assert!(told(&bomb).starts_with("The codes were read, but they are no event: "), "{}", told(&bomb));
    assert!(
        told(&packed(b"{\"form\":2}")).starts_with("The codes are of form 2, and this program reads form 1.")
    );
    assert!(told(b"anything").starts_with("The codes were read, but they are no event: "));
}

proptest! {
    #[test]
    fn what_is_written_is_read(bytes in prop::collection::vec(any::<u8>(), 1..20_000), turn in any::<usize>()) {
        let mut all: Vec<String> = codes::write(&bytes).unwrap().into_iter().flatten().collect();
        let turn = turn % all.len();
        all.rotate_left(turn);
        let all: Vec<&str> = all.iter().map(String::as_str).collect();
        prop_assert_eq!(codes::read(&all), Ok(bytes));
    }

    #[test]
    fn nobody_who_types_codes_stops_the_program(texts in prop::collection::vec("TIGER1:[0-9A-F]{8}:[0-9]{1,9}:P?[0-9]{1,9}:[0-9A-Z :]{0,60}", 0..6)) {
        let all: Vec<&str> = texts.iter().map(String::as_str).collect();
        let _ = codes::read(&all);
    }
}
