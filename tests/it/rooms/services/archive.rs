use std::io::{Cursor, Write};

use tiger_arbiter::services::archive::{ArchiveError, MANIFEST, read, read_within};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

fn zip(parts: &[(&str, &[u8])]) -> Cursor<Vec<u8>> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in parts {
        zip.start_file(*name, SimpleFileOptions::default()).unwrap();
        zip.write_all(content).unwrap();
    }
    Cursor::new(zip.finish().unwrap().into_inner())
}

#[test]
fn what_is_no_archive_is_told_so() {
    let told = |file| read(file).unwrap_err().to_string();
    assert!(told(Cursor::new(b"not a zip".to_vec())).starts_with("this is no archive of an event: "));
    assert_eq!(told(zip(&[])), "this is no archive of an event: manifest.json is not in it");
    let other = zip(&[(MANIFEST, b"{\"format\":\"something\",\"version\":1}")]);
    assert_eq!(told(other), "this is no archive of an event: its manifest says `something`");
    let newer = zip(&[(MANIFEST, b"{\"format\":\"tiger-arbiter archive\",\"version\":2,\"more\":[]}")]);
    assert_eq!(
        told(newer),
        "the archive is of version 2, this program reads version 1: take a newer program"
    );
}

#[test]
fn nothing_unfolds_beyond_its_bound() {
    // 64 KiB in the file, 64 MiB unfolded.
    let bomb = zip(&[(MANIFEST, &vec![b' '; 64 << 20])]);
    assert!(bomb.get_ref().len() < 128 * 1024);
    assert!(matches!(read_within(bomb, 1 << 20), Err(ArchiveError::TooLarge(_))));
}
