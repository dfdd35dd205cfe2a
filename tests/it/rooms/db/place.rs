use std::time::Duration;

use tiger_arbiter::db::DbError;
use tiger_arbiter::db::place::Place;

/// Longer than this test.
const LONG: Duration = Duration::from_secs(3600);

#[test]
fn a_disk_that_takes_nothing_is_found_and_not_tried_without_a_pause() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("hall.sqlite3");
    std::fs::write(&file, "").unwrap();
    let place = Place::hold(&file).unwrap();
    place.check_room_after(LONG).unwrap();
    drop(folder);
    place.check_room_after(LONG).unwrap();
    assert!(matches!(place.check_room_after(Duration::ZERO), Err(DbError::Full(_))));
    std::fs::create_dir(file.parent().unwrap()).unwrap();
    place.check_room_after(LONG).unwrap_err();
    place.check_room_after(Duration::ZERO).unwrap();
    std::fs::remove_dir(file.parent().unwrap()).unwrap();
}
