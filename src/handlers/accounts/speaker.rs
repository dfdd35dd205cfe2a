//! `/claim/{token}`: a player comes with the link that an arbiter handed over.

use actix_web::{HttpRequest, web};

use super::{user_agent, welcome};
use crate::access::{self, Posted, Viewer};
use crate::auth::Token;
use crate::auth::links::NO_LINK;
use crate::db;
use crate::error::Result;
use crate::handlers::submission::Answer;
use crate::pages::accounts::SpeakerPage;
use crate::pages::{Page, masthead, see_other};
use crate::services::speakers::{self, Offer};
use crate::state::State;

pub async fn show(viewer: Viewer, token: web::Path<String>, state: State) -> Answer {
    let (_, offer) = find(&viewer, &token, state).await?;
    if offer.is_own {
        return Ok(see_other(&own_page(&offer)));
    }
    if offer.is_arbiter {
        // The code that a player shows at the check-in.
        let door = format!("{}/entries/{}/here", access::base(&offer.event), offer.entry.id);
        return Ok(see_other(&door));
    }
    let page = SpeakerPage {
        frame: viewer.form_frame()?,
        event: offer.event.settings.name.to_string(),
        dates: masthead::dates(&offer.event),
        player: offer.entry.details.name.to_string(),
        club: offer.entry.details.club.as_ref().map(ToString::to_string),
        is_spoken_for: offer.entry.speaker.user().is_some(),
    };
    Page(page).answer()
}

pub async fn submit(
    viewer: Viewer,
    _posted: Posted,
    token: web::Path<String>,
    request: HttpRequest,
    state: State,
) -> Answer {
    let (link, offer) = find(&viewer, &token, state.clone()).await?;
    let path = own_page(&offer);
    if offer.is_own {
        return Ok(see_other(&path));
    }
    let session = Token::new()?;
    let agent = user_agent(&request);
    let user = viewer.signed_in().map(|signed_in| signed_in.user.clone());
    let is_new = user.is_none();
    let shared = state.clone();
    db::block(move || {
        speakers::become_speaker(
            (&shared.ledger, &shared.config),
            &link,
            &offer,
            user.as_ref(),
            &session,
            &agent,
        )
    })
    .await?;
    if is_new { welcome(see_other(&path), &session, &state.config) } else { Ok(see_other(&path)) }
}

async fn find(viewer: &Viewer, token: &str, state: State) -> Result<(Token, Offer)> {
    let token: Token = token.parse().map_err(|_| NO_LINK)?;
    let user = viewer.signed_in().map(|signed_in| signed_in.user.clone());
    let offer = db::block(move || speakers::find(&state.ledger, &token, user.as_ref())).await?;
    Ok((token, offer))
}

/// The player's own page in the event.
fn own_page(offer: &Offer) -> String {
    format!("{}/me", access::base(&offer.event))
}
