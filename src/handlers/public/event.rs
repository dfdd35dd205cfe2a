//! The public pages of an event whose address says more than which they are.

use actix_web::HttpRequest;
use actix_web::web::Path;
use serde::Deserialize;
use tiger_event::{RoundNumber, Slug};

use super::{current_issue, show};
use crate::error::AppError;
use crate::handlers::query;
use crate::handlers::submission::Answer;
use crate::pages::public::part_of;
use crate::pages::see_other;
use crate::publish::{HallPart, HallShow, View};

pub async fn sheet(request: HttpRequest, path: Path<(String, RoundNumber, String)>) -> Answer {
    let sheet = path.2.parse().map_err(|_| AppError::NotFound("sheet"))?;
    show(&request, View::Sheet(path.1, sheet)).await
}

/// With `?q=` on to the part in which a player stands.
pub async fn crosstable(request: HttpRequest) -> Answer {
    let Part { page, q } = query(&request, "page")?;
    if q.trim().is_empty() {
        return show(&request, View::CrossTable(page.unwrap_or(1))).await;
    }
    let issue = current_issue(&request).await?;
    Ok(see_other(&part_of(&issue, &q)?.ok_or(AppError::NotFound("player"))?))
}

/// Which part of a long table, or where a player stands in it.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Part {
    page: Option<u16>,
    q: String,
}

/// On to the screen that shows the parts of `?part=…`.
pub async fn choose_screen(request: HttpRequest) -> Answer {
    let asked: Vec<(String, String)> = query(&request, "screen")?;
    let is_asked = |part: &HallPart| asked.iter().any(|(name, key)| name == "part" && key == part.key());
    let show = HallShow::of(HallPart::ALL.into_iter().filter(is_asked));
    let slug = Slug::parse(request.match_info().get("slug").unwrap_or_default());
    let slug = slug.map_err(|_| AppError::not_found("event"))?;
    Ok(see_other(&format!("/events/{slug}{}", View::Hall(show, 1).path())))
}

pub async fn hall_screen(request: HttpRequest, path: Path<(String, String, u16)>) -> Answer {
    let screen = HallShow::from_key(&path.1).ok_or(AppError::NotFound("screen"))?;
    if let Some(boards) = super::moves::hall(&request, screen, path.2).await? {
        return Ok(boards);
    }
    show(&request, View::Hall(screen, path.2)).await
}
