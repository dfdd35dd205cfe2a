//! What a form posts, with or without files. Read once, at the door, by [`super::csrf`].

use std::collections::BTreeMap;
use std::future::{Ready, ready};
use std::sync::Arc;

use actix_multipart::Multipart;
use actix_web::dev::Payload;
use actix_web::http::header::{self, HeaderMap};
use actix_web::{FromRequest, HttpMessage, HttpRequest, web};
use futures_util::{StreamExt, stream};
use tiger_event::Bytes32;

use crate::db;
use crate::error::{AppError, Result};
use crate::ledger::OnceKey;

/// Fields that a form may have. The widest of ours, the results of two hundred boards, has some two thousand.
const MOST_FIELDS: usize = 5_000;

/// Parts that a form with files may have: the widest of ours, an event's settings, has less than a hundred fields.
const MOST_PARTS: usize = 1_000;

/// Bytes of a form with files that anybody may send: of ours people have them who are signed in.
const SMALL: usize = 16 * 1024;

/// Bytes of memory that a field costs beside its own, until the form is answered.
const FIELD_COST: usize = 256;

/// The field in which a form comes back that was held for whoever was signed out: all of its fields, as forms are written.
pub(super) const HELD: &str = "held";

/// From how many fields on a form is read beside the threads that answer requests, and from nobody unknown.
const FEW: usize = 200;

/// A form as it was posted. Whoever has one has passed the check against forged forms.
#[derive(Debug, Clone, Default)]
pub struct Posted {
    /// Shared with what keeps the form to be sent again.
    fields: Arc<Vec<(String, String)>>,
    files: BTreeMap<String, PostedFile>,
}

/// A file of a form.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PostedFile {
    /// The name that the browser gave it.
    pub name: String,
    pub bytes: web::Bytes,
}

/// How a body is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encoding {
    /// Names and values, as forms without files.
    Pairs,
    /// Parts, as forms with files.
    Parts,
    Other,
}

impl Encoding {
    pub fn of(headers: &HeaderMap) -> Self {
        let value = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or("");
        match value.split(';').next().unwrap_or("").trim().to_ascii_lowercase().as_str() {
            "application/x-www-form-urlencoded" => Self::Pairs,
            "multipart/form-data" => Self::Parts,
            _ => Self::Other,
        }
    }
}

impl Posted {
    pub async fn read(encoding: Encoding, headers: &HeaderMap, body: &web::Bytes) -> Result<Self> {
        match encoding {
            Encoding::Other => Ok(Self::default()),
            Encoding::Pairs if Self::is_wide(encoding, body) => {
                let body = body.clone();
                db::block(move || Self::read_pairs(&body)).await
            }
            Encoding::Pairs => Self::read_pairs(body),
            Encoding::Parts => Self::read_parts(headers, body.clone()).await,
        }
    }

    /// Bytes of memory that reading a body costs beside its own.
    ///
    /// # Errors
    /// When it has more fields than any form of ours.
    pub(super) fn cost(encoding: Encoding, body: &[u8]) -> Result<usize> {
        match encoding {
            Encoding::Other => Ok(0),
            Encoding::Parts => Ok(body.len()),
            Encoding::Pairs if count(body, "&") >= MOST_FIELDS => Err(too_wide()),
            Encoding::Pairs => Ok((count(body, "&") + count(body, "%26") + 1) * FIELD_COST),
        }
    }

    /// Whether a body is more than what nobody in particular sends: by its fields, also those of a form in one of them, or
    /// as a form with files.
    pub(super) fn is_wide(encoding: Encoding, body: &[u8]) -> bool {
        match encoding {
            Encoding::Other => false,
            Encoding::Parts => body.len() > SMALL,
            Encoding::Pairs => count(body, "&") + count(body, "%26") > FEW,
        }
    }

    fn read_pairs(body: &[u8]) -> Result<Self> {
        let text = std::str::from_utf8(body).map_err(|_| not_utf8("form"))?;
        let mut fields = pairs(text)?;
        let held = fields.iter().position(|(name, _)| name == HELD).map(|place| fields.remove(place));
        if let Some((_, held)) = held {
            fields.extend(pairs(&held)?);
        }
        Ok(Self { fields: fields.into(), files: BTreeMap::new() })
    }

