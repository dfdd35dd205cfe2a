//! `/festivals/…`: several events under one roof.

use std::sync::Arc;

use actix_web::web::{Path, Query};
use serde::Deserialize;
use tiger_event::text::{count as count_of, same};
use tiger_event::{
    EntryCommand, EntryDetails, Event, EventCommand, EventId, EventName, NewEntry, Refusal, Settings, Slug,
    StaffRole,
};

use crate::access::{CurrentUser, Posted, Viewer};
use crate::error::problem::percent_encode;
use crate::error::{AppError, Result};
use crate::handlers::setup::{address_of, require_organiser};
use crate::handlers::submission::Answer;
use crate::ledger::Order;
use crate::pages::festivals::{
    CopyPage, DeskPage, FestivalPage, ListPage, NewFestivalPage, PlayersPage, SectionView, base_of,
};
use crate::pages::{Choice, FormView, Page, Tone, public, see_other_saying};
use crate::publish::{HallShow, Issue, OwnEvent, OwnRole, Printed, View};
use crate::services::festivals::{self, Roof, Section};
use crate::shares::What;
use crate::state::State;
use crate::{clock, db, services};

async fn find(state: &State, viewer: &Viewer, slug: &str) -> Result<Roof> {
    let user = viewer.signed_in().map(|signed_in| signed_in.user.clone());
    let (ledger, slug) = (state.ledger.clone(), slug.to_owned());
    db::block(move || festivals::find(&ledger, &slug, user.as_ref())).await
}

