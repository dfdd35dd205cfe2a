//! The files under `static/`, carried in the binary and addressed by their content.
//!
//! `url("css/app.css")` gives `/static/css/app.<hash>.css`: the address changes with the content, so that
//! browsers may keep it for ever. Debug builds read the folder at each request, which spares rebuilding.

use std::borrow::Cow;
use std::fmt::Write;

use rust_embed::RustEmbed;

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
    /// Whether it was asked for by the hash of this very content.
    pub is_addressed_by_hash: bool,
}

/// The address of a static file; of its plain path when there is none of this name.
pub fn url(path: &str) -> String {
    match (Static::get(path), path.rsplit_once('.')) {
        (Some(file), Some((stem, extension))) => {
            format!("/static/{stem}.{}.{extension}", hash_text(&file.metadata.sha256_hash()))
        }
        _ => format!("/static/{path}"),
    }
}

/// The file that an address under `/static/` means, with or without a hash.
pub fn find(path: &str) -> Option<Asset> {
    if let Some(asset) = load(path, None) {
        return Some(asset);
    }
    let (rest, extension) = path.rsplit_once('.')?;
    let (stem, hash) = rest.rsplit_once('.')?;
    let is_hash = hash.len() == HASH_DIGITS && hash.bytes().all(|b| b.is_ascii_hexdigit());
    if is_hash { load(&format!("{stem}.{extension}"), Some(hash)) } else { None }
}

/// The text of a file; nothing where there is no such text.
pub fn text(path: &str) -> String {
    let bytes = find(path).map(|asset| asset.bytes.into_owned()).unwrap_or_default();
    String::from_utf8(bytes).unwrap_or_default()
}

fn load(path: &str, asked: Option<&str>) -> Option<Asset> {
    let file = Static::get(path)?;
    let hash = hash_text(&file.metadata.sha256_hash());
    let is_addressed_by_hash = asked == Some(hash.as_str());
    Some(Asset { bytes: file.data, media_type: media_type(path), hash, is_addressed_by_hash })
}

fn hash_text(hash: &[u8; 32]) -> String {
    hash.iter().take(HASH_DIGITS / 2).fold(String::with_capacity(HASH_DIGITS), |mut text, byte| {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
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
