use std::path::Path;

use tiger_arbiter::services::backups::shelf::{Shelf, copies_in, hall, hall_of};

#[test]
fn a_name_tells_the_hall() {
    let own = hall(Path::new("/srv/Hall of Merridon.sqlite3"), "0a1b2c3d");
    assert_eq!(own, "HallofMerridon-0a1b2c3d");
    let shelf = Shelf { folder: Path::new("/copies"), hall: &own };
    let file = shelf.file(chrono::DateTime::UNIX_EPOCH);
    assert_eq!(file, Path::new("/copies/backup-1970-01-01T00-00-00.000Z-HallofMerridon-0a1b2c3d.sqlite3"));
    assert_eq!(file.file_name().unwrap().to_str().and_then(hall_of), Some(own.as_str()));
    assert_eq!(hall_of("backup-1970-01-01T00-00-00.000Z.sqlite3"), Some(""));
    for none in ["backup-1970-01-01.sqlite3", "backup-1970-01-01T00-00-00.000Zx.sqlite3", "backup-Z.sqlite3"]
    {
        assert_eq!(hall_of(none), None, "{none}");
    }
}

#[test]
fn on_a_full_disk_the_oldest_make_room_and_the_newest_stays() {
    let folder = tempfile::tempdir().unwrap();
    let shelf = Shelf { folder: folder.path(), hall: "hall-1" };
    let put = |day: u32, hall: &str| {
        let name = format!("backup-2026-11-{day:02}T00-00-00.000Z{hall}.sqlite3");
        std::fs::write(folder.path().join(name), [7; 100]).unwrap();
    };
    for day in 1..=4 {
        put(day, if day == 1 { "" } else { "-hall-1" });
        put(day, "-hall-2");
    }
    let count = || copies_in(folder.path()).unwrap().len();
    assert_eq!((shelf.make_room(1_000, 1_000).unwrap(), count()), (0, 8), "there is room");
    assert_eq!((shelf.make_room(1_000, 699).unwrap(), count()), (0, 8), "it would not be enough");
    assert_eq!((shelf.make_room(1_000, 850).unwrap(), count()), (2, 6), "the oldest go");
    assert_eq!(shelf.copies().unwrap().len(), 2);
    assert_eq!((shelf.make_room(1_000, 900).unwrap(), count()), (1, 5));
    assert_eq!((shelf.make_room(1_000, 999).unwrap(), count()), (0, 5), "the newest stays");
    let left = shelf.copies().unwrap();
    assert!(left[0].to_str().unwrap().contains("11-04T"), "{left:?}");
}
