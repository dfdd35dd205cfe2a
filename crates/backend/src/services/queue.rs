//! Everything that waits for an arbiter of an event, oldest first.

use chrono::{DateTime, Utc};
use tiger_event::bracket::Due;
use tiger_event::dice::purpose_title;
use tiger_event::protocol::{AppealDecision, AppealState};
use tiger_event::text::sentence as whole;
use tiger_event::{CastState, ClaimKind, Claimed, Event, Game, GameId, Offered, RoundState, Seat, Speaker};

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Matter {
    /// Two accounts of a game contradict each other.
    Dispute { sentence: String },
    /// A claim of a draw, and what the rules found.
    Claim { sentence: String },
    /// A player says that the other's flag has fallen.
    Flag { sentence: String },
    /// A player calls the arbiter to the board.
    Call { sentence: String },
    /// An offer that only an arbiter can answer, because the player who should cannot answer here.
    Offer { sentence: String },
    /// An appeal waits for its committee.
    Appeal { sentence: String },
    /// An appeal was upheld, and nobody has ruled since.
    Upheld { sentence: String },
    /// No result has come in.
    OpenGame,
    /// The game was left for later.
    Adjourned { reason: String },
    /// Dice from a cup that not both players have confirmed: what they decide, and who has not.
    UnconfirmedCast { purpose: &'static str, missing: Vec<String> },
    /// The dice that the points depend on are not on file.
    MissingDice,
}

impl Matter {
    /// Whether only an arbiter's decision ends it.
    pub const fn needs_decision(&self) -> bool {
        self.told().is_some()
    }

    /// What waits for a decision, in its own sentence.
    pub const fn told(&self) -> Option<&str> {
        match self {
            Self::Dispute { sentence }
            | Self::Claim { sentence }
            | Self::Flag { sentence }
            | Self::Call { sentence }
            | Self::Offer { sentence }
            | Self::Appeal { sentence }
            | Self::Upheld { sentence } => Some(sentence.as_str()),
            Self::OpenGame | Self::Adjourned { .. } | Self::UnconfirmedCast { .. } | Self::MissingDice => {
                None
            }
        }
    }
}

/// Something that waits, where, and since when.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Waiting {
    pub game: GameId,
    pub since: DateTime<Utc>,
    pub matter: Matter,
}

/// Everything that waits for an arbiter in published rounds, and adjourned games and appeals of closed ones, oldest first.
pub fn queue(event: &Event) -> Vec<Waiting> {
    let mut waiting = Vec::new();
    for round in event.rounds.iter().filter(|round| round.state != RoundState::Draft) {
        let begun = round.published_at.unwrap_or(event.created_at);
        for game in event.games_of(round.number) {
            let matters = matters(event, game, begun, round.state);
            waiting.extend(matters.into_iter().map(|(since, matter)| Waiting {
                game: game.id,
                since,
                matter,
            }));
        }
    }
    waiting.sort_by_key(|waiting| waiting.since);
    waiting
}

/// How many matters of the queue only an arbiter's decision ends, the wishes of players counted.
pub fn decisions(event: &Event) -> usize {
    let at_boards = queue(event).iter().filter(|waiting| waiting.matter.needs_decision()).count();
    at_boards + event.open_wishes().len()
}

/// What is not done yet where everything that is begun is closed, in sentences: rounds that are planned, and what waits
/// for a decision.
pub fn still_open(event: &Event) -> Vec<String> {
    let bracket = event.bracket(None).ok().flatten();
    let due = bracket.map(|bracket| bracket.due());
    let planned = event.next_round().map(|number| match due {
        Some(Due::Round(place)) => {
            format!("Round {number} is not played: {}.", event.stage_round_title(place))
        }
        _ if number == event.planned_rounds() => format!("Round {number} is planned and not played."),
        _ => format!("Rounds {number} to {} are planned and not played.", event.planned_rounds()),
    });
    let waiting = queue(event).into_iter().filter_map(|waiting| {
        let place = event.place_title(event.game(waiting.game).ok()?);
        Some(format!("{place}: {}", waiting.matter.told()?))
    });
    let mut open: Vec<String> = planned.into_iter().chain(waiting).collect();
    if !open.is_empty() {
        open.push("All this stays as it is, unless the event is taken up again.".to_owned());
    }
    open
}

