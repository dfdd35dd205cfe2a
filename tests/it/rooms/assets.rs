use tiger_arbiter::assets::{find, url};

#[test]
fn an_address_with_the_hash_finds_the_file() {
    let address = url("robots.txt");
    let asset = address.strip_prefix("/static/").and_then(find);
    assert_eq!(asset.map(|a| a.is_addressed_by_hash), Some(true), "{address}");
}

#[test]
fn an_old_hash_still_finds_the_file_but_not_for_ever() {
    let asset = find("robots.0123456789abcdef.txt");
    assert_eq!(asset.map(|a| a.is_addressed_by_hash), Some(false));
}

#[test]
fn nothing_outside_the_folder_is_found() {
    assert!(find("../Cargo.toml").is_none());
    assert!(find("").is_none());
}
