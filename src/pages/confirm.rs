//! Before a result is set or changed: what it scores, by which row of the table, and what it does to the standings; before
//! the event ends: what is still open.

use std::collections::HashMap;
use std::sync::Arc;

use askama::Template;
use tiger_event::leaving::Played;
use tiger_event::record::{Checked, HandedIn};
use tiger_event::result::{SEATS, bearer_matters, seat_index};
use tiger_event::text::capital;
use tiger_event::{
    ByeKind, Bytes32, Command, Departure, EntryId, Event, Format, Game, GameId, GameResult, Round, RoundBye,
    Seat, Seated, Teller,
};
use tiger_rules::clock::{ClockSide, Flag};
use tiger_rules::{Ending, GamePoints};

use crate::access::EventAccess;
use crate::clock;
use crate::error::Result;
use crate::ledger::clocks::Standing;
use crate::pages::{EventTab, Frame, PointsView, rounds};
use crate::services::foresee::{Change, Departed, Foreseen, Rescored, fingerprint, rests_on, worth};
use crate::services::pairing::History;
use crate::services::prizes::{self, Given, Winner};
use crate::services::results::beyond_table;
use crate::services::standings::Tally;

#[derive(Default, Template)]
#[template(path = "room/confirm.html")]
pub struct ConfirmPage {
    pub frame: Frame,
    pub heading: &'static str,
    /// Board and round.
    pub place: String,
    pub what: String,
    /// The result that stands; `no result` if there is none.
    pub before: String,
    /// The result afterwards; `no result` if none is left.
    pub after: String,
    /// What the rules make of it, or what stands in its way, in sentences.
    pub told: Vec<String>,
    /// What has been built on the result that stands, and stays as it is.
    pub warning: Option<String>,
    /// The row of the table that its points come from; empty if no result is left.
    pub row: String,
    /// What it does to both players; empty where that is not known yet.
    pub players: Vec<PlayerChange>,
    /// The boards that new settings score anew; empty where it is about one game.
    pub boards: Vec<BoardChange>,
    /// Whether it is not what was shown a moment ago.
    pub has_changed: bool,
    pub action: String,
    /// What was typed, to be sent again.
    pub fields: Vec<(String, String)>,
    /// The form's key.
    pub once: String,
    /// The version that the form was made from; empty if it has none.
    pub version: String,
    /// What is confirmed, so that points that change meanwhile are shown first.
    pub confirmed: String,
    /// The word on the button.
    pub button: String,
    /// Where to go when it is not confirmed.
    pub back: String,
    /// Whether the form that was sent comes back then, with what was typed.
    pub keeps: bool,
}

/// What a step does to one player: each as it was, and afterwards.
pub struct PlayerChange {
    pub name: String,
    /// The points of this game, where it has a result.
    pub points: [Option<PointsView>; 2],
    /// All points.
    pub totals: [String; 2],
    /// The places; a dash for who has none any more.
    pub places: [String; 2],
}

impl PlayerChange {
    fn of(event: &Event, player: EntryId, change: &Change) -> Self {
        let place = |place: usize| if place == 0 { "–".to_owned() } else { place.to_string() };
        Self {
            name: event.name_of(player).to_owned(),
            points: [None, None],
            totals: [change.before, change.after].map(Tally::shown),
            places: [change.place_before, change.place_after].map(place),
        }
    }
}

/// What new settings do to one board.
pub struct BoardChange {
    /// Board and round.
    pub place: String,
    /// The result with the points that it has.
    pub before: String,
    /// The points afterwards.
    pub after: String,
}

impl ConfirmPage {
    /// What is sent instead of what is confirmed by who does not do it after all.
    pub const NOT_YET: &str = "not-yet";

    /// What a command would do to the result of a game; the form that sends it again is still empty.
    pub fn of(
        access: &EventAccess,
        game: &Game,
        command: &Command,
        foreseen: &Foreseen,
        standing: &Standing,
    ) -> Self {
        let event = &*access.event;
        let what = match (command, &game.last) {
            (Command::Undo(_), Some(last)) => format!("undo: {}", Teller::tell_one(event, &last.command)),
            (command, _) => Teller::tell_one(event, command),
        };
        let results = [&foreseen.before, &foreseen.after];
        let players = game.players().into_iter().enumerate().map(|(place, player)| PlayerChange {
            points: results.map(|result| result.as_ref().map(|it| it.points[place].into())),
            ..PlayerChange::of(event, player, &foreseen.standing[place])
        });
        Self {
            before: result_words(event, game, foreseen.before.as_ref()),
            after: result_words(event, game, foreseen.after.as_ref()),
            warning: warning([
                rests_on(event, game.id),
                against_records(event, game, foreseen.after.as_ref()),
                against_clock(event, game, foreseen.after.as_ref(), standing),
                foreseen.after.as_ref().and_then(|after| beyond_table(event, game, &after.entry)),
            ]),
            row: foreseen.row.clone(),
            players: players.collect(),
            ..Self::about(Self::room(access, game), event.place_title(game), what, foreseen.fingerprint())
        }
    }