/// Appeals that were upheld and after which nobody has ruled about the game: since when, and the sentence.
fn upheld_in_vain<'a>(event: &'a Event, game: &'a Game) -> impl Iterator<Item = (DateTime<Utc>, String)> {
    let ruled = event.rulings.iter().filter(|ruling| ruling.game == game.id && ruling.undone_at.is_none());
    let ruled = ruled.map(|ruling| ruling.after.at).chain(game.result.as_ref().map(|it| it.at)).max();
    game.protocol.appeals.iter().filter_map(move |appeal| match &appeal.state {
        AppealState::Decided(AppealDecision { is_upheld: true, at, .. })
            if ruled.is_none_or(|it| it < *at) =>
        {
            let name = event.name_of(appeal.player);
            Some((*at, format!("The appeal of {name} was upheld, and no ruling has followed.")))
        }
        _ => None,
    })
}

fn matters(
    event: &Event,
    game: &Game,
    begun: DateTime<Utc>,
    state: RoundState,
) -> Vec<(DateTime<Utc>, Matter)> {
    let mut matters = Vec::new();
    if let (Some(reason), None) = (&game.adjourned, &game.result) {
        matters.push((begun, Matter::Adjourned { reason: reason.to_string() }));
    }
    for dispute in &game.disputes {
        matters.push((dispute.at, Matter::Dispute { sentence: event.dispute_words(game, dispute) }));
    }
    for appeal in game.protocol.appeals.iter().filter(|appeal| appeal.is_open()) {
        let sentence = whole(&format!("{} appeals: {}", event.name_of(appeal.player), appeal.words));
        matters.push((appeal.made_at, Matter::Appeal { sentence }));
    }
    matters.extend(upheld_in_vain(event, game).map(|(since, sentence)| (since, Matter::Upheld { sentence })));
    if state == RoundState::Published || game.adjourned.is_some() {
        matters.extend(at_the_board(event, game));
    }
    if state != RoundState::Published {
        return matters;
    }
    if game.awaits_result() && game.disputes.is_empty() {
        matters.push((begun, Matter::OpenGame));
    }
    if let (true, Some(result)) = (event.lacks_dice(game), &game.result) {
        matters.push((result.at, Matter::MissingDice));
    }
    for cast in game.casts.iter().filter(|cast| cast.counts()) {
        if let CastState::FromCup { confirmed, at, .. } = &cast.state {
            let names = game.players().into_iter().zip(confirmed);
            let missing: Vec<_> =
                names.filter(|(_, yes)| !**yes).map(|(id, _)| event.name_of(id).to_owned()).collect();
            if !missing.is_empty() {
                let purpose = purpose_title(cast.purpose);
                matters.push((*at, Matter::UnconfirmedCast { purpose, missing }));
            }
        }
    }
    matters
}

/// Claims, and offers that nobody at the board can answer.
fn at_the_board(event: &Event, game: &Game) -> Vec<(DateTime<Utc>, Matter)> {
    let name = |seat: Seat| event.name_of(game.player(seat));
    let claim = |claimed: &Claimed| {
        let who = claimed.player.map_or("An arbiter", name);
        let sentence = format!("{}. {}", claimed.kind.said_by(who), claimed.found());
        let sentence = sentence.trim_end().to_owned();
        let matter = match claimed.kind {
            ClaimKind::Flag => Matter::Flag { sentence },
            ClaimKind::Call => Matter::Call { sentence },
            ClaimKind::Repetition | ClaimKind::FiftyMoves => Matter::Claim { sentence },
        };
        (claimed.at, matter)
    };
    let can_answer = |seat: Seat| {
        let entry = event.entries.get(&game.player(seat));
        event.settings.players_report
            && entry.is_some_and(|entry| matches!(entry.speaker, Speaker::Taken { .. }))
    };
    let offer = |offered: &Offered| {
        let sentence = format!(
            "{} offers {}; {} cannot answer here.",
            name(offered.player),
            offered.offer.words(event.settings.game),
            name(offered.player.other())
        );
        (offered.at, Matter::Offer { sentence })
    };
    let protocol = &game.protocol;
    let offers = protocol.open_offers().filter(|offered| !can_answer(offered.player.other())).map(offer);
    protocol.open_claims().map(claim).chain(offers).collect()
}
