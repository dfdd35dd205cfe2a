//! The files under `static/`, carried in the binary and addressed by their content.
//!
//! `url("css/app.css")` gives `/static/css/app.<hash>.css`: the address changes with the content, so that browsers may
//! keep it for ever. Scripts and style sheets name other files by such addresses too: whoever has been here before asks
//! for none of them again. Debug builds read the folder when the first file is wanted, which spares rebuilding: to start
//! the program again is enough to see a change.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::LazyLock;

use rust_embed::RustEmbed;
use tiger_event::Bytes32;

/// Hexadecimal digits of the hash in an address.
const HASH_DIGITS: usize = 16;

#[derive(RustEmbed)]
#[folder = "../../static/"]
struct Static;

/// One static file.
#[derive(Debug)]
pub struct Asset {
    pub bytes: Cow<'static, [u8]>,
    pub media_type: &'static str,
    /// The hash of its content, as addresses carry it.
    pub hash: String,
}

/// The static file that an address means.
#[derive(Debug)]
pub struct Found {
    pub asset: &'static Asset,
    /// Whether it was asked for by the hash of this very content.
    pub is_addressed_by_hash: bool,
}

/// All files by their paths.
type Files = BTreeMap<String, Asset>;

static ALL: LazyLock<Files> = LazyLock::new(|| {
    let mut all = Files::new();
    for path in Static::iter() {
        take_in(&path, &[], &mut all);
    }
    all
});

/// The address of a static file; of its plain path when there is none of this name.
pub fn url(path: &str) -> String {
    match ALL.get(path) {
        Some(asset) => format!("/static/{}", with_hash(path, &asset.hash)),
        None => format!("/static/{path}"),
    }
}

/// The file that an address under `/static/` means, with or without a hash.
pub fn find(path: &str) -> Option<Found> {
    if let Some(asset) = ALL.get(path) {
        return Some(Found { asset, is_addressed_by_hash: false });
    }
    let (rest, extension) = path.rsplit_once('.')?;
    let (stem, hash) = rest.rsplit_once('.')?;
    let is_hash = hash.len() == HASH_DIGITS && hash.bytes().all(|byte| byte.is_ascii_hexdigit());
    let asset = ALL.get(&format!("{stem}.{extension}")).filter(|_| is_hash)?;
    Some(Found { asset, is_addressed_by_hash: asset.hash == hash })
}

/// The text of a file; nothing where there is no such text.
pub fn text(path: &str) -> &'static str {
    find(path).and_then(|found| std::str::from_utf8(&found.asset.bytes).ok()).unwrap_or_default()
}

/// Takes a file in after those that it names: their hashes become part of its content. In a ring of files that name each
/// other one keeps a plain name.
fn take_in(path: &str, within: &[&str], all: &mut Files) {
    if all.contains_key(path) || within.contains(&path) {
        return;
    }
    let Some(file) = Static::get(path) else { return };
    let mut bytes = file.data;
    if (path.ends_with(".js") || path.ends_with(".css"))
        && let Ok(text) = std::str::from_utf8(&bytes)
    {
        bytes = Cow::Owned(with_hashes(text, path, within, all).into_bytes());
    }
    let mut hash = Bytes32::digest(&bytes).to_string();
    hash.truncate(HASH_DIGITS);
    all.insert(path.to_owned(), Asset { bytes, media_type: media_type(path), hash });
}

/// A script or a style sheet whose names of other files, such as `"./forms.js"`, carry the hashes of these.
fn with_hashes(text: &str, path: &str, within: &[&str], all: &mut Files) -> String {
    let within = [within, &[path]].concat();
    let mut parts = text.split("\".");
    let mut written = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        written.push_str("\".");
        let named = part.split_once('"').and_then(|(name, after)| {
            let file = beside(path, &format!(".{name}"));
            take_in(&file, &within, all);
            Some((with_hash(name, &all.get(&file)?.hash), after))
        });
        match named {
            Some((name, after)) => written.extend([&name, "\"", after]),
            None => written.push_str(part),
        }
    }
    written
}

/// The path of a file that another one names from where it lies.
fn beside(path: &str, name: &str) -> String {
    let mut parts: Vec<&str> = path.split('/').collect();
    parts.pop();
    for part in name.split('/') {
        match part {
            "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

/// A path or a name with the hash before its ending.
fn with_hash(path: &str, hash: &str) -> String {
    let ending = path.rfind('.').unwrap_or(path.len());
    let (stem, ending) = path.split_at(ending);
    format!("{stem}.{hash}{ending}")
}

fn media_type(path: &str) -> &'static str {
    match path.rsplit_once('.').map(|(_, extension)| extension) {
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("ico") => "image/x-icon",
        Some("webp") => "image/webp",
        Some("woff2") => "font/woff2",
        Some("json") => "application/json",
        Some("webmanifest") => "application/manifest+json",
        Some("txt" | "md") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
