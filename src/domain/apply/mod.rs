//! What commands do to an event, by area. Every function checks first and changes after.

mod choice;
mod claims;
mod entries;
mod forbidden;
mod notes;
mod offers;
mod records;
mod registration;
mod results;
mod rounds;
mod setup;
mod ties;
mod undo;

use super::actor::Meta;
use super::command::Command;
use super::event::Event;
use super::game::Game;
use super::ids::GameId;
use super::refusal::{Conflict, Refusal};
use super::round::RoundState;

type Effect = Result<(), Refusal>;

/// Carries out a command that its author may give, and keeps what it takes to undo it.
pub(super) fn carry_out(event: &mut Event, meta: &Meta, command: &Command) -> Effect {
    let before = undo::before(event, command);
    dispatch(event, meta, command)?;
    undo::remember(event, meta, command, before);
    ties::check_bracket_stands(event)
}

fn dispatch(event: &mut Event, meta: &Meta, command: &Command) -> Effect {
    use Command as C;
    if event.is_finished && !matches!(command, C::FinishEvent { .. } | C::ShowEvent { .. }) {
        return Err(Refusal::invalid("This event is finished. Reopen it first to change anything."));
    }
    match command {
        C::CreateEvent { .. } => Err(Refusal::invalid("This event exists already.")),
        C::ChangeSettings { settings, seen } => setup::change_settings(event, meta, settings, *seen),
        C::ShowEvent { is_public } => setup::show(event, *is_public),
        C::FinishEvent { is_finished } => setup::finish(event, *is_finished),
        C::AppointStaff { user, name, role } => setup::appoint(event, *user, name, *role),
        C::DismissStaff { user } => setup::dismiss(event, *user),
        C::AddEntries { entries } => entries::add(event, meta, entries),
        C::ChangeEntry { entry, details, seen } => entries::change(event, meta, *entry, details, *seen),
        C::RemoveEntry { entry } => entries::remove(event, *entry),
        C::NumberEntries { order } => entries::number(event, meta, order),
        C::CheckIn { entries, is_present } => entries::check_in(event, meta, entries, *is_present),
        C::Withdraw { entry, from_round } => entries::withdraw(event, meta, *entry, *from_round),
        C::Reinstate { entry, from_round } => entries::reinstate(event, meta, *entry, *from_round),
        C::RequestBye { entry, round, kind } => entries::request_bye(event, meta, *entry, *round, *kind),
        C::SetRegistration { terms, seen } => registration::set(event, meta, terms.as_ref(), *seen),
        C::AcceptRegistrations { accepted } => registration::accept(event, meta, accepted),
        C::OfferClaim { entry, token } => entries::offer_claim(event, *entry, *token),
        C::ClaimEntry { entry, user, token } => entries::claim(event, *entry, *user, *token),
        C::ReleaseClaim { entry } => entries::release_claim(event, *entry),
        C::ForbidPairs { group, players, first_round, last_round } => {
            forbidden::forbid(event, *group, players, *first_round, *last_round)
        }
        C::LiftForbidden { group } => forbidden::lift(event, *group),
        C::DrawFirstSide { side } => rounds::draw_first_side(event, *side),
        C::DraftRound { round, system, table } => rounds::draft(event, meta, *round, *system, table),
        C::ChangeDraft { round, table, seen } => rounds::change_draft(event, meta, *round, table, *seen),
        C::DiscardDraft { round } => rounds::discard(event, *round),
        C::PublishRound { round, seen } => rounds::publish(event, meta, *round, *seen),
        C::UnpublishRound { round, .. } => rounds::unpublish(event, meta, *round),
        C::CloseRound { round } => rounds::close(event, meta, *round),
        C::ReopenRound { round, .. } => rounds::reopen(event, meta, *round),
        C::AnswerChoice { game, answer } => choice::answer(event, meta, *game, *answer),
        C::ClearChoice { game, .. } => choice::clear(event, meta, *game),
        C::CommitDice { game, cast, purpose, commitment } => {
            choice::commit(event, meta, *game, *cast, *purpose, *commitment)
        }
        C::AddWord { game, cast, player, word } => choice::add_word(event, meta, *game, *cast, *player, word),
        C::CastDice { game, cast, secret } => choice::cast(event, meta, *game, *cast, *secret),
        C::EnterCast { game, cast, purpose, faces, confirmed } => {
            choice::enter_cast(event, meta, *game, (*cast, *purpose), faces, *confirmed)
        }
        C::ConfirmCast { game, cast, player } => choice::confirm_cast(event, meta, *game, *cast, *player),
        C::VoidCast { game, cast, reason } => choice::void_cast(event, meta, *game, *cast, reason),
        C::EnterResult { game, result, seen } => results::enter(event, meta, *game, result, *seen),
        C::ClearResult { game, seen, .. } => results::clear(event, meta, *game, *seen),
        C::ReportResult { game, player, result } => results::report(event, meta, *game, *player, result),
        C::Adjourn { game, reason } => results::adjourn(event, meta, *game, reason.as_ref()),
        C::Overrule { ruling, game, result, reason, article, seen } => {
            results::overrule(event, meta, *game, result, (*ruling, reason, article.as_ref()), *seen)
        }
        C::BeginEngagement { game } => notes::engage(event, meta, *game),
        C::MakeOffer { game, player, offer } => offers::make(event, meta, *game, *player, *offer),
        C::AnswerOffer { game, offer, is_accepted } => {
            offers::answer(event, meta, *game, *offer, *is_accepted)
        }
        C::MakeClaim { game, player, kind, finding } => {
            claims::make(event, meta, *game, (*player, *kind), *finding)
        }
        C::JudgeClaim { game, claim, is_granted, finding, reason } => {
            claims::judge(event, meta, *game, (*claim, *is_granted), *finding, reason.as_ref())
        }
        C::ConsultSeer { game, player, turn } => notes::consult(event, meta, *game, *player, *turn),
        C::NoteIncident { game, kind, player, words, article } => {
            notes::incident(event, meta, *game, (*kind, *player), words, article.as_ref())
        }
        C::FlagFallen { game, player, phase, bearer_captured, planting_inevitable, seen } => {
            let circumstances = (*bearer_captured, *planting_inevitable);
            notes::flag(event, meta, *game, (*player, *phase), circumstances, *seen)
        }
        C::Disqualify { ruling, game, offender, awarded, reason, article, seen } => {
            let words = (*ruling, reason, article.as_ref());
            results::disqualify(event, meta, *game, (*offender, *awarded), words, *seen)
        }
        C::UndoStep { game, step } => undo::undo(event, meta, *game, *step),
        C::DecideTie { ruling, tie, verdict, reason, article, seen } => {
            let (ruling, tie, verdict) = (*ruling, *tie, *verdict);
            let decision = ties::Decision { ruling, tie, verdict, reason, article: article.as_ref() };
            ties::decide(event, meta, &decision, *seen)
        }
        C::DisputeResult { game, player, words } => results::object(event, meta, *game, *player, words),
        C::UseRecord { game, record, seen } => records::use_record(event, meta, *game, *record, *seen),
        C::HandInRecord { game, record, player, digest, findings } => {
            records::hand_in(event, meta, *game, (*record, *player, *digest), findings)
        }
    }
}

/// Refuses a change that was made from an older state of the thing than the one that stands.
fn check_seen(seen: u64, revision: u64, conflict: impl FnOnce() -> (String, String, String)) -> Effect {
    if seen >= revision {
        return Ok(());
    }
    let (what, theirs, yours) = conflict();
    Err(Refusal::Conflict(Conflict { what, theirs, yours, revision }))
}

/// The game, to be changed, if its round is open or it was adjourned.
fn open_game<'a>(event: &'a mut Event, meta: &Meta, id: GameId) -> Result<&'a mut Game, Refusal> {
    let game = event.game(id)?;
    let round = event.round(game.round)?;
    if round.state != RoundState::Published && game.adjourned.is_none() {
        let number = round.number;
        return Err(Refusal::Invalid(format!(
            "Round {number} is closed. Reopen it first to change its games."
        )));
    }
    let game = event.games.get_mut(&id).ok_or(Refusal::NotFound("game"))?;
    game.revision = meta.seq;
    Ok(game)
}
