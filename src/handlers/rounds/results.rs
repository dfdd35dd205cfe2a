//! The result grid: shown, saved row by row.

use std::collections::{BTreeMap, HashMap};

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use serde::Serialize;
use tiger_event::text::small;
use tiger_event::{
    Actor, Conflict, Event, Game, GameId, Refusal, ResultCode, ResultCommand, Round, RoundState,
};

use crate::access::{EventAccess, ForArbiter, Posted};
use crate::error::Result;
use crate::handlers::submission::{Answer, FromArbiter};
use crate::pages::conflict::{ConflictChoice, ConflictPage};
use crate::pages::rounds::{GridPage, NotSaved, Unsaved, brief, points_text};
use crate::pages::{EventTab, Page, Tone, see_other, see_other_saying};
use crate::services::author_of;
use crate::services::foresee::rests_on;
use crate::services::results::{self, PointsChange, Typed};
use crate::services::rounds::all_in;
use crate::services::take_back::tried;

pub async fn show(ForArbiter(access): ForArbiter) -> Answer {
    let round = access.round()?;
    if round.state == RoundState::Draft {
        return Ok(see_other(&access.path("/draft")));
    }
    Page(GridPage::of(&access, round)?).answer()
}

/// Saves the rows that were changed, each by itself.
pub async fn save(FromArbiter(form): FromArbiter) -> Answer {
    let access = &form.access;
    let round = access.round()?;
    if round.state == RoundState::Draft {
        return Ok(taken_back(access, round, &form.posted));
    }
    let mut sent = read(&access.event, &form.actor()?, round, &form.posted);
    let commands = std::mem::take(&mut sent.commands);
    let key = form.posted.key_of_page()?;
    for (game, saved) in
        results::save(&form.state.ledger, form.actor()?, access.event.id, &key, commands).await?
    {
        sent.note(&access.event, game, saved)?;
    }
    for (_, conflict) in &mut sent.conflicts {
        conflict.by = author_of(&form.state.ledger, access.event.id, conflict.revision).await?;
    }
    let access = EventAccess { event: form.state.ledger.event(access.event.id)?, ..access.clone() };
    let headers = access.viewer.request().headers();
    if headers.get("accept").is_some_and(|accept| accept == "application/json") {
        return Ok(HttpResponse::Ok().json(answer(&access.event, round, &sent)));
    }
    if !sent.unsaved.is_empty() {
        let mut unsaved = sent.unsaved;
        for (game, conflict) in &sent.conflicts {
            if let Some(typed) = sent.typed.get(&game.board) {
                let sure = mark(&access.event, access.event.game(game.id)?, typed);
                unsaved.insert(game.board, asking(typed, sure, meanwhile(conflict)));
            }
        }
        return Page(GridPage::again(&access, access.round()?, &unsaved, &sent.typed)?).again();
    }
    if !sent.conflicts.is_empty() {
        return Page(conflicts(&access, round, &sent)).answer_with(StatusCode::CONFLICT);
    }
    Ok(done(&access, round, sent.done.len()))
}

/// The round is a draft again, and its boards are other ones: says what was typed and is not saved.
fn taken_back(access: &EventAccess, round: &Round, posted: &Posted) -> HttpResponse {
    let event = &access.event;
    let typed = posted.fields().iter().filter_map(|(name, value)| {
        let key = name.strip_prefix("pick-")?;
        let ResultCode(entry) = value.parse().ok()?;
        let board = event.number_of_board(round.number, key.parse().ok()?);
        let is_new = posted.value(&format!("was-{key}")) != value;
        is_new.then(|| format!("board {board}: {}", brief(&entry, event.settings.game)))
    });
    let typed: Vec<String> = typed.take(20).collect();
    let said = match typed.as_slice() {
        [] => format!("Round {} was taken back meanwhile: it is a draft again.", round.number),
        typed => format!(
            "Round {} was taken back meanwhile and is a draft again, so nothing was saved. You had typed: {}.",
            round.number,
            typed.join("; ")
        ),
    };
    see_other_saying(&access.path("/draft"), Tone::Warning, &said)
}

/// Points that stand change only after the arbiter has seen it.
fn asked(event: &Event, game: &Game, change: &PointsChange) -> String {
    let rests = rests_on(event, game.id).map(|sentence| format!(" {sentence}")).unwrap_or_default();
    let played = match change.played {
        Some(true) => " The forfeit would count as a game that was played.",
        Some(false) => " The game would count as not played: no colours, and the two may meet again.",
        None => "",
    };
    format!(
        "{} stands and would become {}.{played}{rests} Save again to change it.",
        points_text(&change.before),
        points_text(&change.after)
    )
}

