//! The front page and the list of all events.

use actix_web::{FromRequest, HttpRequest};
use askama::Template;

use super::{from_memory, is_visitor, theme};
use crate::access::Viewer;
use crate::handlers::submission::Answer;
use crate::pages::public::{HomePage, ListPage};
use crate::pages::{Frame, Page};
use crate::publish::{HTML, Key, Printed};
use crate::state::AppState;

pub async fn front(request: HttpRequest) -> Answer {
    let publisher = &AppState::of(&request)?.publisher;
    if is_visitor(&request, AppState::of(&request)?) {
        return show_to_everybody(&request, false).await;
    }
    let viewer = Viewer::extract(&request).await?;
    let own = match viewer.signed_in() {
        Some(signed_in) => Some(publisher.own_events(signed_in.user.id, signed_in.user.is_admin).await?),
        None => None,
    };
    let (_, cards) = publisher.cards().await?;
    Page(HomePage::new(viewer.frame(), &cards, own.as_deref())).answer()
}

pub async fn list(request: HttpRequest) -> Answer {
    if is_visitor(&request, AppState::of(&request)?) {
        return show_to_everybody(&request, true).await;
    }
    let viewer = Viewer::extract(&request).await?;
    let (_, cards) = AppState::of(&request)?.publisher.cards().await?;
    Page(ListPage::new(viewer.frame(), &cards)).answer()
}

/// Answers from memory.
async fn show_to_everybody(request: &HttpRequest, is_complete: bool) -> Answer {
    let theme = theme(request);
    let (version, cards) = AppState::of(request)?.publisher.cards().await?;
    let key = Key::List { is_complete, version, theme };
    let print = move || {
        let path = if is_complete { "/events" } else { "/" };
        let frame = Frame { path: path.to_owned(), theme, ..Frame::default() };
        let page = if is_complete {
            ListPage::new(frame, &cards).render()
        } else {
            HomePage::new(frame, &cards, None).render()
        };
        Printed::new(HTML, page?)
    };
    from_memory(request, key, print).await
}