/// What readers see of the sections, without those that they may not see.
async fn issues(state: &State, roof: &Roof) -> Result<Vec<Arc<Issue>>> {
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

pub async fn show(viewer: Viewer, slug: Path<String>, state: State) -> Answer {
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

pub async fn players(viewer: Viewer, slug: Path<String>, state: State) -> Answer {
    let roof = find(&state, &viewer, &slug).await?;
    let issues = issues(&state, &roof).await?;
    let people = state.publisher.people().await?;
    // By what persons are known again is no part of what everybody sees: only who is one is shown.
    let is_shown = |section: &&Section| issues.iter().any(|issue| issue.event.id == section.event.id);
    let events: Vec<&Event> = roof.sections.iter().filter(is_shown).map(|section| &*section.event).collect();
    let frame = viewer.frame().under(roof.festival.name.as_str(), base_of(&roof.festival));
    Page(PlayersPage::of(frame, &events, &people.register)).answer()
}

/// For those who work in a section, and whoever made the festival.
pub async fn desk(user: CurrentUser, slug: Path<String>, state: State) -> Answer {
    let roof = staffed(&state, &user, &slug).await?;
    Page(desk_page(&state, &user, &roof).await?).answer()
}

async fn desk_page(state: &State, user: &CurrentUser, roof: &Roof) -> Result<DeskPage> {
    let shared = state.clone();
    let taken = db::block(move || shared.db.read(db::festivals::taken)).await?;
    let is_new = |slug: &String| !taken.contains(slug);
    let person = &user.signed_in.user;
    let own = state.publisher.own_events(person.id, person.is_admin).await?;
    let own = own.into_iter().filter(|own| is_chief(own.role) && is_new(&own.card.slug));
    let others = own
        .map(|own| Choice::new(own.card.slug.clone(), format!("{} ({})", own.card.name, own.card.slug)))
        .collect();
    let frame = user.viewer.frame().under(roof.festival.name.as_str(), base_of(&roof.festival));
    Ok(DeskPage::of(frame, roof, others))
}

async fn staffed(state: &State, user: &CurrentUser, slug: &str) -> Result<Roof> {
    let roof = find(state, &user.viewer, slug).await?;
    match roof.is_staff() {
        true => Ok(roof),
        false => Err(AppError::forbidden("Only those who work in a section of this festival may do this.")),
    }
}

async fn changed(state: &State, user: &CurrentUser, slug: &str) -> Result<(Roof, String)> {
    let roof = staffed(state, user, slug).await?;
    let desk = format!("{}/desk", base_of(&roof.festival));
    match roof.may_change {
        true => Ok((roof, desk)),
        false => Err(AppError::forbidden("Only whoever made this festival may do this.")),
    }
}

pub async fn rename(user: CurrentUser, posted: Posted, slug: Path<String>, state: State) -> Answer {
    let (roof, desk) = changed(&state, &user, &slug).await?;
    let mut form = FormView::typed("rename", &posted);
    let name = form.read("name", EventName::parse);
    // What was seen is not typed: where it is no name, nobody saw it.
    let seen = EventName::parse(posted.value("seen")).unwrap_or_else(|_| roof.festival.name.clone());
    if let Some(name) = name {
        let (shared, festival, new) = (state.clone(), roof.festival.id, name.clone());
        let rename = move || shared.db.write(|db| db::festivals::rename(db, festival, &seen, &new));
        if db::block(rename).await? {
            look_again(&state).await?;
            let said = format!("The festival is called {name} now.");
            return Ok(see_other_saying(&desk, Tone::Good, &said));
        }
        let now = find(&state, &user.viewer, &slug).await?.festival.name;
        form.reject(
            "name",
            format!("Somebody has named it {now} meanwhile. Sending it again replaces that."),
        );
        form = form.with_value("seen", now.to_string());
    }
    let mut page = desk_page(&state, &user, &roof).await?;
    page.rename = form;
    Page(page).again()
}

/// It goes, and its events stay.
pub async fn delete(user: CurrentUser, posted: Posted, slug: Path<String>, state: State) -> Answer {
    let (roof, _) = changed(&state, &user, &slug).await?;
    let mut form = FormView::typed("delete", &posted);
    let name = roof.festival.name.clone();
    let is_meant = form.read("which", |typed| {
        let is_meant = same(typed.trim()) == same(name.as_str());
        is_meant.then_some(()).ok_or_else(|| format!("Type {name} to confirm that this festival is meant."))
    });
    if is_meant.is_none() {
        let mut page = desk_page(&state, &user, &roof).await?;
        page.delete = form;
        return Page(page).again();
    }
    let (shared, festival) = (state.clone(), roof.festival.id);
    let is_gone = db::block(move || shared.db.write(|db| db::festivals::delete(db, festival))).await?;
    look_again(&state).await?;
    Ok(match is_gone {
        true => see_other_saying("/festivals", Tone::Good, &format!("{name} is deleted; its events stay.")),
        false => see_other_saying("/festivals", Tone::Warning, &format!("{name} was deleted already.")),
    })
}

/// The pages of events name the festival as it is now.
async fn look_again(state: &State) -> Result<()> {
    let state = state.clone();
    db::block(move || Ok::<_, AppError>(state.publisher.look_at_festivals()?)).await
}

/// Those that everybody may see, and one's own.
pub async fn list(viewer: Viewer, state: State) -> Answer {
    let user = viewer.signed_in().map(|signed_in| signed_in.user.id);
    let mut worked = Vec::new();
    if let Some(user) = user {
        // An administrator may do everything everywhere, and has no more events for that.
        let own = state.publisher.own_events(user, false).await?.into_iter();
        worked.extend(own.filter(|own| own.role != OwnRole::Player).map(|own| own.card.slug.clone()));
    }
    let ledger = state.ledger.clone();
    let found = db::block(move || festivals::list(&ledger, user, &worked)).await?;
    Page(ListPage::of(viewer.frame(), &found)).answer()
}

pub async fn new(user: CurrentUser) -> Answer {
    require_organiser(&user)?;
    Page(NewFestivalPage { frame: user.viewer.frame(), form: FormView::fresh("festival") }).answer()
}

pub async fn make(user: CurrentUser, posted: Posted, state: State) -> Answer {
    require_organiser(&user)?;
    let mut form = FormView::typed("festival", &posted);
    let Some(name) = form.read("name", EventName::parse) else {
        let page = NewFestivalPage { frame: user.viewer.frame(), form };
        return Page(page).again();
    };
    state.shares.allowances.pass_person(What::Event, user.signed_in.user.id)?;
    let slug = address_of(name.as_str(), "festival")?;
    let (ledger, owner) = (state.ledger.clone(), user.signed_in.user.id);
    let once = posted.once()?;
    let made = db::block(move || festivals::make(&ledger, (slug, name), owner, &once)).await?;
    let made = made.ok_or_else(|| AppError::unprocessable("Please send this once more."))?;
    let said =
        "The festival is made. Nobody sees it until one of its events is public. Now add its sections.";
    Ok(see_other_saying(&format!("{}/desk", base_of(&made)), Tone::Good, said))
}

/// Who puts an event under a roof: it is shown there, and named to others.
const fn is_chief(role: OwnRole) -> bool {
    matches!(role, OwnRole::Staff(StaffRole::Chief) | OwnRole::Administrator)
}

/// An event that one is a chief arbiter of is added.
pub async fn add(user: CurrentUser, posted: Posted, slug: Path<String>, state: State) -> Answer {
    let (roof, desk) = changed(&state, &user, &slug).await?;
    let person = &user.signed_in.user;
    let own = state.publisher.own_events(person.id, person.is_admin).await?;
    let is_it = |own: &&OwnEvent| is_chief(own.role) && own.card.slug == posted.value("event");
    let own = own.iter().find(is_it).ok_or(AppError::not_found("event"))?;
    let (shared, festival) = (state.clone(), roof.festival.id);
    let address = Slug::parse(&own.card.slug).map_err(AppError::internal)?;
    let is_added = db::block(move || {
        let event = shared.db.read(|db| shared.ledger.event_by_slug(db, &address))?;
        Ok::<_, AppError>(shared.db.write(|db| db::festivals::add(db, festival, event.id))?)
    })
    .await?;
    look_again(&state).await?;
    Ok(match is_added {
        true => see_other_saying(&desk, Tone::Good, &format!("{} is a section now.", own.card.name)),
        false => see_other_saying(&desk, Tone::Bad, "This event belongs to a festival already."),
    })
}

/// Whoever made the festival takes out any section, and its chief arbiter their own.
pub async fn take(user: CurrentUser, posted: Posted, slug: Path<String>, state: State) -> Answer {
    let roof = staffed(&state, &user, &slug).await?;
    let event: EventId = posted.value("event").parse().map_err(|_| AppError::not_found("event"))?;
    if !roof.sections.iter().any(|section| section.event.id == event && roof.may_take(section)) {
        return Err(AppError::forbidden("Only its chief arbiter or whoever made this festival may do this."));
    }
    let desk = match roof.worked().any(|section| section.event.id != event) || roof.may_change {
        true => format!("{}/desk", base_of(&roof.festival)),
        false => "/festivals".to_owned(),
    };
    let (shared, festival) = (state.clone(), roof.festival.id);
    let is_taken = db::block(move || shared.db.write(|db| db::festivals::take(db, festival, event))).await?;
    look_again(&state).await?;
    let (tone, said) = match is_taken {
        true => (Tone::Good, "It is no section any more; the event itself stays as it is."),
        false => (Tone::Warning, "It was no section of this festival any more."),
    };
    Ok(see_other_saying(&desk, tone, said))
}

/// The boards of all sections count through.
pub async fn number(user: CurrentUser, posted: Posted, slug: Path<String>, state: State) -> Answer {
    let (roof, desk) = changed(&state, &user, &slug).await?;
    let once = posted.once()?;
    let (numbers, kept) = festivals::to_number(&roof);
    let said = match kept.as_slice() {
        [] => "The boards of all sections count through.".to_owned(),
        kept => format!(
            "The boards count through; {} {} the numbers: a round is being played, or its chief arbiter decides.",
            kept.join(" and "),
            if kept.len() == 1 { "keeps" } else { "keep" }
        ),
    };
    // Each section has a ledger of its own: what one refuses does not keep the others from theirs.
    let mut refused = Vec::new();
    for (event, first_board) in numbers {
        let settings = Settings { first_board, ..event.settings.clone() };
        let command = EventCommand::change_settings(settings, event.settings_revision);
        let order = Order::new(user.signed_in.actor(), event.id, command).once(once.clone()).about("boards");
        if let Err(why) = services::attempt(&state.ledger, order).await? {
            refused.push(format!("{}: {why}", event.settings.name));
        }
    }
    match refused.is_empty() {
        true => Ok(see_other_saying(&desk, Tone::Good, &said)),
        false => {
            let why = refused.join(" ");
            let said =
                format!("Not all boards count through. {why} Press the button again when that is mended.");
            Ok(see_other_saying(&desk, Tone::Warning, &said))
        }
    }
}

/// Which sections a screen shows.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Screen {
    /// Those of this room; empty for all.
    room: String,
}

/// A screen that goes round the public sections of a room, or all of them.
pub async fn hall(viewer: Viewer, path: Path<(String, usize)>, asked: Query<Screen>, state: State) -> Answer {
    let (slug, number) = path.into_inner();
    let roof = find(&state, &viewer, &slug).await?;
    let mut issues = issues(&state, &roof).await?;
    let room =
        |issue: &Issue| issue.event.settings.room.as_ref().map(ToString::to_string).unwrap_or_default();
    issues.retain(|issue| asked.room.is_empty() || room(issue) == asked.room);
    let all = |issue: Arc<Issue>| {
        (1..=public::screens(&issue, HallShow::ALL)).map(move |screen| (issue.clone(), screen))
    };
    let screens: Vec<_> = issues.into_iter().flat_map(all).collect();
    // A section may have become shorter since the screen came to this number.
    let place = number.saturating_sub(1) % screens.len().max(1);
    let (issue, screen) = screens.get(place).cloned().ok_or(AppError::not_found("screen"))?;
    let query =
        if asked.room.is_empty() { String::new() } else { format!("?room={}", percent_encode(&asked.room)) };
    let base = base_of(&roof.festival);
    let all = (1..=screens.len()).map(|number| format!("{base}/hall/{number}{query}")).collect();
    let view = View::Hall(HallShow::ALL, screen);
    let printed = db::block(move || {
        let frame = public::public_frame(&issue.event, view);
        let body = public::render(view, &issue, frame, &state.base_url, |_| Ok(None))?;
        Printed::once(view.media_type(), body)?.turning(public::HALL_SECONDS, all)
    })
    .await?;
    Ok(printed.answer_once())
}

/// The two sections of a copy, both of which the person works in.
fn from_and_to(roof: &Roof, from: &str, to: &str) -> Result<(Arc<Event>, Arc<Event>)> {
    let find = |slug: &str| roof.worked().find(|section| section.event.slug.as_str() == slug);
    match (find(from), find(to)) {
        (Some(from), Some(to)) if from.event.id != to.event.id => Ok((from.event.clone(), to.event.clone())),
        (Some(_), Some(_)) => Err(AppError::unprocessable("Choose two different sections.")),
        _ => Err(AppError::not_found("section")),
    }
}

/// Which sections players are copied between.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Between {
    /// Where they are entered.
    from: String,
    /// Where they are to be entered too.
    to: String,
}