/// The mark of the change that saving the row again would make, now that both results were seen.
fn mark(event: &Event, game: &Game, typed: &Typed) -> String {
    let again = Typed { was: results::pick_of(game), seen: game.seen(), ..typed.clone() };
    let command = results::read(event, game, &again).ok().flatten();
    command.and_then(|it| question(event, game, &it)).map_or_else(String::new, |(sure, _)| sure)
}

/// What is asked before a row is saved, behind the mark of the answer.
fn question(event: &Event, game: &Game, command: &ResultCommand) -> Option<(String, String)> {
    let change = results::change_of_points(event, game, command);
    let change = change.map(|change| (change.mark.clone(), asked(event, game, &change)));
    change.or_else(|| results::against_reports(event, game, command)).or_else(|| {
        let ResultCommand::EnterResult { result, .. } = command else { return None };
        let said = results::beyond_table(event, game, result)?;
        let [first, second] = result.awarded?;
        Some((format!("award {first} : {second}"), format!("{said} Save again to award it all the same.")))
    })
}

fn meanwhile(conflict: &Conflict) -> String {
    format!(
        "{} entered this meanwhile: {}. You sent: {}. Save again to put yours in its place.",
        conflict.by, conflict.theirs, conflict.yours
    )
}

/// A row that is saved when it is sent again with the mark of what was seen.
fn asking(typed: &Typed, sure: String, said: String) -> NotSaved {
    NotSaved { typed: Typed { sure, ..typed.clone() }, said, asks: true }
}

/// A row that has to be another one.
const fn wrong(typed: Typed, said: String) -> NotSaved {
    NotSaved { typed, said, asks: false }
}

/// What the form brought, sorted by what became of it.
#[derive(Default)]
struct Sent {
    commands: Vec<(GameId, ResultCommand)>,
    typed: BTreeMap<u16, Typed>,
    unsaved: Unsaved,
    conflicts: Vec<(Game, Conflict)>,
    done: Vec<u16>,
}

impl Sent {
    fn note(&mut self, event: &Event, id: GameId, saved: Result<(), Refusal>) -> Result<()> {
        let game = event.game(id)?;
        match saved {
            Ok(()) => self.done.push(game.board),
            Err(Refusal::Conflict(conflict)) => self.conflicts.push((game.clone(), conflict)),
            Err(Refusal::Invalid(sentence)) => {
                let typed = self.typed.get(&game.board).cloned().unwrap_or_default();
                self.unsaved.insert(game.board, wrong(typed, sentence));
            }
            Err(other) => return Err(other.into()),
        }
        Ok(())
    }
}

fn read(event: &Event, actor: &Actor, round: &Round, posted: &Posted) -> Sent {
    let mut sent = Sent::default();
    // Of a whole round there are thousands of fields: each is found at once. The first of a name counts.
    let fields = posted.fields().iter().rev().map(|(name, value)| (name.as_str(), value.trim()));
    let fields: HashMap<&str, &str> = fields.collect();
    for game in event.games_of(round.number) {
        let key = game.board;
        let field = |name: &str| (*fields.get(format!("{name}-{key}").as_str()).unwrap_or(&"")).to_owned();
        if !fields.contains_key(format!("pick-{key}").as_str()) {
            continue;
        }
        if field("game") != game.id.to_string() {
            // Where no game is named, no page of ours was sent.
            if !field("game").is_empty() && field("pick") != field("was") {
                let stands = Typed::standing(game);
                let said = results::changed_meanwhile(event, game);
                sent.unsaved.insert(key, wrong(stands.clone(), said));
                sent.typed.insert(key, stands);
            }
            continue;
        }
        let typed = Typed {
            pick: field("pick"),
            was: field("was"),
            seen: field("seen").parse().unwrap_or_default(),
            awards: [field("award1"), field("award2")],
            reason: field("reason"),
            sure: field("sure"),
        };
        match results::read(event, game, &typed) {
            Ok(Some(command)) => match question(event, game, &command) {
                // Of who was overtaken, or came after the end of the round, or would turn a bracket over, the event says so.
                Some((sure, asked))
                    if sure != typed.sure
                        && game.result_revision == typed.seen
                        && round.state == RoundState::Published
                        && tried(event, actor, &command.clone().into()).is_ok() =>
                {
                    sent.unsaved.insert(key, asking(&typed, sure, asked));
                }
                _ => sent.commands.push((game.id, command)),
            },
            Ok(None) => {}
            Err(mistake) => {
                sent.unsaved.insert(key, wrong(typed.clone(), mistake.sentence));
            }
        }
        sent.typed.insert(key, typed);
    }
    sent
}

