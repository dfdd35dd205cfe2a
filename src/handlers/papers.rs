//! `/events/{slug}/papers`: everything that an event needs on paper.

use tiger_event::{Event, RoundNumber};

use crate::access::{EventAccess, ForArbiter};
use crate::clock;
use crate::db::block;
use crate::error::{AppError, Result};
use crate::handlers::public::find_record;
use crate::handlers::query;
use crate::handlers::rounds::rulings::register;
use crate::handlers::submission::Answer;
use crate::ledger::Ledger;
use crate::pages::Page;
use crate::pages::papers::{self, Boards, ChoosePage, Job, JobPage, Paper};
use crate::publish::Issue;
use crate::services::paper::Print;
use crate::services::reopened::reopened;
use crate::state::State;

/// Up to which place there are certificates, unless somebody says otherwise.
const PLACES: u32 = 3;

/// Beyond this nobody prints certificates.
const MOST_PLACES: u32 = 500;

/// What can be chosen; `?paper=` and the like choose beforehand.
pub async fn choose(ForArbiter(access): ForArbiter) -> Answer {
    let (job, _) = read(&access)?;
    Page(ChoosePage::of(&access, job, "")).answer()
}

/// All of it, one after the other: `?paper=…&round=…&size=…`.
pub async fn job(ForArbiter(access): ForArbiter, state: State) -> Answer {
    let (job, error) = read(&access)?;
    if !error.is_empty() {
        let page = ChoosePage::of(&access, job, &error);
        return Page(page).again();
    }
    let register = register(&access, &state).await?.rows;
    let (event, wanted) = (access.event.clone(), job.clone());
    let parts = block(move || {
        let print = match wanted.papers.contains(&Paper::Continuity).then(|| print(&state.ledger, &event)) {
            Some(Err(AppError::Unprocessable(why))) => return Ok(Err(why)),
            print => print.transpose()?,
        };
        let reopened = match wanted.papers.contains(&Paper::Report) {
            true => reopened(&state.ledger, &event)?,
            false => Vec::new(),
        };
        let issue = Issue::preview(&event);
        // Without the database paper goes without its seal.
        if let Ok(seal) = state.ledger.seal(event.id, &event.slug, event.version) {
            issue.sealed_with(seal);
        }
        papers::write(
            &event,
            &issue,
            (&register, &reopened),
            print.as_ref(),
            (&wanted, &state.base_url),
            find_record(&state),
        )
        .map(Ok)
    })
    .await?;
    match parts {
        Ok(parts) => Page(JobPage::of(&access, &job, parts)).answer(),
        Err(why) => Page(ChoosePage::of(&access, job, &why)).again(),
    }
}

/// What continuity sheets carry.
fn print(ledger: &Ledger, event: &Event) -> Result<Print> {
    let seal = ledger.seal(event.id, &event.slug, event.version)?;
    Print::of(event, &seal, (ledger.witness(), clock::now())).map_err(|refusal| {
        AppError::unprocessable(format!("Continuity sheets cannot be made of this event. {refusal}"))
    })
}

/// What is asked for, and what is wrong with it.
fn read(access: &EventAccess) -> Result<(Job, String)> {
    let asked: Vec<(String, String)> = query(access.viewer.request(), "page")?;
    let values =
        |name: &'static str| asked.iter().filter(move |(key, _)| key == name).map(|(_, value)| value.trim());
    let published = access.event.published_rounds();
    let mut error = String::new();
    let round = values("round").next().filter(|text| !text.is_empty());
    let round = match round.map(str::parse::<RoundNumber>) {
        None => (published > 0).then_some(published),
        Some(Ok(round)) if (1..=published).contains(&round) => Some(round),
        Some(_) => {
            error = "This round is not published. Choose one of those in the list.".to_owned();
            None
        }
    };
    let places = match values("places").next().map(str::parse::<u32>) {
        None => PLACES,
        Some(Ok(places)) if (1..=MOST_PLACES).contains(&places) => places,
        Some(_) => {
            error = format!("Certificates go up to a place from 1 to {MOST_PLACES}, such as {PLACES}.");
            PLACES
        }
    };
    let papers: Vec<_> = values("paper").filter_map(|key| key.parse().ok()).collect();
    if papers.is_empty() {
        error = "Choose at least one paper.".to_owned();
    }
    let size = values("size").next().and_then(|key| key.parse().ok()).unwrap_or_default();
    let (boards, wrong) = Boards::read(values("boards").next().unwrap_or_default());
    error = wrong.unwrap_or(error);
    let job = Job { papers, round, boards, size, places };
    if error.is_empty() && job.round.is_none() && job.papers.iter().any(|paper| paper.is_of_round()) {
        error = "No round is published yet, so there is nothing to print of one.".to_owned();
    }
    if error.is_empty() && job.boards.are_chosen() {
        error = wrong_boards(&access.event, &job).unwrap_or_default();
    }
    Ok((job, error))
}

/// Why nothing can be printed of the boards that are chosen.
fn wrong_boards(event: &Event, job: &Job) -> Option<String> {
    if !job.papers.iter().any(|paper| paper.is_of_boards()) {
        let sentence =
            "Boards are chosen for slips, scoresheets and table cards: choose one of these, or no boards.";
        return Some(sentence.to_owned());
    }
    let round = job.round?;
    let count = u16::try_from(event.games_of(round).len()).ok()?;
    let boards = event.number_of_board(round, 1)..=event.number_of_board(round, count);
    let beyond = job.boards.first_beyond(&boards)?;
    let (first, last) = boards.into_inner();
    Some(format!("Round {round} has no board {beyond}: its boards are {first}-{last}."))
}
