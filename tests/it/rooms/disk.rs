use std::path::Path;

use tiger_arbiter::disk::folder_of;

#[test]
fn a_file_without_a_folder_lies_here() {
    assert_eq!(folder_of(Path::new("hall.sqlite3")), Path::new("."));
    assert_eq!(folder_of(Path::new("/srv/hall.sqlite3")), Path::new("/srv"));
}