fn conflicts(access: &EventAccess, round: &Round, sent: &Sent) -> ConflictPage {
    let choice = |(game, conflict): &(Game, Conflict)| {
        let typed = sent.typed.get(&game.board).cloned().unwrap_or_default();
        let [award1, award2] = typed.awards;
        let fields = [("pick", typed.pick), ("award1", award1), ("award2", award2), ("reason", typed.reason)];
        let action = if fields[0].1.is_empty() { "clear" } else { "result" };
        let action = access.game_path(game, &format!("/{action}"));
        let fields = fields.map(|(name, value)| (name.to_owned(), value)).to_vec();
        ConflictChoice::of(conflict.clone(), action, fields, ConflictChoice::REPLACE)
    };
    let saved = match sent.done.len() {
        0 => String::new(),
        1 => "One other board was saved.".to_owned(),
        count => format!("{count} other boards were saved."),
    };
    ConflictPage {
        frame: access.frame(Some(EventTab::Rounds)),
        saved,
        choices: sent.conflicts.iter().map(choice).collect(),
        back: access.path(&format!("/rounds/{}/results", round.number)),
        back_label: format!("Results of round {}", round.number),
    }
}

/// Back to the grid, at the next board without a result.
fn done(access: &EventAccess, round: &Round, count: usize) -> HttpResponse {
    let open: Vec<_> = access
        .event
        .games_of(round.number)
        .into_iter()
        .filter(|game| game.awaits_result())
        .map(|game| game.board)
        .collect();
    let only_open = GridPage::only_open(access, round.number);
    let path = match open.first() {
        Some(_) if let Some(path) = only_open => path,
        Some(&board) => format!("{}#pick-{board}", GridPage::place_of(access, round.number, board)),
        None => access.path(&format!("/rounds/{}/results", round.number)),
    };
    let saved = match count {
        0 => return see_other(&path),
        1 => "One board saved".to_owned(),
        count => format!("{count} boards saved"),
    };
    let left = match open.len() {
        0 => small(&all_in(&access.event, round.number)),
        1 => "one board is open".to_owned(),
        count => format!("{count} boards are open"),
    };
    see_other_saying(&path, Tone::Good, &format!("{saved}; {left}."))
}

/// The answer for a row that was sent by the page's script.
#[derive(Debug, Serialize)]
struct RowAnswer {
    row: u16,
    /// `saved`, `wrong`, or `asked` and `conflict`, which are saved when they are sent again.
    state: &'static str,
    /// Why it was not saved; empty if it was.
    sentence: String,
    /// The choice that stands now.
    was: String,
    /// The revision that stands now.
    seen: u64,
    /// What both score by it.
    points: String,
    /// What saving again says of the points that it changes.
    sure: String,
}

#[derive(Debug, Serialize)]
struct GridAnswer {
    rows: Vec<RowAnswer>,
    done: usize,
    boards: usize,
}

fn answer(event: &Event, round: &Round, sent: &Sent) -> GridAnswer {
    let games = event.games_of(round.number);
    let conflict = |board: u16| sent.conflicts.iter().find(|(game, _)| game.board == board);
    let rows = games.iter().filter(|game| sent.typed.contains_key(&game.board)).map(|game| {
        let typed = sent.typed.get(&game.board);
        let (state, sentence, sure) = match (sent.unsaved.get(&game.board), conflict(game.board)) {
            (Some(NotSaved { typed, said, asks }), _) => {
                (if *asks { "asked" } else { "wrong" }, said.clone(), typed.sure.clone())
            }
            (None, Some((_, conflict))) => {
                let sure = typed.map_or_else(String::new, |typed| mark(event, game, typed));
                ("conflict", meanwhile(conflict), sure)
            }
            (None, None) => ("saved", String::new(), String::new()),
        };
        RowAnswer {
            row: game.board,
            state,
            sentence,
            was: results::pick_of(game),
            seen: game.seen(),
            points: game.result.as_ref().map(|result| points_text(&result.points)).unwrap_or_default(),
            sure,
        }
    });
    GridAnswer {
        rows: rows.collect(),
        done: games.iter().filter(|game| game.result.is_some()).count(),
        boards: games.len(),
    }
}
