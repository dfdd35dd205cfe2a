//! Everything that an event needs on paper: what is wanted is chosen on one page and comes as one job for the printer.

use askama::Template;
use strum::IntoEnumIterator as _;
use tiger_event::{Bytes32, Event, Round, RoundNumber, RoundState};

use crate::access::{self, EventAccess};
use crate::config::BaseUrl;
use crate::error::{AppError, Result};
use crate::pages::public::RoundPaper;
use crate::pages::rounds::RegisterRow;
use crate::pages::{EventTab, Frame};
use crate::publish::{Issue, Sheet};
use crate::services::paper::Print;
use crate::services::reopened::Reopened;
use crate::services::standings::EventStandings;

mod boards;
mod bulletin;
mod cards;
mod continuity;
pub mod cut;
mod lists;
mod report;
mod scoresheet;
mod tables;

pub use boards::Boards;
pub(super) use cut::cut_stack;

#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::EnumIter, strum::EnumString, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum Paper {
    Boards,
    Names,
    Slips,
    Scoresheets,
    TableCards,
    Bulletin,
    Standings,
    Categories,
    CrossTable,
    Prizes,
    NameCards,
    Badges,
    CheckIn,
    BlankCrosstable,
    Certificates,
    Report,
    Continuity,
}

impl Paper {
    /// Whether each of its pieces is of one board, so that those of some boards can be wanted alone.
    pub const fn is_of_boards(self) -> bool {
        matches!(self, Self::Slips | Self::Scoresheets | Self::TableCards)
    }

    pub const fn is_of_round(self) -> bool {
        matches!(
            self,
            Self::Boards | Self::Names | Self::Slips | Self::Scoresheets | Self::TableCards | Self::Bulletin
        )
    }

    /// The name on the page, and what one gets of it.
    const fn told(self) -> (&'static str, &'static str) {
        match self {
            Self::Boards => (Sheet::Boards.title(), "for the wall"),
            Self::Names => (Sheet::Names.title(), "for the wall"),
            Self::Slips => (Sheet::Slips.title(), "six a page, cut as one pile"),
            Self::Scoresheets => ("Scoresheets", "one for each player, with the board before the first move"),
            Self::TableCards => ("Table cards", "two a page, with the players of the round"),
            Self::Bulletin => ("Bulletin", "results, standings, and the games with their last positions"),
            Self::Standings => {
                ("Standings", "after the round above, or the last before it that has all its results")
            }
            Self::Categories => ("Standings of the categories", "the same, one table for each category"),
            Self::CrossTable => ("Cross-table", "every player’s rounds, across the page"),
            Self::Prizes => ("Prize list", "who wins what, as the standings are"),
            Self::NameCards => ("Name cards", "three a page, to be folded"),
            Self::Badges => ("Badges", "eight a page"),
            Self::CheckIn => ("Check-in list", "by name, with a box each"),
            Self::BlankCrosstable => ("Blank cross-table", "for results by hand"),
            Self::Certificates => {
                ("Certificates", "one a page, by the standings after the last closed round")
            }
            Self::Report => ("Arbiter’s report", "rounds, standings, rulings, incidents"),
            Self::Continuity => (
                "Continuity sheets",
                "codes from which the event goes on on another machine; with fees and notes, so for arbiters alone",
            ),
        }
    }

    const fn title(self) -> &'static str {
        self.told().0
    }

    const fn hint(self) -> &'static str {
        self.told().1
    }
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, strum::EnumString)]
#[strum(serialize_all = "kebab-case")]
pub enum Size {
    /// 210 by 297 mm.
    #[default]
    A4,
    /// 8.5 by 11 inches.
    Letter,
}

/// What shall be printed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Job {
    /// The kinds, in the order in which they come out.
    pub papers: Vec<Paper>,
    /// The round of those that are about one.
    pub round: Option<RoundNumber>,
    /// The boards of it whose slips, scoresheets and table cards are wanted.
    pub boards: Boards,
    pub size: Size,
    /// Up to which place there are certificates.
    pub places: u32,
}

/// The address of all that a round needs on paper, as one job: what players look for and fill in while it is played, what
/// everybody reads when it is over.
pub fn of_round(event: &Event, round: &Round) -> String {
    let mut papers = vec![Paper::Boards];
    if round.state == RoundState::Closed {
        papers.push(Paper::Standings);
        papers.extend((!event.categories.is_empty()).then_some(Paper::Categories));
        papers.extend(event.prizes().is_some().then_some(Paper::Prizes));
        papers.push(Paper::Bulletin);
    } else {
        papers.extend([Paper::Names, Paper::Slips]);
    }
    let papers: String = papers.into_iter().map(|paper| format!("&paper={}", <&str>::from(paper))).collect();
    format!("{}/papers/job?round={}{papers}", access::base(event), round.number)
}

