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
