use std::fs;
use std::path::Path;

use tiger_arbiter::assets::{find, text, url};

#[test]
fn an_address_with_the_hash_finds_the_file() {
    let address = url("robots.txt");
    let found = address.strip_prefix("/static/").and_then(find);
    assert_eq!(found.map(|a| a.is_addressed_by_hash), Some(true), "{address}");
}

#[test]
fn an_old_hash_still_finds_the_file_but_not_for_ever() {
    let found = find("robots.0123456789abcdef.txt");
    assert_eq!(found.map(|a| a.is_addressed_by_hash), Some(false));
}

#[test]
fn nothing_outside_the_folder_is_found() {
    assert!(find("../Cargo.toml").is_none());
    assert!(find("").is_none());
}

#[test]
fn scripts_and_style_sheets_name_others_by_their_hashes() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("static");
    let mut named = 0;
    for within in ["js", "css", "vendor/gifenc"] {
        for entry in fs::read_dir(folder.join(within)).unwrap() {
            let file = entry.unwrap().file_name().into_string().unwrap();
            let sent = text(&format!("{within}/{file}"));
            let names = |begin| sent.split(begin).skip(1).map(|rest| rest.split('"').next().unwrap());
            let beside = names("\"./").map(|name| format!("{within}/{name}"));
            for path in beside.chain(names("\"../").map(str::to_owned)) {
                let is_kept = find(&path).is_some_and(|found| found.is_addressed_by_hash);
                assert!(is_kept, "{file} names {path}");
                named += 1;
            }
        }
    }
    assert!(named > 30, "only {named} names");
}