    async fn read_parts(headers: &HeaderMap, body: web::Bytes) -> Result<Self> {
        let unreadable = |_| AppError::unprocessable("This form cannot be read.");
        let limit = body.len();
        let mut parts = Multipart::new(headers, stream::once(ready(Ok(body))));
        let (mut fields, mut files, mut left) = (Vec::new(), BTreeMap::new(), MOST_PARTS);
        while let Some(part) = parts.next().await {
            left = left.checked_sub(1).ok_or_else(too_wide)?;
            let mut part = part.map_err(unreadable)?;
            let name = part.name().unwrap_or_default().to_owned();
            let file = part.content_disposition().and_then(|d| d.get_filename()).map(str::to_owned);
            let read = part.bytes(limit).await;
            let bytes = read.map_err(|_| AppError::unprocessable("This form cannot be read."))?;
            let bytes = bytes.map_err(unreadable)?;
            match file {
                // A file field in which nothing was chosen.
                Some(file) if file.is_empty() && bytes.is_empty() => {}
                Some(file) => {
                    files.insert(name, PostedFile { name: file, bytes });
                }
                None => {
                    let text = String::from_utf8(bytes.to_vec()).map_err(|_| not_utf8("form"))?;
                    fields.push((name, text));
                }
            }
        }
        Ok(Self { fields: fields.into(), files })
    }

    /// The first value of a field; empty when it was not posted.
    pub fn value(&self, name: &str) -> &str {
        self.fields.iter().find(|(field, _)| field == name).map_or("", |(_, value)| value.as_str())
    }

    /// All values of a field, in their order.
    pub fn values(&self, name: &str) -> impl Iterator<Item = &str> {
        self.fields.iter().filter(move |(field, _)| field == name).map(|(_, value)| value.as_str())
    }

    /// Whether a check box was ticked, or a button pressed.
    pub fn has(&self, name: &str) -> bool {
        self.fields.iter().any(|(field, _)| field == name)
    }

    /// All fields, in their order.
    pub fn fields(&self) -> &[(String, String)] {
        &self.fields
    }

    pub(super) fn has_file(&self) -> bool {
        !self.files.is_empty()
    }

    /// The file of a field, if one was chosen.
    pub fn file(&self, name: &str) -> Option<&PostedFile> {
        self.files.get(name)
    }

    /// The file of a field as text; none if no file was chosen.
    pub fn text_file(&self, name: &str) -> Result<Option<&str>> {
        let Some(file) = self.file(name) else { return Ok(None) };
        let text = std::str::from_utf8(&file.bytes).map_err(|_| not_utf8("file"))?;
        Ok(Some(text.strip_prefix('\u{FEFF}').unwrap_or(text)))
    }

    /// The key that makes a double submission one: of the field `idempotency_key` and of what was typed. Somebody who
    /// goes back in the browser and types something else sends the same field, but not the same form.
    pub fn once(&self) -> Result<OnceKey> {
        Ok(self.key_of_page()?.of(self.content().as_bytes()))
    }

    /// The field `idempotency_key` itself, for those who look into the form to tell a repetition.
    pub fn key_of_page(&self) -> Result<OnceKey> {
        self.value("idempotency_key").parse().map_err(|error| AppError::unprocessable(format!("{error}")))
    }

    /// What was typed and chosen: not what the page itself put into the form, nor that its points were seen.
    fn content(&self) -> String {
        let files = self.files.iter().map(|(name, file)| (name, Bytes32::digest(&file.bytes)));
        format!("{:?}{:?}", self.typed(), files.collect::<Vec<_>>())
    }

    /// What was typed, as hidden fields that send it again.
    pub fn typed(&self) -> Vec<(String, String)> {
        let is_typed = |name: &str| !matches!(name, "csrf" | "idempotency_key" | "version" | "confirmed");
        self.fields.iter().filter(|(name, _)| is_typed(name)).cloned().collect()
    }

    /// Which change of points was seen and confirmed; empty if none was.
    pub fn confirmed(&self) -> &str {
        self.value("confirmed")
    }

    /// The version that the form was made from, from the field `version`.
    pub fn version(&self) -> Result<u64> {
        self.value("version").parse().map_err(|_| {
            AppError::unprocessable("This form lacks its version. Reload the page and send it again.")
        })
    }
}

/// How often a body has what parts its fields; what is beyond [`MOST_FIELDS`] is not counted.
fn count(body: &[u8], mark: &str) -> usize {
    std::str::from_utf8(body).map_or(0, |text| text.matches(mark).take(MOST_FIELDS).count())
}

fn pairs(text: &str) -> Result<Vec<(String, String)>> {
    if count(text.as_bytes(), "&") >= MOST_FIELDS {
        return Err(too_wide());
    }
    let pairs = web::Query::<Vec<_>>::from_query(text)
        .map_err(|_| AppError::unprocessable("This form cannot be read."))?;
    Ok(pairs.into_inner())
}

fn too_wide() -> AppError {
    AppError::unprocessable("This form has more fields than any of ours.")
}

fn not_utf8(what: &str) -> AppError {
    AppError::unprocessable(format!("This {what} is not UTF-8 text. Save it as UTF-8 and send it again."))
}

impl FromRequest for Posted {
    type Error = AppError;
    type Future = Ready<Result<Self>>;

    fn from_request(request: &HttpRequest, _payload: &mut Payload) -> Self::Future {
        ready(request.extensions_mut().remove::<Self>().ok_or(AppError::StaleForm))
    }
}