    /// The program is about to cast the dice that a result's points depend on: what it may come to, for the dice are
    /// not told before they are cast.
    pub fn of_dice(
        access: &EventAccess,
        game: &Game,
        result: &GameResult,
        points: &[[GamePoints; 2]; 2],
    ) -> Self {
        let event = &*access.event;
        let [without, with] = points.each_ref().map(rounds::points_text);
        let confirmed = format!("{} {without}, {with}", fingerprint(worth(result), None));
        let what = "dice are cast for the TigerVariation, and the result is in".to_owned();
        Self {
            before: rounds::result_text(event, game, result),
            after: format!("{with} if the dice are equal, otherwise {without}"),
            ..Self::about(Self::room(access, game), event.place_title(game), what, confirmed)
        }
    }

    pub fn of_settings(access: &EventAccess, rescored: &[Rescored]) -> Self {
        let event = &*access.event;
        let board = |it: &Rescored| {
            let game = event.game(it.game).ok()?;
            Some(BoardChange {
                place: capital(&event.place_of(game)),
                before: rounds::result_text(event, game, &it.before),
                after: rounds::points_text(&it.after.points),
            })
        };
        let frame = access.frame(None).under("Settings", access.path("/settings"));
        let what = "these settings score results anew that are in already".to_owned();
        Self {
            boards: rescored.iter().filter_map(board).collect(),
            ..Self::about(
                frame,
                "All boards of open rounds".to_owned(),
                what,
                Rescored::fingerprint(rescored),
            )
        }
    }

    /// A player leaves a round robin, or comes back.
    pub fn of_departure(access: &EventAccess, command: &Command, departed: &Departed) -> Self {
        let event = &*access.event;
        let name = event.name_of(departed.entry).to_owned();
        let place = if departed.from_round.is_some() { "Leaving" } else { "Coming back" };
        let path = access.path(&format!("/entries/{}", departed.entry));
        let frame = access.frame(Some(EventTab::Entries)).under(&name, path);
        let changed = |(entry, change): &(EntryId, Change)| PlayerChange::of(event, *entry, change);
        Self {
            told: told(&name, departed),
            players: departed.changes.iter().map(changed).collect(),
            ..Self::about(frame, place.to_owned(), Teller::tell_one(event, command), departed.fingerprint())
        }
    }

    /// A player leaves a bracket, and others go on without a game.
    pub fn of_walkovers(access: &EventAccess, command: &Command, told: Vec<String>) -> Self {
        let confirmed = Bytes32::digest(told.join("; ").as_bytes()).to_string();
        let frame = access.frame(Some(EventTab::Entries));
        let what = Teller::tell_one(&access.event, command);
        Self {
            heading: "Who goes on without a game",
            told,
            ..Self::about(frame, "Leaving".to_owned(), what, confirmed)
        }
    }

    /// Other tie-breaks change places; of many the first.
    pub fn of_tie_breaks(access: &EventAccess, changes: &[(EntryId, Change)]) -> Self {
        const SHOWN: usize = 30;
        let event = &*access.event;
        let one = |(entry, change): &(EntryId, Change)| format!("{entry} {}", change.place_after);
        let confirmed = changes.iter().map(one).collect::<Vec<_>>().join("; ");
        let told = match changes.len() {
            1 => "One player has another place then.".to_owned(),
            count if count > SHOWN => {
                format!("{count} players have other places then. These are the first {SHOWN} of them.")
            }
            count => format!("{count} players have other places then."),
        };
        let shown = changes.iter().take(SHOWN);
        let frame = access.frame(None).under("Settings", access.path("/settings"));
        let what = "these tie-breaks change the standings of rounds that are closed".to_owned();
        Self {
            heading: "Confirm the places",
            told: vec![told],
            players: shown.map(|(entry, change)| PlayerChange::of(event, *entry, change)).collect(),
            ..Self::about(
                frame,
                "Standings".to_owned(),
                what,
                Bytes32::digest(confirmed.as_bytes()).to_string(),
            )
        }
    }

