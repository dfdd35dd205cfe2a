//! An answer's bytes, as they are and compressed, with the headers that go with them.

use std::io::Write;

use actix_web::http::header::HeaderValue;
use actix_web::web::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;
use tiger_event::Bytes32;

use crate::assets::Asset;
use crate::clock;
use crate::error::{AppError, Result};

/// What stands on a page in the place of what is said to one reader.
pub const MARK: &str = "<!--said-->";

/// Bodies shorter than this are not worth compressing.
const WORTH_COMPRESSING: usize = 512;

/// gzip's effort, 1 to 9.
const GZIP_LEVEL: u32 = 6;

/// brotli's effort, 0 to 11: the highest that a publication does not wait for; see `benches/README.md`.
const BROTLI_QUALITY: u32 = 6;

/// brotli's window, as a power of two: pages are smaller than 1 MiB.
const BROTLI_WINDOW: u32 = 20;

/// Bytes in one coding with their entity tag.
#[derive(Debug, Clone)]
pub(super) struct Coded {
    pub(super) bytes: Bytes,
    pub(super) tag: HeaderValue,
    /// The name for `Content-Encoding`; none for the bytes as they are.
    pub(super) coding: Option<&'static str>,
}

/// Pages that follow each other by the server's time.
#[derive(Debug, Clone)]
pub struct Turns {
    pub seconds: u16,
    pub pages: Vec<String>,
}

impl Turns {
    /// What the browser is told at a moment, in milliseconds: how long it stays, in whole seconds as it takes no others, and
    /// where it goes then. Who asks just before a turn is counted as having turned.
    pub fn told(&self, now: i64) -> Option<String> {
        let period = 1000 * i64::from(self.seconds.max(1));
        let turn = (now + 500).div_euclid(period) + 1;
        let seconds = (turn * period - now + 500).div_euclid(1000).max(1);
        let place = turn.rem_euclid(i64::try_from(self.pages.len()).ok()?.max(1));
        let page = self.pages.get(usize::try_from(place).ok()?)?;
        Some(format!("{seconds}; url={page}"))
    }

    /// The header of an answer that is given now.
    pub(super) fn header(&self) -> Option<HeaderValue> {
        self.told(clock::now().timestamp_millis()).and_then(|told| HeaderValue::from_str(&told).ok())
    }
}

/// An answer, ready to be sent any number of times.
#[derive(Debug)]
pub struct Printed {
    pub(super) media_type: HeaderValue,
    pub(super) disposition: Option<HeaderValue>,
    /// Where the browser goes by itself (screens in the hall).
    pub(super) turns: Option<Turns>,
    pub(super) plain: Coded,
    pub(super) gzip: Option<Coded>,
    pub(super) brotli: Option<Coded>,
    /// Where in the plain bytes stands the mark for what is said to one reader.
    pub(super) mark: Option<usize>,
}

impl Printed {
    /// Prints a body: compresses it and derives its entity tags from its content.
    pub fn new(media_type: &'static str, body: String) -> Result<Self> {
        let mark = body.find(MARK);
        let digest = Bytes32::digest(body.as_bytes()).to_string();
        let hash = digest.get(..24).unwrap_or(&digest);
        let printed = Self::plain(media_type, body.into(), hash)?.compressed(hash)?;
        Ok(Self { mark, ..printed })
    }

    /// Prints a static file. Pictures of dots and fonts are compressed by their makers.
    pub fn file(asset: &'static Asset) -> Result<Self> {
        let printed = Self::plain(asset.media_type, Bytes::from_static(&asset.bytes), &asset.hash)?;
        let is_text =
            ["text/", "application/", "image/svg"].iter().any(|kind| asset.media_type.starts_with(kind));
        if is_text { printed.compressed(&asset.hash) } else { Ok(printed) }
    }

    fn compressed(self, hash: &str) -> Result<Self> {
        let body = &self.plain.bytes;
        if body.len() < WORTH_COMPRESSING {
            return Ok(self);
        }
        let coded = |bytes: Vec<u8>, coding: &'static str, suffix: &str| {
            let is_shorter = bytes.len() < body.len();
            is_shorter.then(|| Coded::new(bytes.into(), hash, suffix, Some(coding))).transpose()
        };
        let gzip = coded(gzip(body)?, "gzip", "-gz")?;
        let brotli = coded(brotli(body)?, "br", "-br")?;
        Ok(Self { gzip, brotli, ..self })
    }

    /// A body for one reader: not compressed, not to be kept.
    pub fn once(media_type: &'static str, body: String) -> Result<Self> {
        Self::plain(media_type, body.into(), "once")
    }

    fn plain(media_type: &'static str, body: Bytes, hash: &str) -> Result<Self> {
        Ok(Self {
            media_type: HeaderValue::from_static(media_type),
            disposition: None,
            turns: None,
            plain: Coded::new(body, hash, "", None)?,
            gzip: None,
            brotli: None,
            mark: None,
        })
    }

    /// The same as a file that the browser keeps under a name.
    pub fn named(mut self, name: &str) -> Result<Self> {
        self.disposition = Some(header(&format!("attachment; filename=\"{name}\""))?);
        Ok(self)
    }

    /// The same, and the browser goes on by itself: each of these pages is shown for so many seconds of the server's time, so
    /// that all screens with one list show the same page, whenever they began.
    pub fn turning(mut self, seconds: u16, pages: Vec<String>) -> Result<Self> {
        // What cannot be a header is found out now.
        pages.iter().try_for_each(|page| header(page).map(|_| ()))?;
        self.turns = Some(Turns { seconds, pages });
        Ok(self)
    }

    /// Whether there is a place for what is said to one reader.
    pub const fn has_room_for_a_word(&self) -> bool {
        self.mark.is_some()
    }

    /// Bytes that this takes in memory.
    pub fn size(&self) -> usize {
        let coded = [&self.gzip, &self.brotli].into_iter().flatten();
        self.plain.bytes.len() + coded.map(|coded| coded.bytes.len()).sum::<usize>()
    }

    /// The body as it is, without compression.
    pub fn body(&self) -> &[u8] {
        &self.plain.bytes
    }

    /// Bytes of the body as it is, by gzip and by brotli; 0 where it is not compressed.
    pub fn sizes(&self) -> [usize; 3] {
        let size = |coded: &Option<Coded>| coded.as_ref().map_or(0, |coded| coded.bytes.len());
        [self.plain.bytes.len(), size(&self.gzip), size(&self.brotli)]
    }
}

impl Coded {
    fn new(bytes: Bytes, hash: &str, suffix: &str, coding: Option<&'static str>) -> Result<Self> {
        Ok(Self { bytes, tag: header(&format!("\"{hash}{suffix}\""))?, coding })
    }
}

fn header(text: &str) -> Result<HeaderValue> {
    HeaderValue::from_str(text).map_err(AppError::internal)
}

fn gzip(body: &[u8]) -> Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::with_capacity(body.len() / 4), Compression::new(GZIP_LEVEL));
    encoder.write_all(body).map_err(AppError::internal)?;
    encoder.finish().map_err(AppError::internal)
}

fn brotli(body: &[u8]) -> Result<Vec<u8>> {
    let mut encoder = brotli::CompressorWriter::new(
        Vec::with_capacity(body.len() / 4),
        64 * 1024,
        BROTLI_QUALITY,
        BROTLI_WINDOW,
    );
    encoder.write_all(body).map_err(AppError::internal)?;
    encoder.flush().map_err(AppError::internal)?;
    Ok(encoder.into_inner())
}
