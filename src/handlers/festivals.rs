//! `/festivals/…`: several events under one roof.

use actix_web::http::StatusCode;
use actix_web::web::{Data, Path};

use crate::access::{CurrentUser, Posted, Viewer};
use crate::db;
use crate::domain::command::EventCommand;
use crate::domain::event::Event;
use crate::domain::ids::EventId;
use crate::domain::settings::Settings;
use crate::domain::text::EventName;
use crate::error::AppError;
use crate::handlers::setup::{address_of, require_organiser};
use crate::handlers::submission::Answer;
use crate::ledger::Order;
use crate::pages::Page;
use crate::pages::festivals::{DeskPage, FestivalPage, NewFestivalPage, PlayersPage, SectionView, base_of};
use crate::pages::flash::see_other_saying;
use crate::pages::form::{Choice, FormView};
use crate::pages::parts::Tone;
use crate::publish::{Issue, OwnRole};
use crate::services;
use crate::services::festivals::{self, Roof};
use crate::shares::What;
use crate::state::AppState;

async fn find(state: &Data<AppState>, viewer: &Viewer, slug: &str) -> Result<Roof, AppError> {
    let user = viewer.signed_in().map(|signed_in| signed_in.user.clone());
    let (ledger, slug) = (state.ledger.clone(), slug.to_owned());
    db::block(move || festivals::find(&ledger, &slug, user.as_ref())).await
}