    /// The list of prizes was published, and is about to say something else.
    pub fn of_prizes(access: &EventAccess, what: String, lists: &[Given]) -> Self {
        let event = &*access.event;
        let currency = event.prizes().map(|prizes| prizes.currency.to_string()).unwrap_or_default();
        let told: Vec<_> = lists
            .iter()
            .map(|list| {
                let one = |it: &Winner| format!("{} {} {currency}", event.name_of(it.entry), it.amount);
                let winners = list.winners.iter().map(one).collect::<Vec<_>>().join(", ");
                format!("{}: {}.", list.title, if winners.is_empty() { "nobody" } else { &winners })
            })
            .collect();
        Self {
            heading: "Confirm the prizes",
            warning: Some(
                "The list of the prizes was published, and everybody sees it then as it stands below. To keep it back, \
                 take it from the public first, on its page."
                    .to_owned(),
            ),
            told,
            ..Self::about(access.frame(None), "Prizes".to_owned(), what, prizes::fingerprint(lists))
        }
    }

    /// The event is about to be finished while something is still open.
    pub fn of_end(access: &EventAccess, open: Vec<String>) -> Self {
        let confirmed = Bytes32::digest(open.join("; ").as_bytes()).to_string();
        let what = "not everything is done".to_owned();
        let frame = access.frame(Some(EventTab::Desk));
        Self {
            heading: "Finish the event?",
            told: open,
            ..Self::about(frame, access.event.settings.name.to_string(), what, confirmed)
        }
    }

    /// Boards of a round that is being played are about to be changed.
    pub fn of_boards(
        access: &EventAccess,
        round: &Round,
        (boards, byes): (&[Seated], Option<&[RoundBye]>),
        clocks: &HashMap<GameId, Arc<Standing>>,
    ) -> Result<Self> {
        let event = &*access.event;
        let history = History::before(event, round.number)?;
        let number = |new: &Seated| event.number_of_board(round.number, new.board);
        let sat = |new: &Seated| round.table.boards.get(usize::from(new.board.saturating_sub(1)));
        let pair =
            |first: EntryId, second: EntryId| format!("{} – {}", event.name_of(first), event.name_of(second));
        let told = boards.iter().map(|new| {
            let sat = sat(new).map(|sat| format!(", until now {}", pair(sat.first, sat.second)));
            format!("Board {}: {}{}.", number(new), pair(new.first, new.second), sat.unwrap_or_default())
        });
        let begun = boards.iter().filter(|new| {
            let standing = sat(new).and_then(|sat| clocks.get(&sat.game));
            standing.is_some_and(|standing| standing.clock.is_started())
        });
        let begun = begun.map(|new| {
            format!("Board {}: its clock has been started. The new game has a new one.", number(new))
        });
        let alone = byes.into_iter().flatten().filter(|bye| !round.table.byes.contains(bye));
        let alone = alone.map(|bye| {
            format!(
                "{} has no opponent: {}.",
                event.name_of(bye.entry),
                event.bye_title(bye.kind, bye.against.is_some())
            )
        });
        let warned = boards.iter().flat_map(|new| {
            let warned = rounds::warnings(event, &history, round.number, (new.first, new.second));
            warned.into_iter().map(move |said| format!("Board {}: {said}", number(new)))
        });
        let sits = boards.iter().flat_map(|new| {
            let wanted = |id| Some((id, event.entries.get(&id)?.details.office.board?));
            let elsewhere = [new.first, new.second].into_iter().filter_map(wanted);
            let elsewhere = elsewhere.filter(|(_, own)| *own != number(new));
            elsewhere.map(move |(id, own)| {
                format!("Board {}: {} always sits at board {own}.", number(new), event.name_of(id))
            })
        });
        let again = byes.into_iter().flatten().filter(|bye| {
            bye.kind == ByeKind::Pairing
                && !round.table.byes.contains(bye)
                && history.of(bye.entry).has_had_bye
        });
        let again =
            again.map(|bye| format!("{} has had a pairing-allocated bye already.", event.name_of(bye.entry)));
        let sides = match event.settings.format {
            Format::DoubleRoundRobin | Format::Match => {
                Some("Their other games keep the sides that they have.".to_owned())
            }
            _ => None,
        };
        let after = event.round_after(round.number);
        let later = after.map(|later| {
            format!("From round {later} on all was paired from the boards as they were, and stays.")
        });
        let meet = boards.iter().flat_map(|new| {
            let met = event.games.values().filter(|game| game.round > round.number);
            let met = met.filter(|game| [new.first, new.second].iter().all(|id| game.seat_of(*id).is_some()));
            met.map(move |game| format!("Board {}: they meet in round {} as well.", number(new), game.round))
        });
        let meet = meet.filter(|_| !event.settings.format.has_bracket());
        let noted = boards.iter().filter(|new| {
            let game = sat(new).and_then(|pair| event.games.get(&pair.game));
            game.is_some_and(|game| !game.answers.is_empty() || !game.casts.is_empty())
        });
        let noted = noted.map(|new| {
            format!("Board {}: the choices and dice that were written down stay with it.", number(new))
        });
        let warned: Vec<String> = noted
            .chain(begun)
            .chain(warned)
            .chain(meet)
            .chain(sits)
            .chain(again)
            .chain(sides)
            .chain(later)
            .collect();
        let told: Vec<String> = told.chain(alone).collect();
        let path = rounds::BoardsPage::path(access, round.number);
        let frame = access.frame(Some(EventTab::Rounds)).under("Change boards", path);
        let confirmed =
            Bytes32::digest([told.join("; "), warned.join("; ")].join("; ").as_bytes()).to_string();
        Ok(Self {
            heading: "Change the boards?",
            warning: (!warned.is_empty()).then(|| warned.join(" ")),
            told,
            ..Self::about(
                frame,
                format!("Round {}", round.number),
                "this is how they will play".to_owned(),
                confirmed,
            )
        })
    }

