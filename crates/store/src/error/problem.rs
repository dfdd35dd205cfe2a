//! The public side of an error: what the page or the JSON object says. The comments of the types are descriptions in the
//! document of the interface for programs.

use actix_web::ResponseError;
use actix_web::http::StatusCode;
use serde::Serialize;
use utoipa::ToSchema;

use super::AppError;

/// A link for people.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Link {
    /// The address.
    pub href: String,
    /// The words to follow.
    pub text: String,
}

impl Link {
    pub fn new(href: impl Into<String>, text: impl Into<String>) -> Self {
        Self { href: href.into(), text: text.into() }
    }
}

/// Why there is no answer (RFC 9457).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Problem {
    /// The status, such as 404.
    pub status: u16,
    /// A headline of a few words.
    pub title: &'static str,
    /// What is wrong and what would be right.
    pub detail: String,
    /// The number under which the log tells the cause, for faults of the program.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<String>,
    /// For a conflict, what stands now and what was sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conflict: Option<Conflict>,
    /// Where a person can go from here.
    pub ways_out: Vec<Link>,
}

/// Somebody changed the same thing meanwhile.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Conflict {
    /// What both wanted to change.
    pub what: String,
    /// What stands now.
    pub theirs: String,
    /// What was sent.
    pub yours: String,
}

impl Problem {
    /// What is said of an error of the app, `path` being where it happened.
    pub fn of(error: &AppError, path: &str) -> Self {
        let mut problem = Self::of_status(error.status_code());
        problem.detail = error.to_string();
        let way_out = match error {
            AppError::SignIn => Some(Link::new(sign_in_path(path), "Sign in")),
            AppError::Forbidden { way_out, .. } => way_out.clone(),
            AppError::NotFound(what) if *what != "event" => event_of(path),
            AppError::TooLarge { .. } if !path.starts_with("/api/") => {
                let is_page = !path.ends_with("/records");
                Some(Link::new(if is_page { path.to_owned() } else { page_of(path) }, "Back to the form"))
            }
            _ => None,
        };
        problem.ways_out.splice(0..0, way_out);
        match error {
            AppError::Crowded => problem.title = "No room at the moment",
            AppError::Busy => problem.title = "Too busy at the moment",
            AppError::Silent => problem.title = "No answer",
            AppError::StaleForm => problem.title = "Please send this again",
            AppError::Conflict(conflict) => problem.conflict = Some(conflict.clone()),
            _ => {}
        }
        problem
    }

    /// What is said when only the status is known.
    pub fn of_status(status: StatusCode) -> Self {
        let (title, detail) = match status {
            StatusCode::NOT_FOUND => ("Not found", "There is nothing at this address."),
            StatusCode::UNAUTHORIZED => ("Please sign in", "This page is for people who are signed in."),
            StatusCode::FORBIDDEN => ("Not for you", "Your role does not allow this."),
            StatusCode::METHOD_NOT_ALLOWED => {
                ("Not this way", "This address exists, but does not take this kind of request.")
            }
            StatusCode::CONFLICT => ("Somebody was faster", "Somebody changed the same thing meanwhile."),
            StatusCode::PAYLOAD_TOO_LARGE => ("Too large", "More was sent than this app takes."),
            StatusCode::UNSUPPORTED_MEDIA_TYPE => {
                ("Unknown kind of content", "This address takes forms as browsers send them.")
            }
            StatusCode::UNPROCESSABLE_ENTITY => {
                ("This cannot be done", "What was sent cannot be carried out.")
            }
            StatusCode::TOO_MANY_REQUESTS => ("Too many attempts", "Please wait a little and try again."),
            status if status.is_server_error() => {
                ("Something went wrong", "Something went wrong on our side.")
            }
            _ => ("This could not be read", "What was sent could not be read."),
        };
        Self {
            status: status.as_u16(),
            title,
            detail: detail.to_owned(),
            number: None,
            conflict: None,
            ways_out: vec![Link::new("/", "All events")],
        }
    }
}

/// The event whose page, round or game is not there; whoever was told so may see it.
fn event_of(path: &str) -> Option<Link> {
    let (slug, _) = path.strip_prefix("/events/")?.split_once('/')?;
    Some(Link::new(format!("/events/{slug}"), "The event’s front page"))
}

/// The page whose form is sent to a path that is no page itself: steps in a game come from its room, what is done with a
/// round from its results, and the rest from the page above.
pub fn page_of(path: &str) -> String {
    let parts: Vec<&str> = path.split('/').skip(1).collect();
    match parts[..] {
        ["events", event, "games", game, "records"] => format!("/events/{event}/games/{game}/room#records"),
        ["events", event, "games", game, "clock", _, ..] => format!("/events/{event}/games/{game}/clock"),
        ["events", event, "games", game, ..] => format!("/events/{event}/games/{game}/room"),
        ["events", event, "rounds", round, _] => format!("/events/{event}/rounds/{round}/results"),
        _ => path
            .rsplit_once('/')
            .map(|(above, _)| above)
            .filter(|it| !it.is_empty())
            .unwrap_or("/")
            .to_owned(),
    }
}

/// The address of the sign-in page that leads back to `path`.
pub fn sign_in_path(path: &str) -> String {
    format!("/sign-in?next={}", percent_encode(path))
}

/// A text as queries and cookies take it: all but letters, digits and `-_./` as bytes in hexadecimal.
pub fn percent_encode(text: &str) -> String {
    text.bytes().fold(String::with_capacity(text.len()), |mut encoded, byte| {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b'/') {
            encoded.push(char::from(byte));
        } else {
            encoded.push_str(&format!("%{byte:02X}"));
        }
        encoded
    })
}
