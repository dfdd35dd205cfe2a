//! The text of a file, whatever letters the program that wrote it used.

use std::borrow::Cow;

use chardetng::EncodingDetector;
use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1250, WINDOWS_1252};

/// Reads UTF-8 and UTF-16, and what older programs for Windows wrote. Whether that was the Western or the Central
/// European code page is told by the letters of the whole file.
pub fn text_of(bytes: &[u8]) -> Cow<'_, str> {
    encoding_of(bytes).decode(bytes).0
}

fn encoding_of(bytes: &[u8]) -> &'static Encoding {
    if let Some((marked, _)) = Encoding::for_bom(bytes) {
        return marked;
    }
    // A report file begins with digits, so that every other byte of UTF-16 is nothing.
    match bytes {
        [0, digit, ..] if *digit != 0 => return UTF_16BE,
        [digit, 0, ..] if *digit != 0 => return UTF_16LE,
        _ if std::str::from_utf8(bytes).is_ok() => return UTF_8,
        _ => {}
    }
    let mut detector = EncodingDetector::new();
    detector.feed(bytes, true);
    let guess = detector.guess(None, false);
    let is_central = guess == WINDOWS_1250 || guess == encoding_rs::ISO_8859_2;
    if is_central { WINDOWS_1250 } else { WINDOWS_1252 }
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
