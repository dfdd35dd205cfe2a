//! Events to measure with, and to look at: made through the ledger like any other.

use chrono::NaiveDate;
use tiger_arbiter::clock::new_id;
use tiger_arbiter::ledger::{Ledger, Order};
use tiger_event::{
    Actor, ByeKind, CastPurpose, ChoiceCommand, Command, EntryCommand, EntryDetails, EntryId, EventCommand,
    EventId, EventName, Format, GameId, Label, NewEntry, Pairing, PersonName, ResultCommand, ResultEntry,
    RoundBye, RoundCommand, Seat, Settings, Slug, Table, UserId,
};
use tiger_pairing::tiebreak::parse_list;
use tiger_rules::{Answer, Ending, GameKind};

const GIVEN: [&str; 16] = [
    "Anna", "Bertrand", "Chidi", "Dóra", "Einar", "Fatima", "Goran", "Hanna", "Ibrahim", "Jolana", "Kenji",
    "Łucja", "Mireille", "Nils", "Olena", "Pádraig",
];
const FAMILY: [&str; 20] = [
    "Żółkiewska",
    "de Saint-Aubin",
    "Okonkwo",
    "Kővári",
    "Þorsteinsson",
    "al-Rashid",
    "Petrović",
    "Bergström",
    "Diallo",
    "Nováková",
    "Tanaka",
    "Wójcik",
    "Lefèvre",
    "Halvorsen",
    "Shevchenko",
    "Ó Briain",
    "Moor",
    "Reed",
    "Ash",
    "Thorne",
];
const CLUBS: [&str; 6] =
    ["Great Forest", "Watchtower Club", "Harbour of Storms", "Emerald Kingdom CC", "Salisbury", "Merridon"];

/// What an event is to be like.
pub(crate) struct Wanted<'a> {
    pub(crate) slug: &'a str,
    pub(crate) name: &'a str,
    pub(crate) game: GameKind,
    pub(crate) format: Format,
    pub(crate) players: usize,
    pub(crate) rounds: u16,
    /// Games of the last round that have no result.
    pub(crate) open: usize,
    pub(crate) tie_breaks: &'a str,
    pub(crate) chief: UserId,
}

/// A source of numbers that gives the same ones each time.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % bound
    }
}

/// Makes a public event and plays its rounds.
pub(crate) fn event(ledger: &Ledger, wanted: &Wanted) -> EventId {
    let (id, story) = story(wanted);
    let orders: Vec<Order> =
        story.into_iter().map(|command| Order::new(Actor::Program, id, command)).collect();
    ledger.begin(&orders).unwrap();
    id
}

/// Everything that happens to such an event.
fn story(wanted: &Wanted) -> (EventId, Vec<Command>) {
    let id = new_id();
    let entries: Vec<NewEntry> = (0..wanted.players).map(player).collect();
    let players: Vec<EntryId> = entries.iter().map(|entry| entry.id).collect();
    let mut story = vec![
        create(id, wanted),
        EntryCommand::AddEntries { entries }.into(),
        EventCommand::ShowEvent { is_public: true }.into(),
    ];
    let mut numbers = Numbers(7);
    for round in 1..=wanted.rounds {
        let table = pair(&players, usize::from(round) - 1);
        let games: Vec<GameId> = table.boards.iter().map(|board| board.game).collect();
        story.push(RoundCommand::DraftRound { round, system: wanted.format, table }.into());
        story.push(RoundCommand::PublishRound { round, seen: u64::MAX }.into());
        let open = if round == wanted.rounds { wanted.open } else { 0 };
        for &game in games.iter().take(games.len() - open) {
            if wanted.game == GameKind::TigerChess {
                choose(&mut story, game, &mut numbers);
            }
            story.push(
                ResultCommand::EnterResult { game, result: result(wanted.game, &mut numbers), seen: 0 }
                    .into(),
            );
        }
        if open == 0 && round < wanted.rounds {
            story.push(RoundCommand::CloseRound { round }.into());
        }
    }
    (id, story)
}

