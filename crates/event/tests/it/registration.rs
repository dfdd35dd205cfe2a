use chrono::{NaiveDate, Timelike};
use tiger_event::registration::RegistrationTerms;

fn terms(month: u32, day: u32, hour: u32) -> RegistrationTerms {
    let closes_at = NaiveDate::from_ymd_opt(2026, month, day).unwrap().and_hms_opt(hour, 30, 0).unwrap();
    RegistrationTerms { closes_at, places: None, takes_byes: false }
}

#[test]
fn the_end_is_by_the_clocks_of_the_hall() {
    let end = |terms: RegistrationTerms| terms.ends_at(chrono_tz::Europe::London).hour();
    assert_eq!(end(terms(7, 1, 18)), 17);
    assert_eq!(end(terms(12, 1, 18)), 18);
    // Clocks leap from 1 to 2 on 29 March, and show the hour from 1 twice on 25 October.
    assert_eq!(end(terms(3, 29, 1)), 1);
    assert_eq!(end(terms(10, 25, 1)), 1);
}

#[test]
fn the_end_of_all_years_is_an_end_in_every_zone() {
    for closes_at in [chrono::NaiveDateTime::MIN, chrono::NaiveDateTime::MAX] {
        let terms = RegistrationTerms { closes_at, ..terms(7, 1, 18) };
        for zone in [chrono_tz::UTC, chrono_tz::America::New_York, chrono_tz::Asia::Tokyo] {
            let is_future = closes_at == chrono::NaiveDateTime::MAX;
            assert_eq!(terms.ends_at(zone) > chrono::DateTime::UNIX_EPOCH, is_future, "{zone}");
        }
    }
}

#[test]
fn places_are_bounded() {
    let with = |places| RegistrationTerms { places: Some(places), ..terms(7, 1, 18) };
    assert!(with(1).check().is_err());
    assert!(with(2).check().is_ok());
    assert!(with(RegistrationTerms::MOST_PLACES).check().is_ok());
    assert!(with(RegistrationTerms::MOST_PLACES + 1).check().is_err());
}
