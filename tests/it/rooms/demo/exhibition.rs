use std::collections::BTreeSet;

use tiger_arbiter::demo::exhibition::ALL;
use tiger_rules::{Limits, check, read_records};

#[test]
fn every_record_is_in_order_and_no_two_of_an_exhibition_end_alike() {
    for exhibition in ALL {
        let mut endings = BTreeSet::new();
        for record in read_records(exhibition.records, Limits::FILES) {
            let report = check(&record.unwrap());
            assert_eq!(report.error, None, "{}", exhibition.plan.name);
            assert!(endings.insert(report.outcome.unwrap().by.name()));
        }
        assert_eq!(endings.len(), 4, "{}", exhibition.plan.name);
    }
}
