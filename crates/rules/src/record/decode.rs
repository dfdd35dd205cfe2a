//! The bytes of a record file as text.

/// The text of a file, which must be UTF-8.
///
/// # Errors
/// What the file seems to be, where, and how to save it.
pub fn decode(bytes: Vec<u8>) -> Result<String, String> {
    let begins_utf_16 = matches!(bytes.as_slice(), [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..]);
    let has_zeros = bytes.iter().take(64).filter(|&&byte| byte == 0).count() >= 2;
    if begins_utf_16 || has_zeros {
        return Err(
            "it is UTF-16 text: save it as UTF-8 (in an editor's window \"Save as\", encoding UTF-8)".into(),
        );
    }
    String::from_utf8(bytes).map_err(|error| {
        let (sound, rest) = error.as_bytes().split_at(error.utf8_error().valid_up_to());
        let line = 1 + sound.iter().filter(|&&byte| byte == b'\n').count();
        let byte = rest.first().copied().unwrap_or_default();
        let shown = if byte >= 0xA0 { format!(", `{}` in Latin-1", char::from(byte)) } else { String::new() };
        format!(
            "line {line} holds the byte {byte:02X}{shown}, which is not UTF-8 text: save the file as UTF-8"
        )
    })
}