/// The standings after the last round that is closed; those before the first round where none is.
fn closed_standings(event: &Event) -> Result<EventStandings> {
    let closed = event.rounds.iter().filter(|round| round.state == RoundState::Closed);
    let last = closed.map(|round| round.number).max().unwrap_or_default();
    EventStandings::of(event, Some(last)).map_err(AppError::internal)
}

/// The page on which papers are chosen.
#[derive(Template)]
#[template(path = "papers/choose.html")]
pub struct ChoosePage {
    frame: Frame,
    action: String,
    /// The rounds that are published, the newest first.
    rounds: Vec<RoundNumber>,
    job: Job,
    /// What is wrong with what was chosen; empty if nothing is.
    error: String,
}

impl ChoosePage {
    /// The page, filled with a job.
    pub fn of(access: &EventAccess, job: Job, error: &str) -> Self {
        let published = access.event.published_rounds();
        let round = job.round.or((published > 0).then_some(published));
        Self {
            frame: access.frame_under(EventTab::Rounds),
            action: access.path("/papers/job"),
            rounds: (1..=published).rev().collect(),
            job: Job { round, ..job },
            error: error.to_owned(),
        }
    }

    fn papers(&self, of_round: bool) -> Vec<(&'static str, Paper)> {
        Paper::iter().filter(|paper| paper.is_of_round() == of_round).map(|it| (it.into(), it)).collect()
    }

    fn is_round(&self, round: &RoundNumber) -> bool {
        self.job.round == Some(*round)
    }
}

/// All that was chosen, one after the other.
#[derive(Template)]
#[template(path = "papers/job.html")]
pub struct JobPage {
    frame: Frame,
    back: String,
    is_letter: bool,
    parts: Vec<Part>,
}

/// One paper of a job.
pub struct Part {
    title: &'static str,
    /// What stands above it on each page's left and right, where it does not say so itself.
    head: Option<(String, String)>,
    text: String,
}

impl JobPage {
    /// The page with papers that were written.
    pub fn of(access: &EventAccess, job: &Job, parts: Vec<Part>) -> Self {
        Self {
            frame: access.frame(Some(EventTab::Rounds)).under("Papers", access.path("/papers")),
            back: access.path("/papers"),
            is_letter: job.size == Size::Letter,
            parts,
        }
    }
}

/// Writes the papers of a job. The issue is what readers see of the event, the print what continuity sheets carry. The register is what [`RulingsPage`](super::rounds::RulingsPage) shows, and beside it stand rounds that were opened again;
/// `find_record` gives the text of a game's record by its digest.
///
/// # Errors
/// When the round is not published, or the standings contradict themselves.
pub fn write(
    event: &Event,
    issue: &Issue,
    (register, reopened): (&[RegisterRow], &[Reopened]),
    printed: Option<&Print>,
    (job, base_url): (&Job, &BaseUrl),
    mut find_record: impl FnMut(Bytes32) -> Result<Option<String>>,
) -> Result<Vec<Part>> {
    let round = || job.round.ok_or(AppError::NotFound("round"));
    let of_round = |sheet| -> Result<_> {
        let paper = RoundPaper::of(issue, round()?, (sheet, &job.boards), base_url)?;
        Ok((paper.head(), paper.render()?))
    };
    let paper = |paper: &Paper| {
        let (head, text) = match paper {
            Paper::Boards => of_round(Sheet::Boards)?,
            Paper::Names => of_round(Sheet::Names)?,
            Paper::Slips => of_round(Sheet::Slips)?,
            Paper::Scoresheets => {
                (None, scoresheet::Scoresheets::of(event, round()?, &job.boards)?.render()?)
            }
            Paper::TableCards => (None, cards::TableCards::of(event, round()?, &job.boards).render()?),
            Paper::Bulletin => (None, bulletin::Bulletin::of(issue, round()?, &mut find_record)?.render()?),
            Paper::Standings => (None, tables::Standings::of(issue, job.round)?.render()?),
            Paper::Categories => (None, tables::Standings::of_categories(issue, job.round)?.render()?),
            Paper::CrossTable => (None, tables::Cross::of(issue)?.render()?),
            Paper::Prizes => (None, tables::Prizes::of(event, issue)?.render()?),
            Paper::NameCards => (None, cards::NameCards::of(event).render()?),
            Paper::Badges => (None, cards::Badges::of(event).render()?),
            Paper::CheckIn => (None, lists::CheckIn::of(event).render()?),
            Paper::BlankCrosstable => (None, lists::BlankCrosstable::of(event).render()?),
            Paper::Certificates => (None, cards::Certificates::of(event, job.places)?.render()?),
            Paper::Report => (None, report::Report::of(event, register, reopened)?.render()?),
            Paper::Continuity => {
                let print = printed.ok_or(AppError::NotFound("print"))?;
                (None, continuity::Continuity::of(event, print, base_url)?.render()?)
            }
        };
        Ok(Part { title: paper.title(), head, text })
    };
    job.papers.iter().map(paper).collect()
}
