//! The one door for the forms of an event.
//!
//! A form is read and parsed field by field; points that would change are shown before they count; then its command
//! goes to the ledger. The answer is 303 with a sentence, 422 with what was typed and what is wrong with it, or 409 with
//! both values.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::Arc;

use actix_web::http::StatusCode;
use actix_web::{FromRequest, HttpRequest, HttpResponse};
use askama::Template;
use tiger_event::{Actor, Command, Conflict, EntryId, Event, Refusal, Teller};

use crate::access::{EventAccess, Posted, extracted};
use crate::auth::journal::What;
use crate::error::{AppError, Result};
use crate::ledger::{Committed, Order};
use crate::pages::confirm::ConfirmPage;
use crate::pages::conflict::{ConflictChoice, ConflictPage};
use crate::pages::{FormView, Page, Tone, see_other, see_other_saying};
use crate::services::clocks;
use crate::services::foresee::{ahead, departed, foresee, reordered, rescored, walkovers};
use crate::services::lost_draft;
use crate::services::prizes::{Given, shown_after};
use crate::state::{AppState, State};
use crate::{db, services};

/// The answer of a handler.
pub(super) type Answer = Result<HttpResponse>;

/// A form that was sent to a page of an event.
pub struct Submission {
    /// The event, and what the sender is to it.
    pub access: EventAccess,
    pub posted: Posted,
    /// What was typed, with the mistakes found in it so far.
    pub form: FormView,
    pub state: State,
}

/// What follows when a form is carried out, and when it is not.
#[derive(Debug, Clone)]
pub(super) struct Deed<'a> {
    to: String,
    said: Cow<'a, str>,
    back: Option<String>,
    asks: Asks<'a>,
    field: &'a str,
    conflict: OnConflict,
    noted: Option<(What, String)>,
    keeps: bool,
}

/// What came of a form.
enum Attempt {
    Answered(HttpResponse),
    /// Its page is to be shown again.
    Again(StatusCode),
}

/// When a change of points is shown before it counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Asks<'a> {
    /// Where points that stand would change.
    OfChange,
    /// Also where the game has no result yet; with the word on the button that confirms it.
    Always(&'a str),
    /// Not about points: the page with the form has shown them.
    OfPrizes,
}

/// What is shown when somebody changed the same thing meanwhile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum OnConflict {
    /// Both values to choose from.
    Choose,
    /// The form with what was typed, made from what stands now.
    TypeAgain,
    /// Both values; the same form cannot succeed again.
    Tell,
}

impl<'a> Deed<'a> {
    /// Goes on to a page and says there what was done; says nothing if the sentence is empty.
    pub(super) fn new(to: impl Into<String>, said: impl Into<Cow<'a, str>>) -> Self {
        let conflict = OnConflict::Choose;
        let asks = Asks::OfChange;
        Self {
            to: to.into(),
            said: said.into(),
            back: None,
            asks,
            field: "",
            conflict,
            noted: None,
            keeps: false,
        }
    }

    /// Asks first also where the game has no result yet; the word stands on the button that confirms it.
    pub(super) const fn confirmed_by(mut self, button: &'a str) -> Self {
        self.asks = Asks::Always(button);
        self
    }

    /// Asks about prizes alone: the page with the form has shown what it does to the points.
    pub(super) const fn shown_before(mut self) -> Self {
        self.asks = Asks::OfPrizes;
        self
    }

    /// Where one goes who does not do it after all; without this to the page that follows.
    pub(super) fn or_back_to(mut self, path: impl Into<String>) -> Self {
        self.back = Some(path.into());
        self
    }

    /// The field at which the event's refusal stands; without this it stands above the form.
    pub(super) const fn at(mut self, field: &'a str) -> Self {
        self.field = field;
        self
    }

    /// In a conflict the form is typed again rather than chosen.
    pub(super) const fn typed_again(mut self) -> Self {
        self.conflict = OnConflict::TypeAgain;
        self
    }

    /// In a conflict there is nothing to choose.
    pub(super) const fn told(mut self) -> Self {
        self.conflict = OnConflict::Tell;
        self
    }

    fn back(&self) -> &str {
        self.back.as_deref().unwrap_or(&self.to)
    }

    /// The same, noted in the security journal as done to somebody.
    pub(super) fn noting(mut self, what: What, whom: String) -> Self {
        self.noted = Some((what, whom));
        self
    }

