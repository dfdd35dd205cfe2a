//! The link with which a player claims the entry.

use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use fast_qr::convert::Builder;
use fast_qr::convert::svg::SvgBuilder;
use fast_qr::{ECL, QRBuilder};

use crate::auth::Posted;
use crate::auth::token::Token;
use crate::auth::{EventAccess, links};
use crate::db;
use crate::db::links::Purpose;
use crate::domain::command::Command;
use crate::error::AppError;
use crate::ledger::{LedgerError, Order};
use crate::pages::Page;
use crate::pages::entries::ClaimLinkPage;
use crate::pages::event::EventTab;
use crate::pages::flash::see_other_saying;
use crate::pages::parts::Tone;
use crate::services;
use crate::state::AppState;

/// Makes a link and shows it, once.
pub async fn offer(
    state: Data<AppState>,
    request: HttpRequest,
    access: EventAccess,
    posted: Posted,
) -> Result<HttpResponse, AppError> {
    access.require_arbiter()?;
    let entry = super::named(&request, &access)?;
    let token = Token::new().map_err(AppError::internal)?;
    let purpose = Purpose::Claim(access.event.id, entry.id);
    let command = Command::OfferClaim { entry: entry.id, token: token.hash() };
    let order = Order::new(access.actor()?, access.event.id, command).once(posted.once()?);
    let shared = state.clone();
    let committed = db::block(move || {
        shared.ledger.commit_with(&order, |db| links::create(db, purpose, &token).map_err(LedgerError::from))
    })
    .await?;
    if committed.is_repeat {
        let back = access.path(&format!("/entries/{}", entry.id));
        return Ok(see_other_saying(
            &back,
            Tone::Warning,
            "This link was made and shown before. Make a new one if it is lost.",
        ));
    }
    let link = state.base_url.join(&links::path(purpose, &token));
    Page(ClaimLinkPage {
        frame: access.frame(Some(EventTab::Entries)).under("Entries", access.path("/entries")),
        base: access.base(),
        entry: entry.id.to_string(),
        name: entry.details.name.to_string(),
        qr: qr(&link)?,
        link,
        days: links::lifetime(purpose).num_days(),
    })
    .answer()
}

/// Takes the entry from whoever speaks for it.
pub async fn release(
    state: Data<AppState>,
    request: HttpRequest,
    access: EventAccess,
    posted: Posted,
) -> Result<HttpResponse, AppError> {
    access.require_arbiter()?;
    let entry = super::named(&request, &access)?;
    let command = Command::ReleaseClaim { entry: entry.id };
    let order = Order::new(access.actor()?, access.event.id, command).once(posted.once()?);
    services::carry_out(&state, order).await?;
    let back = access.path(&format!("/entries/{}", entry.id));
    Ok(see_other_saying(&back, Tone::Good, "Nobody speaks for this player now."))
}

/// A QR code as an SVG picture. It holds nothing but the link, which is of our own making.
pub(in crate::handlers) fn qr(link: &str) -> Result<String, AppError> {
    let code = QRBuilder::new(link).ecl(ECL::M).build().map_err(|_| {
        AppError::internal(anyhow::anyhow!("a link of {} bytes does not fit into a QR code", link.len()))
    })?;
    Ok(SvgBuilder::default().margin(2).to_str(&code))
}
