use std::collections::BTreeMap;

use tiger_event::ByeKind;
use tiger_event::alerts::{Part, Told};

fn bye() -> Part {
    Part::Bye { kind: ByeKind::Pairing, is_forfeit: false }
}

#[test]
fn what_was_told_is_kept_as_text() {
    let told = Told(BTreeMap::from([(1, bye()), (2, Part::Unpaired)]));
    let text = serde_json::to_string(&told).unwrap_or_default();
    assert_eq!(text, r#"{"1":{"is":"bye","kind":"pairing","is_forfeit":false},"2":{"is":"unpaired"}}"#);
    assert_eq!(serde_json::from_str::<Told>(&text).ok(), Some(told));
}