/// The players of the section `?from=…` who are not in the other, `?to=…`.
pub async fn choose(user: CurrentUser, slug: Path<String>, asked: Query<Between>, state: State) -> Answer {
    let roof = staffed(&state, &user, &slug).await?;
    let (from, to) = from_and_to(&roof, &asked.from, &asked.to)?;
    let base = base_of(&roof.festival);
    let frame = user.viewer.frame().under(roof.festival.name.as_str(), base.clone());
    let frame = frame.under("Desk", format!("{base}/desk"));
    Page(CopyPage::of(frame, base, (&from, &to))).answer()
}

/// Those who were chosen are entered in the other section too.
pub async fn copy(user: CurrentUser, posted: Posted, slug: Path<String>, state: State) -> Answer {
    let roof = staffed(&state, &user, &slug).await?;
    let (from, to) = from_and_to(&roof, posted.value("from"), posted.value("to"))?;
    let desk = format!("{}/desk", base_of(&roof.festival));
    let chosen: Vec<&str> = match posted.has("all") {
        true => posted.value("shown").split_whitespace().collect(),
        false => posted.values("player").collect(),
    };
    let first_round = to.published_rounds().saturating_add(1);
    let entries: Vec<NewEntry> = festivals::to_copy(&from, &to)
        .into_iter()
        .filter(|entry| chosen.contains(&entry.id.to_string().as_str()))
        .map(|entry| {
            // A rating is one of its game.
            let rating = entry.details.rating.filter(|_| from.settings.game == to.settings.game);
            let details =
                EntryDetails { office: entry.details.office.in_copy(), rating, ..entry.details.clone() };
            NewEntry { id: clock::new_id(), details, first_round }
        })
        .collect();
    let (count, name) = (entries.len(), to.settings.name.to_string());
    if count == 0 {
        return Ok(see_other_saying(
            &desk,
            Tone::Warning,
            "Nobody was chosen who is not entered there already.",
        ));
    }
    let order = Order::new(user.signed_in.actor(), to.id, EntryCommand::AddEntries { entries });
    let said = match services::attempt(&state.ledger, order.once(posted.once()?)).await? {
        Ok(_) => (Tone::Good, format!("{} in {name} too.", count_of(count, "player is", "players are"))),
        Err(Refusal::Invalid(sentence)) => (Tone::Bad, sentence),
        Err(refusal) => return Err(refusal.into()),
    };
    Ok(see_other_saying(&desk, said.0, &said.1))
}
