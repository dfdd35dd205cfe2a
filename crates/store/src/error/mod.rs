//! What can go wrong in a request: a public sentence for the person, the cause for the log.
//!
//! Handlers return `Result<HttpResponse, AppError>`. The web app’s gate turns the error into a page, or
//! into JSON for those who asked for it; an [`AppError::Internal`] gets a number there that is shown and logged.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, ResponseError};
use std::time::Duration;

pub mod problem;

pub use problem::{Conflict, Link, Problem};

/// What came of a request's work, or of a part of it.
pub type Result<T, E = AppError> = std::result::Result<T, E>;

/// Why a request was not carried out.
#[derive(Debug, thiserror::Error)]
pub enum AppError {
    /// Nothing is at this address, or the person may not know that something is.
    #[error("There is no such {}.{}", .0, otherwise(.0))]
    NotFound(&'static str),
    /// Nobody is signed in, and this needs somebody.
    #[error("Please sign in first.")]
    SignIn,
    /// The person may not do this.
    #[error("{sentence}")]
    Forbidden {
        sentence: String,
        /// Where the person can go instead.
        way_out: Option<Link>,
    },
    /// Somebody else changed the same thing meanwhile.
    #[error("Somebody changed {} meanwhile: it is now {}, you sent {}.", .0.what, .0.theirs, .0.yours)]
    Conflict(Conflict),
    /// The request is readable, but says something that cannot be done.
    #[error("{0}")]
    Unprocessable(String),
    #[error("This is too large: at most {limit_kib} KiB can be sent.")]
    TooLarge { limit_kib: usize },
    #[error("Too many attempts. Please try again in {}.", in_words(.retry_after))]
    TooMany { retry_after: Duration },
    /// There is no place for one more, or too much is on its way to this one already.
    #[error(
        "So many people are connected at the moment that there is no room. Please try again in a minute."
    )]
    Crowded,
    /// Others who read or write were in the way, time after time.
    #[error("Too many people are writing at this moment. Nothing was changed; please send it again.")]
    Busy,
    /// The database has not answered for long; what became of the work is not known.
    #[error(
        "The server’s database has not answered for a while. Whether this was done is not known: look at it again before \
         anything else is sent. The same form, sent again, is carried out once."
    )]
    Silent,
    /// The form is older than the sign-in, or comes from another site.
    #[error(
        "This form is older than the sign-in here, or comes from another site, so nothing was done. Send it again from a page that is not."
    )]
    StaleForm,
    /// The disk under the database takes nothing more.
    #[error(
        "The server cannot write to its disk, which is full, broken or read-only. Nothing was changed. \
         Tell whoever runs the server; when there is room again, send it again."
    )]
    Unwritable(#[source] anyhow::Error),
    /// The database is gone, for a while or for good.
    #[error(
        "The server cannot reach its database at this moment. Nothing was changed; please try again in a little while, \
         and tell whoever runs the server if it lasts."
    )]
    Unavailable(#[source] anyhow::Error),
    /// What the database has stored cannot be read any more.
    #[error(
        "The server's database is damaged. Nothing was changed. Tell whoever runs the server: it goes back to a copy."
    )]
    Damaged(#[source] anyhow::Error),
    /// A fault of the app or of what it stands on.
    #[error("Something went wrong on our side.")]
    Internal(#[source] anyhow::Error),
}

/// What may have become of what is not there.
fn otherwise(what: &str) -> &'static str {
    match what {
        "game" => {
            " Where a board was changed or a round was taken back, the game is a new one: look at the event’s pairings."
        }
        _ => "",
    }
}

impl AppError {
    pub const fn not_found(what: &'static str) -> Self {
        Self::NotFound(what)
    }

    /// The person may not do this; the sentence says who may.
    pub fn forbidden(sentence: impl Into<String>) -> Self {
        Self::Forbidden { sentence: sentence.into(), way_out: None }
    }

    /// The request says something that cannot be done; the sentence says what would be right.
    pub fn unprocessable(sentence: impl Into<String>) -> Self {
        Self::Unprocessable(sentence.into())
    }

    pub fn internal(cause: impl Into<anyhow::Error>) -> Self {
        Self::Internal(cause.into())
    }

    /// What is at the bottom of a fault of the app or of what it stands on, for the log alone.
    pub const fn cause(&self) -> Option<&anyhow::Error> {
        match self {
            Self::Internal(cause)
            | Self::Unwritable(cause)
            | Self::Unavailable(cause)
            | Self::Damaged(cause) => Some(cause),
            _ => None,
        }
    }
}

/// A waiting time in words, rounded up.
fn in_words(wait: &Duration) -> String {
    match wait.as_secs() {
        0 | 1 => "a second".to_owned(),
        seconds @ ..60 => format!("{seconds} seconds"),
        60 => "a minute".to_owned(),
        seconds => format!("{} minutes", seconds.div_ceil(60)),
    }
}

impl ResponseError for AppError {
    fn status_code(&self) -> StatusCode {
        match self {
            Self::NotFound(_) => StatusCode::NOT_FOUND,
            Self::SignIn => StatusCode::UNAUTHORIZED,
            Self::Forbidden { .. } | Self::StaleForm => StatusCode::FORBIDDEN,
            Self::Conflict(_) => StatusCode::CONFLICT,
            Self::Unprocessable(_) => StatusCode::UNPROCESSABLE_ENTITY,
            Self::TooLarge { .. } => StatusCode::PAYLOAD_TOO_LARGE,
            Self::TooMany { .. } => StatusCode::TOO_MANY_REQUESTS,
            Self::Unwritable(_) | Self::Unavailable(_) | Self::Damaged(_) | Self::Crowded | Self::Busy => {
                StatusCode::SERVICE_UNAVAILABLE
            }
            Self::Silent => StatusCode::GATEWAY_TIMEOUT,
            Self::Internal(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    // The gate replaces this bare answer; it carries nothing but the public sentence all the same.
    fn error_response(&self) -> HttpResponse {
        HttpResponse::build(self.status_code()).body(format!("{self}\n"))
    }
}

/// What is always a fault of the app or of what it stands on.
macro_rules! faults {
    ($($fault:ty),*) => {
        $(impl From<$fault> for AppError {
            fn from(error: $fault) -> Self {
                Self::internal(error)
            }
        })*
    };
}

// Of these the last tells of headers and cookies that the app itself makes.
faults!(askama::Error, getrandom::Error, actix_web::error::BlockingError, actix_web::error::HttpError);