    /// 303, with the sentence.
    pub(super) fn done(&self) -> HttpResponse {
        match &*self.said {
            "" => see_other(&self.to),
            said => see_other_saying(&self.to, Tone::Good, said),
        }
    }
}

impl Submission {
    pub(super) fn path(&self) -> &str {
        self.access.viewer.request().path()
    }

    pub(super) fn actor(&self) -> Result<Actor> {
        self.access.actor()
    }

    /// A command of this form: sent twice, it is carried out once.
    pub(super) fn order(&self, command: impl Into<Command>) -> Result<Order> {
        let event = &self.access.event;
        Ok(Order::new(self.actor()?, event.id, command).once(self.posted.once()?).seeing(event))
    }

    /// Hands a command to the ledger.
    pub(super) async fn commit(&self, command: impl Into<Command>) -> Result<Committed> {
        services::carry_out(&self.state.ledger, self.order(command)?).await
    }

    /// The answer to a form that was carried out.
    fn carried(&self, mut deed: Deed<'_>, done: &Committed) -> HttpResponse {
        let drafts = (self.access.event.draft(), done.event.draft());
        if let ((Some(draft), None), true) = (drafts, done.command.drops_draft()) {
            let (round, said) = (draft.number, &deed.said);
            let then = if lost_draft::can_be_taken_up(&done.event, draft) {
                "it was changed by hand, and its page takes it up again"
            } else {
                "draft it anew"
            };
            let said = format!("{said} The draft of round {round} is gone with it: {then}.");
            deed.said = Cow::Owned(said);
        }
        if let Some((what, whom)) = &deed.noted {
            self.access.viewer.note(&self.state, *what, whom);
        }
        deed.done()
    }

    /// Carries out a form of one button; a refusal is told on the page that follows.
    pub(super) async fn carry_out(self, deed: Deed<'_>, command: impl Into<Command>) -> Answer {
        match services::attempt(&self.state.ledger, self.order(command)?).await? {
            Ok(done) => Ok(self.carried(deed, &done)),
            Err(Refusal::Invalid(sentence)) => Ok(see_other_saying(&deed.to, Tone::Bad, &sentence)),
            Err(refusal) => Err(refusal.into()),
        }
    }

    /// The event as the page with the form showed it, by the version that the form names.
    pub(super) async fn shown(&self) -> Result<Arc<Event>> {
        let (version, event) = (self.posted.version()?, &self.access.event);
        if version >= event.version {
            return Ok(event.clone());
        }
        let (state, id) = (self.state.clone(), event.id);
        db::block(move || state.db.read(|db| state.ledger.event_as_of(db, id, version))).await
    }

    /// What one button stands for that is about all of a kind: those of now that its page counted too. Who came since,
    /// nobody has looked at.
    pub(super) async fn of_shown<T: Ord>(&self, all: impl Fn(&Event) -> Vec<T>) -> Result<Vec<T>> {
        let shown = self.shown().await?;
        let shown: BTreeSet<T> = all(&shown).into_iter().collect();
        Ok(all(&self.access.event).into_iter().filter(|one| shown.contains(one)).collect())
    }

    /// Carries out a form of one button that stands for several commands, each about another player; `said` tells how many
    /// were carried out. A refusal is told on the page that follows.
    pub(super) async fn carry_out_all(
        self,
        to: &str,
        commands: Vec<(EntryId, Command)>,
        said: impl FnOnce(usize) -> String,
    ) -> Answer {
        let order = |(player, command): (EntryId, Command)| self.order(command).map(|it| it.about(player));
        let orders = commands.into_iter().map(order).collect::<Result<Vec<_>, _>>()?;
        match services::attempt_all(&self.state.ledger, orders).await? {
            Ok(done) => Ok(Deed::new(to, said(done)).done()),
            Err(Refusal::Invalid(sentence)) => Ok(see_other_saying(to, Tone::Bad, &sentence)),
            Err(refusal) => Err(refusal.into()),
        }
    }

    /// Carries out what the form asks for, or shows the page again; there is no command if the form has mistakes.
    pub(super) async fn answer<P: Template>(
        mut self,
        deed: Deed<'_>,
        command: Option<impl Into<Command>>,
        page: impl AsyncFnOnce(&EventAccess, FormView) -> Result<P>,
    ) -> Answer {
        let command = command.map(Into::into).filter(|_| !self.form.is_rejected());
        let status = match command {
            Some(command) => match self.attempt(deed, command).await? {
                Attempt::Answered(answer) => return Ok(answer),
                Attempt::Again(status) => status,
            },
            None => StatusCode::UNPROCESSABLE_ENTITY,
        };
        self.again(status, page).await
    }