    fn room(access: &EventAccess, game: &Game) -> Frame {
        access.frame(None).under("Game room", access.game_path(game, "/room"))
    }

    fn about(frame: Frame, place: String, what: String, confirmed: String) -> Self {
        Self { frame, heading: "Confirm the points", place, what, confirmed, ..Self::default() }
    }
}

fn warning<const N: usize>(sentences: [Option<String>; N]) -> Option<String> {
    let sentences: Vec<String> = sentences.into_iter().flatten().collect();
    (!sentences.is_empty()).then(|| sentences.join(" "))
}

/// What a legal record on file shows of a captured Standard Bearer, where the result would leave it out (rule 6).
fn against_records(event: &Event, game: &Game, after: Option<&GameResult>) -> Option<String> {
    let entry = &after?.entry;
    if entry.bearer_captured || !bearer_matters(game.scoring_variation(event.settings.game), entry.ending) {
        return None;
    }
    // Whichever ending it names: the same player won.
    let is_left_out = |record: &HandedIn| {
        let shown = record.findings.result.filter(|_| record.findings.checked == Checked::Legal);
        shown.is_some_and(|shown| shown.winner == entry.winner && shown.bearer_captured)
    };
    let said = "A record on file shows that the winner’s Standard Bearer had been captured, which is worth less (TigerVariation, rule 6): \
                there is an ending of its own for it.";
    game.records.iter().any(is_left_out).then(|| said.to_owned())
}

/// What the program's clock says where somebody would lose on time who has some.
fn against_clock(
    event: &Event,
    game: &Game,
    after: Option<&GameResult>,
    standing: &Standing,
) -> Option<String> {
    let after = &after?.entry;
    let reading = standing.clock.reading(clock::even()).filter(|_| after.ending == Ending::Time)?;
    let has_time = |seat: &Seat| {
        let half = reading.side(ClockSide::BOTH[seat_index(*seat)]);
        let name = event.name_of(game.player(*seat));
        (after.winner != Some(*seat) && half.flag != Flag::Lost)
            .then(|| format!("{name} has {} left", half.left()))
    };
    let told: Vec<String> = SEATS.iter().filter_map(has_time).collect();
    (!told.is_empty()).then(|| {
        format!(
            "By the program’s clock {}: what is pressed there and arrives after this counts for nothing.",
            told.join(" and ")
        )
    })
}

/// What the rules make of it that somebody leaves a round robin.
fn told(name: &str, departed: &Departed) -> Vec<String> {
    let Played { played, open, all } = departed.played;
    if departed.from_round.is_none() {
        return vec![format!("{name} is paired again, and their games count.")];
    }
    let open = match open {
        0 => String::new(),
        1 => ", with one more before they leave".to_owned(),
        open => format!(", with {open} more before they leave"),
    };
    let share = departed.played.share();
    let rule = match departed.played.by_rule() {
        Departure::Annul => "annul them all: results stay in the cross-table and count for nobody",
        Departure::Forfeit => "let their results stand; each opponent to come wins by forfeit",
    };
    let mut told = vec![format!(
        "{name} has played {played} of {all} games{open}: {share}. FIDE’s rules for competitions {rule}."
    )];
    if departed.games != departed.played.by_rule() {
        told.push(format!("You choose otherwise: {}.", departed.games.title()));
    }
    if departed.changes.is_empty() {
        told.push("The standings stay as they are at the moment.".to_owned());
    }
    told
}

fn result_words(event: &Event, game: &Game, result: Option<&GameResult>) -> String {
    result.map_or_else(|| "no result".to_owned(), |result| rounds::result_text(event, game, result))
}