fn create(event: EventId, wanted: &Wanted) -> Command {
    let day = |day| NaiveDate::from_ymd_opt(2026, 11, day).unwrap();
    let name = EventName::parse(wanted.name).unwrap();
    let settings = Settings {
        venue: Some(Label::parse("Guildhall, Salisbury").unwrap()),
        ends_on: day(22),
        time_zone: chrono_tz::Europe::London,
        rounds: wanted.rounds.max(5),
        tie_breaks: parse_list(wanted.tie_breaks).unwrap(),
        ..Settings::usual(name, wanted.game, wanted.format, day(21))
    };
    EventCommand::CreateEvent {
        event,
        slug: Slug::parse(wanted.slug).unwrap(),
        settings: Box::new(settings),
        chief: wanted.chief,
        chief_name: PersonName::parse("Nichols, Glenda").unwrap(),
    }
    .into()
}

fn player(index: usize) -> NewEntry {
    let mut name = format!("{}, {}", FAMILY[index % 20], GIVEN[(index / 20 + index) % 16]);
    if index >= FAMILY.len() * GIVEN.len() {
        name.push_str(&format!(" {}", index / (FAMILY.len() * GIVEN.len()) + 1));
    }
    let details = EntryDetails {
        name: PersonName::parse(&name).unwrap(),
        club: Some(Label::parse(CLUBS[index % 6]).unwrap()),
        federation: None,
        rating: Some(u16::try_from(2400 - (index * 7) % 1400).unwrap()),
        identity: tiger_event::identity::Identity::default(),
        office: tiger_event::office::Office::default(),
    };
    NewEntry { id: new_id(), details, first_round: 1 }
}

/// The circle method: nobody meets anybody twice in fewer rounds than there are players.
fn pair(entries: &[EntryId], turn: usize) -> Table {
    let mut seats: Vec<Option<EntryId>> = entries.iter().copied().map(Some).collect();
    if seats.len() % 2 == 1 {
        seats.push(None);
    }
    let rest = seats.len() - 1;
    let at = |place: usize| if place == 0 { seats[0] } else { seats[1 + (place - 1 + turn) % rest] };
    let mut table = Table::default();
    for board in 0..seats.len() / 2 {
        match (at(board), at(seats.len() - 1 - board)) {
            (Some(one), Some(other)) => {
                let (first, second) =
                    if (board + turn).is_multiple_of(2) { (one, other) } else { (other, one) };
                table.boards.push(Pairing {
                    game: new_id(),
                    first,
                    second,
                    why: String::new(),
                    is_forced: false,
                });
            }
            (Some(entry), None) | (None, Some(entry)) => {
                table.byes.push(RoundBye::new(entry, ByeKind::Pairing));
            }
            (None, None) => {}
        }
    }
    table
}

fn choose(story: &mut Vec<Command>, game: GameId, numbers: &mut Numbers) {
    let mut face = || u8::try_from(numbers.below(6) + 1).unwrap();
    let casts = [(CastPurpose::Deployment, vec![face()]), (CastPurpose::Tiger, vec![face(), face()])];
    story.push(ChoiceCommand::AnswerChoice { game, answer: Answer::Agreed(false), asked: None }.into());
    for (purpose, faces) in casts {
        story.push(
            ChoiceCommand::EnterCast { game, cast: new_id(), purpose, faces, confirmed: [true, true] }.into(),
        );
    }
}

fn result(game: GameKind, numbers: &mut Numbers) -> ResultEntry {
    let winner = match numbers.below(10) {
        0..=4 => Some(Seat::First),
        5..=7 => Some(Seat::Second),
        _ => None,
    };
    let won: &[Ending] = match game {
        GameKind::Dragon => &[Ending::LockingUp, Ending::DirectCapture, Ending::Planting, Ending::Time],
        GameKind::Dance => &[Ending::KingCaptured, Ending::FiveFortresses],
        GameKind::LancerChess | GameKind::TigerChess => {
            &[Ending::Checkmate, Ending::Concession(None), Ending::Time]
        }
    };
    let ending = match winner {
        Some(_) => won[numbers.below(won.len())],
        None => Ending::Agreement,
    };
    ResultEntry::plain(winner, ending)
}
