//! Bytes that are no UTF-8 text are refused with advice.

use tiger_rules::decode;

#[test]
fn other_encodings_get_advice() {
    let wide: Vec<u8> = "[Game".encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert!(decode(wide.clone()).is_err_and(|why| why.contains("UTF-16")));
    assert!(decode([vec![0xFF, 0xFE], wide].concat()).is_err_and(|why| why.contains("save it as UTF-8")));
    let latin = decode(b"[Game \"x\"]\n[Bengal \"M\xFCller\"]".to_vec());
    assert_eq!(
        latin.as_ref().map_err(String::as_str),
        Err("line 2 holds the byte FC, `\u{fc}` in Latin-1, which is not UTF-8 text: save the file as UTF-8")
    );
    assert_eq!(decode("\u{fc}".into()).as_deref(), Ok("\u{fc}"));
}