    /// The same where what was typed stands again in a form of the page.
    pub(super) async fn answer_in<P: Template>(
        self,
        deed: Deed<'_>,
        command: Option<impl Into<Command>>,
        page: impl AsyncFnOnce(&EventAccess) -> Result<P>,
        form_of: fn(&mut P) -> &mut FormView,
    ) -> Answer {
        self.answer(deed, command, async |access, form| {
            let mut page = page(access).await?;
            form_of(&mut page).refill(form);
            Ok(page)
        })
        .await
    }

    /// Carries out what the form asks for, and answers; where something is wrong with it, the form says what.
    async fn attempt(&mut self, deed: Deed<'_>, command: Command) -> Result<Attempt> {
        if self.posted.confirmed() == ConfirmPage::NOT_YET {
            self.form.is_kept = true;
            return Ok(Attempt::Again(StatusCode::OK));
        }
        let deed = Deed { keeps: !self.form.fields().is_empty(), ..deed };
        if let Some(asked) = self.ask_first(&deed, &command).await? {
            return Ok(Attempt::Answered(asked));
        }
        match services::attempt(&self.state.ledger, self.order(command)?).await? {
            Ok(done) => Ok(Attempt::Answered(self.carried(deed, &done))),
            Err(Refusal::Invalid(sentence)) => {
                // What a finished event refuses is about no field.
                let field = if self.access.event.is_finished { "" } else { deed.field };
                self.form.reject(field, sentence);
                Ok(Attempt::Again(StatusCode::UNPROCESSABLE_ENTITY))
            }
            Err(Refusal::Conflict(conflict)) => {
                let by = self.author_of(conflict.revision).await?;
                let conflict = Conflict { by, ..conflict };
                match deed.conflict {
                    OnConflict::Choose => {
                        self.choose(conflict, deed.back(), ConflictChoice::REPLACE).map(Attempt::Answered)
                    }
                    OnConflict::TypeAgain => {
                        self.form.version.clear();
                        self.form.reject("", meanwhile(&conflict));
                        Ok(Attempt::Again(StatusCode::CONFLICT))
                    }
                    OnConflict::Tell => Err(Refusal::Conflict(conflict).into()),
                }
            }
            Err(refusal) => Err(refusal.into()),
        }
    }

    /// The page again, as the event stands now, with what was typed and what is wrong with it.
    pub(super) async fn again<P: Template>(
        mut self,
        status: StatusCode,
        page: impl AsyncFnOnce(&EventAccess, FormView) -> Result<P>,
    ) -> Answer {
        self.access.event = self.state.ledger.event(self.access.event.id)?;
        Page(page(&self.access, self.form).await?).answer_with(status)
    }

    /// Whether this very form was carried out before: a double click is no mistake.
    pub(super) async fn is_done(&self) -> Result<bool> {
        let (ledger, actor, once) = (self.state.ledger.clone(), self.actor()?, self.posted.once()?);
        db::block(move || ledger.is_done(&actor, &once)).await
    }

    /// Who wrote an entry of the event's ledger.
    pub(super) async fn author_of(&self, revision: u64) -> Result<String> {
        services::author_of(&self.state.ledger, self.access.event.id, revision).await
    }

    /// Both values, of which one is chosen: what was sent can be sent again by a button, knowing what it replaces.
    pub(super) fn choose(&self, conflict: Conflict, back: &str, button: &str) -> Answer {
        let choice = ConflictChoice::of(conflict, self.path().to_owned(), self.posted.typed(), button);
        let frame = self.access.frame(None);
        Page(ConflictPage::one(frame, choice, back)).answer_with(StatusCode::CONFLICT)
    }

