use encoding_rs::{WINDOWS_1250, WINDOWS_1252};
use tiger_arbiter::services::import::encoding::text_of;

const WESTERN: &str = "001    1 m    Müller, Jörg                      2100 GER\n001    2 w    Åström, Maëlle                    2000 SWE\n001    3 m    Peña, Iñaki                       1900 ESP\n";
const CENTRAL: &str = "001    1 m    Dvořák, Jiří                      2100 CZE\n001    2 w    Łukaszewska, Żaneta               2000 POL\n001    3 m    Kőszegi, Ernő                     1900 HUN\n001    4 m    Novotný, Ondřej                   1800 CZE\n";

fn utf_16(text: &str, bytes_of: fn(u16) -> [u8; 2]) -> Vec<u8> {
    text.encode_utf16().flat_map(bytes_of).collect()
}

#[test]
fn code_pages_are_told_apart_by_their_letters() {
    for (text, page) in [(WESTERN, WINDOWS_1252), (CENTRAL, WINDOWS_1250)] {
        let (bytes, _, lost) = page.encode(text);
        assert!(!lost);
        assert_eq!(text_of(&bytes), text);
        assert_eq!(text_of(text.as_bytes()), text);
    }
}

#[test]
fn utf_16_is_read_with_a_mark_and_without() {
    for bytes_of in [u16::to_le_bytes, u16::to_be_bytes] {
        assert_eq!(text_of(&utf_16(CENTRAL, bytes_of)), CENTRAL);
        assert_eq!(text_of(&utf_16(&format!("\u{FEFF}{CENTRAL}"), bytes_of)), CENTRAL);
    }
}
