//! Any text may be read as records and checked: no panic, and what was read is written so that it reads back.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tiger_rules::{Limits, Replay, check, read_records};

fuzz_target!(|text: &str| {
    for record in read_records(text, Limits { bytes: 1 << 16, plies: 200 }) {
        let Ok(record) = record else { break };
        let report = check(&record);
        let written = record.to_string();
        let again = read_records(&written, Limits::FILES).next().expect("a record").expect("readable");
        assert_eq!(check(&again).plies, report.plies);
        if let Ok(replay) = Replay::new(&record) {
            let played = replay.take_while(Result::is_ok).count();
            assert!(played >= report.plies as usize);
        }
    }
});