/// What readers see of the sections, without those that they may not see.
async fn issues(state: &Data<AppState>, roof: &Roof) -> Result<Vec<std::sync::Arc<Issue>>, AppError> {
    let mut issues = Vec::new();
    for section in roof.sections.iter().filter(|section| section.event.is_public) {
        match state.publisher.issue(section.event.slug.as_str()).await {
            Ok(issue) => issues.push(issue),
            // It was hidden this moment.
            Err(AppError::NotFound(_)) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(issues)
}

/// `GET /festivals/{slug}`
pub async fn show(viewer: Viewer, slug: Path<String>, state: Data<AppState>) -> Answer {
    let roof = find(&state, &viewer, &slug).await?;
    let issues = issues(&state, &roof).await?;
    Page(FestivalPage {
        frame: viewer.frame(),
        base: base_of(&roof.festival),
        name: roof.festival.name.to_string(),
        sections: issues.iter().map(|issue| SectionView::of(&issue.event)).collect(),
        is_staff: roof.is_staff(),
    })
    .answer()
}

/// `GET /festivals/{slug}/players`
pub async fn players(viewer: Viewer, slug: Path<String>, state: Data<AppState>) -> Answer {
    let roof = find(&state, &viewer, &slug).await?;
    let issues = issues(&state, &roof).await?;
    let events: Vec<&Event> = issues.iter().map(|issue| &*issue.event).collect();
    let frame = viewer.frame().under(roof.festival.name.as_str(), base_of(&roof.festival));
    Page(PlayersPage::of(frame, &events)).answer()
}

/// `GET /festivals/{slug}/desk`: for those who work in a section, and whoever made the festival.
pub async fn desk(user: CurrentUser, slug: Path<String>, state: Data<AppState>) -> Answer {
    let roof = staffed(&state, &user, &slug).await?;
    let is_new = |slug: &str| roof.sections.iter().all(|section| section.event.slug.as_str() != slug);
    let person = &user.signed_in.user;
    let own = state.publisher.own_events(person.id, person.is_admin).await?;
    let own = own.into_iter().filter(|own| own.role != OwnRole::Player && is_new(&own.card.slug));
    let others = own.map(|own| Choice::new(own.card.slug.clone(), own.card.name.clone())).collect();
    let frame = user.viewer.frame().under(roof.festival.name.as_str(), base_of(&roof.festival));
    Page(DeskPage::of(frame, &roof, others)).answer()
}

async fn staffed(state: &Data<AppState>, user: &CurrentUser, slug: &str) -> Result<Roof, AppError> {
    let roof = find(state, &user.viewer, slug).await?;
    match roof.is_staff() {
        true => Ok(roof),
        false => Err(AppError::forbidden("Only those who work in a section of this festival may do this.")),
    }
}

async fn changed(state: &Data<AppState>, user: &CurrentUser, slug: &str) -> Result<(Roof, String), AppError> {
    let roof = staffed(state, user, slug).await?;
    let desk = format!("{}/desk", base_of(&roof.festival));
    match roof.may_change {
        true => Ok((roof, desk)),
        false => Err(AppError::forbidden("Only whoever made this festival may do this.")),
    }
}

/// `GET /festivals/new`
pub async fn new(user: CurrentUser, state: Data<AppState>) -> Answer {
    require_organiser(&user)?;
    Page(new_page(&user, &state, FormView::fresh("festival")).await?).answer()
}

async fn new_page(
    user: &CurrentUser,
    state: &Data<AppState>,
    form: FormView,
) -> Result<NewFestivalPage, AppError> {
    let (database, person) = (state.db.clone(), user.signed_in.user.id);
    let own = db::block(move || database.read(|db| db::festivals::of(db, person))).await?;
    let own = own.iter().map(|festival| (festival.name.to_string(), base_of(festival))).collect();
    Ok(NewFestivalPage { frame: user.viewer.frame(), form, own })
}

/// `POST /festivals/new`
pub async fn make(user: CurrentUser, posted: Posted, state: Data<AppState>) -> Answer {
    require_organiser(&user)?;
    let mut form = FormView::typed("festival", &posted);
    let Some(name) = form.read("name", EventName::parse) else {
        return Page(new_page(&user, &state, form).await?).answer_with(StatusCode::UNPROCESSABLE_ENTITY);
    };
    state.shares.allowances.pass_person(What::Event, user.signed_in.user.id)?;
    let slug = address_of(name.as_str(), "festival")?;
    let (ledger, owner) = (state.ledger.clone(), user.signed_in.user.id);
    let made = db::block(move || festivals::make(&ledger, slug, name, owner)).await?;
    let made = made.ok_or_else(|| AppError::unprocessable("Please send this once more."))?;
    let said =
        "The festival is made. Nobody sees it until one of its events is public. Now add its sections.";
    Ok(see_other_saying(&format!("{}/desk", base_of(&made)), Tone::Good, said))
}

/// `POST /festivals/{slug}/sections`: an event that one is an arbiter of is added.
pub async fn add(user: CurrentUser, posted: Posted, slug: Path<String>, state: Data<AppState>) -> Answer {
    let (roof, desk) = changed(&state, &user, &slug).await?;
    let person = &user.signed_in.user;
    let own = state.publisher.own_events(person.id, person.is_admin).await?;
    let is_it = |own: &&crate::publish::OwnEvent| {
        own.role != OwnRole::Player && own.card.slug == posted.value("event")
    };
    let own = own.iter().find(is_it).ok_or(AppError::not_found("event"))?;
    let (ledger, festival) = (state.ledger.clone(), roof.festival.id);
    let address = crate::domain::text::Slug::parse(&own.card.slug).map_err(AppError::internal)?;
    let is_added = db::block(move || {
        let event = ledger.database().read(|db| ledger.event_by_slug(db, &address))?;
        festivals::add(&ledger, festival, event.id)
    })
    .await?;
    Ok(match is_added {
        true => see_other_saying(&desk, Tone::Good, &format!("{} is a section now.", own.card.name)),
        false => see_other_saying(&desk, Tone::Bad, "This event belongs to a festival already."),
    })
}

/// `POST /festivals/{slug}/sections/take`
pub async fn take(user: CurrentUser, posted: Posted, slug: Path<String>, state: Data<AppState>) -> Answer {
    let (roof, desk) = changed(&state, &user, &slug).await?;
    let event: EventId = posted.value("event").parse().map_err(|_| AppError::not_found("event"))?;
    let (ledger, festival) = (state.ledger.clone(), roof.festival.id);
    let is_taken = db::block(move || festivals::take(&ledger, festival, event)).await?;
    Ok(match is_taken {
        true => {
            see_other_saying(&desk, Tone::Good, "It is no section any more; the event itself stays as it is.")
        }
        false => see_other_saying(&desk, Tone::Warning, "It was no section of this festival any more."),
    })
}

/// `POST /festivals/{slug}/number`: the boards of all sections count through.
pub async fn number(user: CurrentUser, posted: Posted, slug: Path<String>, state: Data<AppState>) -> Answer {
    let (roof, desk) = changed(&state, &user, &slug).await?;
    let once = posted.once()?;
    let numbers = match festivals::to_number(&roof) {
        Ok(numbers) => numbers,
        Err(AppError::Unprocessable(sentence)) => return Ok(see_other_saying(&desk, Tone::Bad, &sentence)),
        Err(error) => return Err(error),
    };
    for (place, (event, first_board)) in numbers.into_iter().enumerate() {
        let settings = Box::new(Settings { first_board, ..event.settings.clone() });
        let command = EventCommand::ChangeSettings { settings, seen: event.settings_revision };
        let mut order = Order::new(user.signed_in.actor(), event.id, command);
        order.key = format!("{once}-{place}").parse().ok();
        services::carry_out(&state.ledger, order).await?;
    }
    Ok(see_other_saying(&desk, Tone::Good, "The boards of all sections count through."))
}