    /// The page that asks, if the command would change points that stand, or set a result by a form that asks for it,
    /// and this change has not been confirmed.
    pub(super) async fn ask_first(&self, deed: &Deed<'_>, command: &Command) -> Result<Option<HttpResponse>> {
        if let Some(prizes) = prizes_ahead(&self.access, command).await? {
            let what = Teller::tell_one(&self.access.event, command);
            return self.ask(deed, ConfirmPage::of_prizes(&self.access, what, &prizes));
        }
        if deed.asks == Asks::OfPrizes {
            return Ok(None);
        }
        let Some(game) = command.game() else {
            let look = |event: &_, actor: &_, command: &_| {
                let of_leaving = (departed(event, actor, command), walkovers(event, actor, command));
                (of_leaving, (rescored(event, actor, command), reordered(event, actor, command)))
            };
            let ahead = ahead(&self.access.event, self.actor()?, command, look).await?;
            return match ahead {
                ((Some(departed), _), _) => {
                    self.ask(deed, ConfirmPage::of_departure(&self.access, command, &departed))
                }
                ((None, walkovers), _) if !walkovers.is_empty() => {
                    self.ask(deed, ConfirmPage::of_walkovers(&self.access, command, walkovers))
                }
                (_, (rescored, _)) if !rescored.is_empty() => {
                    self.ask(deed, ConfirmPage::of_settings(&self.access, &rescored))
                }
                (_, (_, reordered)) if !reordered.is_empty() => {
                    self.ask(deed, ConfirmPage::of_tie_breaks(&self.access, &reordered))
                }
                _ => Ok(None),
            };
        };
        let game = self.access.event.game(game)?;
        if deed.asks == Asks::OfChange && game.result.is_none() {
            return Ok(None);
        }
        let foreseen = ahead(&self.access.event, self.actor()?, command, foresee).await?;
        let Some(foreseen) = foreseen else { return Ok(None) };
        let standing = clocks::standing(&self.state.clocks, game.id).await?;
        self.ask(deed, ConfirmPage::of(&self.access, game, command, &foreseen, &standing))
    }

    /// The page that asks, unless just this has been confirmed.
    pub(super) fn ask(&self, deed: &Deed<'_>, mut page: ConfirmPage) -> Result<Option<HttpResponse>> {
        if self.posted.confirmed() == page.confirmed {
            return Ok(None);
        }
        page.has_changed = !self.posted.confirmed().is_empty();
        page.action = self.path().to_owned();
        page.fields = self.form.fields();
        page.once = self.posted.key_of_page()?.to_string();
        page.version = self.posted.value("version").to_owned();
        page.button = if let Asks::Always(button) = deed.asks { button } else { "Confirm" }.to_owned();
        page.back = deed.back().to_owned();
        page.keeps = deed.keeps;
        Page(page).answer().map(Some)
    }
}

/// The prizes that everybody would see, where they would be other ones than before; none where the command changes a result
/// that stands, which is asked about.
pub(super) async fn prizes_ahead(access: &EventAccess, command: &Command) -> Result<Option<Vec<Given>>> {
    let stands = |id| access.event.game(id).is_ok_and(|game| game.result.is_some());
    let is_published = access.event.prizes.as_ref().is_some_and(|set| set.is_published);
    if !is_published || command.game().is_some_and(stands) {
        return Ok(None);
    }
    ahead(&access.event, access.actor()?, command, shown_after).await
}

/// What a service gave; where it refused what was typed, its sentence is noted at the field.
pub(super) fn heed<T>(form: &mut FormView, field: &str, given: Result<T>) -> Result<Option<T>> {
    match given {
        Ok(given) => Ok(Some(given)),
        Err(AppError::Unprocessable(sentence)) => {
            form.reject(field, sentence);
            Ok(None)
        }
        Err(error) => Err(error),
    }
}

/// What somebody else did meanwhile, above a form that can be sent again.
fn meanwhile(conflict: &Conflict) -> String {
    let Conflict { what, theirs, yours, by, .. } = conflict;
    format!(
        "{by} changed {what} meanwhile: it is now {theirs}; you sent {yours}. Sending it again replaces theirs."
    )
}

async fn find(request: HttpRequest) -> Result<Submission> {
    let access = EventAccess::extract(&request).await?;
    let posted = Posted::extract(&request).await?;
    let state = AppState::of(&request)?.clone();
    Ok(Submission { access, form: FormView::typed("", &posted), posted, state })
}

/// A form that arbiters of the event may send.
pub struct FromArbiter(pub(super) Submission);

/// A form that its chief arbiter and administrators may send.
pub struct FromChief(pub(super) Submission);

async fn find_from_arbiter(request: HttpRequest) -> Result<FromArbiter> {
    let sent = find(request).await?;
    sent.access.require_arbiter()?;
    Ok(FromArbiter(sent))
}

async fn find_from_chief(request: HttpRequest) -> Result<FromChief> {
    let sent = find(request).await?;
    sent.access.require_chief()?;
    Ok(FromChief(sent))
}

extracted!(Submission, find);
extracted!(FromArbiter, find_from_arbiter);
extracted!(FromChief, find_from_chief);
