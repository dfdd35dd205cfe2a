//! An event of one game in which everything happens that can: to be frozen.

mod appeals;
mod awards;
mod beginnings;
mod dice;
mod ending;
mod leaving;
mod records;
mod times;
mod wishes;

use chrono::NaiveDate;
use tiger_arbiter::clock::new_id;
use tiger_arbiter::services::records::compare::with_others;
use tiger_arbiter::services::records::examine;
use tiger_event::board_file::BoardFile;
use tiger_event::command::{AnnouncementCommand, OfferCommand, UndoCommand};
use tiger_event::possible_result::possible_results;
use tiger_event::protocol::{ClaimFinding, Offer, Phase};
use tiger_event::record::Beside;
use tiger_event::registration::{AcceptedRegistration, RegistrationTerms, RequestedBye};
use tiger_event::{
    Actor, Article, Attendance, ByeKind, Bytes32, ClaimCommand, ClaimKind, Command, Departure, EntryCommand,
    EntryDetails, EntryId, Event, EventCommand, Evidence, ForbiddenCommand, Format, Game, GameId,
    IncidentKind, Label, LegalMoves, Meta, NewEntry, Note, NoteCommand, Pairing, PersonName, Reason,
    RecordCommand, RecordText, RegistrationCommand, ResultCommand, RoundBye, RoundCommand, Seat, Seated,
    Settings, Speaker, StaffRole, Table,
};
use tiger_pairing::tiebreak::TieBreak;
use tiger_rules::dance::Board;
use tiger_rules::{ClockSettings, GameKind, GamePoints, InLieu};

use crate::laws::history;

/// A secret of the program's dice: the same byte throughout.
pub(super) const SECRET: Bytes32 = Bytes32([7; 32]);

/// What came of it: who gave which command.
pub(super) struct Story {
    event: Event,
    chief: Actor,
    pub(super) told: Vec<(Meta, Command)>,
    /// Records that were handed in.
    pub(super) texts: Vec<RecordText>,
}

fn user(name: &str) -> Actor {
    Actor::User { id: new_id(), name: name.to_owned(), is_admin: name == "Admin" }
}

fn player(name: &str, rating: u16) -> NewEntry {
    let details = EntryDetails {
        name: PersonName::parse(name).unwrap(),
        club: Label::parse_optional(if rating > 0 { "Merridon" } else { "" }).unwrap(),
        federation: Label::parse_optional(if rating > 0 { "MER" } else { "" }).unwrap(),
        rating: (rating > 0).then_some(rating),
        identity: tiger_event::identity::Identity::default(),
        office: tiger_event::office::Office::default(),
    };
    NewEntry { id: new_id(), details, first_round: 1 }
}

pub(super) fn tell(kind: GameKind, format: Format) -> Story {
    let Command::Event(EventCommand::CreateEvent { event, slug, mut settings, .. }) = history::create()
    else {
        unreachable!()
    };
    let chief = user("Chief, A.");
    (settings.game, settings.format, settings.clock) = (kind, format, ClockSettings::standard(kind));
    let (chief_id, chief_name) = (chief.user().unwrap(), PersonName::parse(chief.name()).unwrap());
    let create = EventCommand::CreateEvent { event, slug, settings, chief: chief_id, chief_name }.into();
    let meta = Meta { by: chief.clone(), ..history::meta(1) };
    let event = Event::create(&meta, &create).unwrap();
    let mut story = Story { event, chief, told: vec![(meta, create)], texts: Vec::new() };
    story.taken_up();
    story.staff();
    story.entries();
    story.times();
    story.awards();
    story.rounds();
    let games: Vec<_> = story.event.games_of(1).iter().map(|game| game.id).collect();
    story.choices(games[0], games[1]);
    story.beginnings(games[0]);
    story.table(games[0]);
    story.results(games[0], games[1]);
    story.appeals(games[0]);
    story.leaving(story.game(games[0]).first, story.game(games[1]).second);
    story.end(&games);
    if kind == GameKind::LancerChess {
        story.against_a_flag(story.event.games_of(2)[0].id);
    }
    story
}

impl Story {
    /// Gives a command; one that this game or format refuses is left out.
    fn give_as(&mut self, by: &Actor, command: impl Into<Command>) -> bool {
        let command = command.into();
        let meta = Meta { by: by.clone(), ..history::meta(self.event.version + 1) };
        let Ok(event) = self.event.clone().given(&meta, &command) else { return false };
        self.event = event;
        self.told.push((meta, command));
        true
    }

    fn give(&mut self, command: impl Into<Command>) -> bool {
        let chief = self.chief.clone();
        self.give_as(&chief, command)
    }

    fn game(&self, id: GameId) -> &Game {
        self.event.game(id).unwrap()
    }

    fn undo(&mut self, game: GameId) {
        if let Some(step) = self.game(game).last.as_ref().map(|last| last.step) {
            self.give(UndoCommand::UndoStep { game, step });
        }
    }

    /// Who speaks for a player of a game.
    fn hand(&self, game: GameId, seat: Seat) -> Actor {
        let entry = self.event.entry(self.game(game).player(seat)).unwrap();
        let Speaker::Taken { user } = entry.speaker else { return self.chief.clone() };
        Actor::User { id: user, name: entry.details.name.to_string(), is_admin: false }
    }

    fn staff(&mut self) {
        let (arbiter, second) = (user("Arbiter, B."), user("Second, C."));
        for (actor, role) in [(&arbiter, StaffRole::Arbiter), (&second, StaffRole::Chief)] {
            let (user, name) = (actor.user().unwrap(), PersonName::parse(actor.name()).unwrap());
            self.give(EventCommand::AppointStaff { user, name, role });
        }
        for text in [Note::parse("The buses leave at 18:00.").ok(), None] {
            self.give(AnnouncementCommand::Announce { text });
        }
        self.give(EventCommand::DismissStaff { user: second.user().unwrap() });
        self.give_as(&user("Admin"), EventCommand::ShowEvent { is_public: true });
        self.give(EventCommand::ShowEvent { is_public: false });
        self.give_as(&Actor::Program, EventCommand::ShowEvent { is_public: true });
        let tie_breaks = ["DE", "WIN", "SB", "GV"].map(|code| code.parse::<TieBreak>().unwrap()).to_vec();
        let mut settings = Settings {
            venue: Label::parse_optional("Guildhall").unwrap(),
            time_zone: chrono_tz::Europe::London,
            is_accelerated: self.event.settings.format == Format::Swiss,
            tie_breaks,
            ..self.event.settings.clone()
        };
        if settings.game == GameKind::Dance {
            settings.board_file =
                BoardFile::parse_optional(&Board::standard_text().replace("Fb2", "Hb2")).unwrap();
        }
        self.give(EventCommand::change_settings(settings.clone(), 1));
        for (legal_moves, live_delay) in [(LegalMoves::None, Some(15)), (LegalMoves::Open, Some(0))] {
            let settings = Settings { legal_moves, live_delay, ..settings.clone() };
            self.give(EventCommand::change_settings(settings, u64::MAX));
        }
    }

    fn entries(&mut self) {
        let names =
            ["Ash, A.", "Birch, B.", "Cedar, C.", "Dorn, D.", "Elm, E.", "Fir, F.", "Gorse, G.", "Hazel, H."];
        let entries: Vec<_> = (0..).zip(names).map(|(i, name)| player(name, i * 100)).collect();
        let ids: Vec<_> = entries.iter().map(|entry| entry.id).collect();
        self.give(EntryCommand::AddEntries { entries });
        let details = player("Ashton, A.", 2100).details;
        let seen = self.event.entry(ids[0]).unwrap().revision;
        self.give(EntryCommand::ChangeEntry { entry: ids[0], details, seen });
        self.give(EntryCommand::RemoveEntry { entry: ids[7] });
        self.give(EntryCommand::NumberEntries { order: ids[..7].iter().rev().copied().collect() });
        self.give(EntryCommand::CheckIn { entries: ids[..6].to_vec(), is_present: true });
        self.give(EntryCommand::CheckIn { entries: vec![ids[5]], is_present: false });
        self.give(EntryCommand::Withdraw { entry: ids[6], from_round: 1, leaving: None });
        self.give(EntryCommand::Reinstate { entry: ids[6], from_round: 2 });
        self.give(EntryCommand::RestoreEntry {
            entry: ids[6],
            attendance: Attendance::Withdrawn {
                from_round: 1,
                is_present: false,
                games: Departure::default(),
            },
            byes: vec![(1, Some(ByeKind::HalfPoint)), (2, None)],
            reason: Reason::parse("Not yet.").unwrap(),
        });
        self.give(EntryCommand::Reinstate { entry: ids[6], from_round: 2 });
        for (round, kind) in
            (2..).zip([Some(ByeKind::HalfPoint), Some(ByeKind::ZeroPoint), Some(ByeKind::FullPoint), None])
        {
            self.give(EntryCommand::RequestBye { entry: ids[0], round: round.min(4), kind });
        }
        for (entry, kind) in ids[4..7].iter().zip(ByeKind::REQUESTABLE) {
            self.give(EntryCommand::RequestBye { entry: *entry, round: 1, kind: Some(kind) });
        }
        self.claims(&ids);
        self.wishes(&ids);
        self.registration();
        let group = new_id();
        self.give(ForbiddenCommand::ForbidPairs {
            group,
            players: ids[2..5].to_vec(),
            first_round: 1,
            last_round: Some(2),
        });
        self.give(ForbiddenCommand::LiftForbidden { group });
        self.give(ForbiddenCommand::ForbidPairs {
            group: new_id(),
            players: ids[..2].to_vec(),
            first_round: 2,
            last_round: None,
        });
    }

    fn claims(&mut self, ids: &[EntryId]) {
        for (number, entry) in (0..).zip(&ids[..5]) {
            let token = Bytes32::digest(&[number]);
            self.give(EntryCommand::InviteSpeaker { entry: *entry, token, stays: true });
            let somebody = user("Somebody");
            let user = somebody.user().unwrap();
            self.give_as(&somebody, EntryCommand::BecomeSpeaker { entry: *entry, user, token });
        }
        // A newer link is made for one who is known: it ends nobody's right before it is opened.
        self.give(EntryCommand::InviteSpeaker { entry: ids[0], token: SECRET, stays: true });
        self.give(EntryCommand::DismissSpeaker { entry: ids[4] });
    }

    fn registration(&mut self) {
        let terms = RegistrationTerms {
            closes_at: NaiveDate::from_ymd_opt(2026, 11, 30).unwrap().and_hms_opt(18, 0, 0).unwrap(),
            places: Some(40),
            takes_byes: true,
        };
        self.give(RegistrationCommand::SetRegistration { terms: Some(terms.clone()), seen: 0 });
        self.give(RegistrationCommand::SetRegistration { terms: None, seen: u64::MAX });
        let terms = Some(RegistrationTerms { places: None, ..terms });
        self.give(RegistrationCommand::SetRegistration { terms, seen: u64::MAX });
        let user = new_id();
        let speakers = [Speaker::None, Speaker::Offered { token: SECRET }, Speaker::Taken { user }];
        let one = |(speaker, name): (Speaker, &str)| AcceptedRegistration {
            registration: new_id(),
            entry: player(name, 1500),
            byes: vec![RequestedBye { round: 2, kind: ByeKind::ZeroPoint }],
            speaker,
        };
        let accepted: Vec<_> =
            speakers.into_iter().zip(["Ivy, I.", "Juniper, J.", "Kapok, K."]).map(one).collect();
        if !self.give(RegistrationCommand::AcceptRegistrations { accepted: accepted.clone() }) {
            let without = |one| AcceptedRegistration { byes: Vec::new(), ..one };
            let accepted = accepted.into_iter().map(without).collect();
            self.give(RegistrationCommand::AcceptRegistrations { accepted });
        }
    }

    /// Neighbours play each other; who asked for a bye has it, and who is left has one too.
    fn pairs(&self, round: u16) -> Table {
        let entries = self.event.entries_by_number();
        let (playing, others): (Vec<_>, Vec<_>) =
            entries.into_iter().filter(|entry| entry.is_in(round)).partition(|entry| entry.plays_in(round));
        let mut byes: Vec<_> =
            others.iter().map(|entry| RoundBye::new(entry.id, entry.byes[&round])).collect();
        let (pairs, rest) = playing.as_chunks::<2>();
        byes.extend(rest.iter().map(|entry| RoundBye::new(entry.id, ByeKind::Pairing)));
        let board = |[first, second]: &[&tiger_event::entry::Entry; 2]| Pairing {
            game: new_id(),
            first: first.id,
            second: second.id,
            why: "They are neighbours.".to_owned(),
            is_forced: first.number == 1,
        };
        Table { boards: pairs.iter().map(board).collect(), byes, ..Table::default() }
    }

    fn rounds(&mut self) {
        let system = self.event.settings.format;
        let is_tiger = self.event.settings.game == GameKind::TigerChess;
        let side = if is_tiger { Seat::First } else { Seat::Second };
        self.give(RoundCommand::DrawFirstSide { side });
        let (table, round) = (self.pairs(1), 1);
        self.give(RoundCommand::DraftRound { round, system, table: table.clone() });
        self.give(RoundCommand::DiscardDraft { round });
        self.give(RoundCommand::DraftRound { round, system, table: table.clone() });
        let mut changed = table.clone();
        let pair = changed.boards.pop().unwrap();
        changed.unpaired = vec![pair.first, pair.second];
        self.give(RoundCommand::ChangeDraft { round, table: changed, seen: u64::MAX });
        self.give(RoundCommand::ChangeDraft { round, table, seen: u64::MAX });
        self.give(RoundCommand::PublishRound { round, seen: u64::MAX });
        self.give(RoundCommand::UnpublishRound { round, reason: history::reason() });
        self.give(RoundCommand::PublishRound { round, seen: u64::MAX });
        let table = self.event.round(round).unwrap().table.clone();
        let (pair, board) = (table.boards.last().unwrap(), u16::try_from(table.boards.len()).unwrap());
        for (first, second) in [(pair.second, pair.first), (pair.first, pair.second)] {
            let boards = vec![Seated { board, game: new_id(), first, second }];
            let (byes, reason) = (Some(table.byes.clone()), history::reason());
            self.give(RoundCommand::ChangeBoards { round, boards, byes, seen: u64::MAX, reason });
        }
        let settings = Settings { first_board: 31, ..self.event.settings.clone() };
        self.give(EventCommand::change_settings(settings, u64::MAX));
    }

    /// Offers, claims, consultations, incidents and flags; what ends the game is undone.
    fn table(&mut self, game: GameId) {
        let flag = |player, phase, bearer_captured, planting_inevitable| {
            Command::Note(NoteCommand::FlagFallen {
                game,
                player,
                phase,
                bearer_captured,
                planting_inevitable,
                seen: u64::MAX,
            })
        };
        self.give(flag(Seat::Second, Phase::Deployment, false, false));
        self.give(NoteCommand::BeginEngagement { game });
        for offer in all_offers() {
            for (player, is_accepted) in [(Seat::First, false), (Seat::Second, true)] {
                let (hand, opponent) = (self.hand(game, player), self.hand(game, player.other()));
                if self.give_as(&hand, OfferCommand::MakeOffer { game, player, offer }) {
                    let offer = self.event.version;
                    let answer = |is_accepted| OfferCommand::AnswerOffer { game, offer, is_accepted };
                    if !self.give_as(&opponent, answer(is_accepted)) {
                        self.undo(game);
                    } else if is_accepted {
                        self.undo(game);
                        self.give_as(&opponent, answer(false));
                    }
                }
            }
        }
        self.claims_at(game);
        for turn in [None, Some(Seat::First)] {
            self.give(NoteCommand::ConsultSeer { game, player: Seat::First, turn });
        }
        self.give(NoteCommand::ConsultSeer { game, player: Seat::Second, turn: Some(Seat::Second) });
        for (kind, player) in IncidentKind::ALL
            .into_iter()
            .zip([None, Some(Seat::First), Some(Seat::Second)].into_iter().cycle())
        {
            let article = player.map(|_| Article::parse("article 4").unwrap());
            let (words, minutes) = (history::reason(), if player.is_some() { 0 } else { 12 });
            self.give(NoteCommand::NoteIncident { game, kind, player, words, article, minutes });
        }
        for circumstances in [(false, false), (true, false), (false, true)] {
            if self.give(flag(Seat::First, Phase::Engagement, circumstances.0, circumstances.1)) {
                self.give(NoteCommand::DoubtFlag { game, player: Seat::First, press: 7 });
                let hand = self.hand(game, Seat::Second);
                self.give_as(
                    &hand,
                    OfferCommand::MakeOffer { game, player: Seat::Second, offer: Offer::InevitablePlanting },
                );
                self.undo(game);
            }
            self.give(ResultCommand::ClearResult { game, reason: history::reason(), seen: u64::MAX });
        }
        for (offender, halves) in [(Some(Seat::First), 6), (Some(Seat::Second), 0), (None, 0)] {
            self.give(ResultCommand::Disqualify {
                ruling: new_id(),
                game,
                offender,
                awarded: GamePoints::from_halves(halves),
                reason: history::reason(),
                article: Article::parse_optional("rule 9").unwrap(),
                seen: u64::MAX,
            });
            self.undo(game);
        }
    }

    fn claims_at(&mut self, game: GameId) {
        let finding = |evidence, count| Some(ClaimFinding { evidence, plies: 41, count, needed: 3 });
        let record = Evidence::Record { record: new_id() };
        for (kind, found) in [
            (ClaimKind::Repetition, finding(Evidence::Scoresheet, 3)),
            (ClaimKind::Repetition, finding(record, 2)),
            (ClaimKind::FiftyMoves, None),
            (ClaimKind::Flag, None),
            (ClaimKind::Call, None),
        ] {
            let hand = self.hand(game, Seat::First);
            self.give_as(
                &hand,
                ClaimCommand::MakeClaim { game, player: Some(Seat::First), kind, finding: found },
            );
            let claim = self.event.version;
            let holds = kind == ClaimKind::Call || found.is_some_and(|found| found.holds());
            let reason = (!holds).then(history::reason);
            self.give(ClaimCommand::JudgeClaim { game, claim, is_granted: holds, finding: found, reason });
            if holds && found.is_some() {
                self.undo(game);
                let reason = Some(history::reason());
                self.give(ClaimCommand::JudgeClaim {
                    game,
                    claim,
                    is_granted: false,
                    finding: found,
                    reason,
                });
            }
        }
        self.give(ClaimCommand::MakeClaim { game, player: None, kind: ClaimKind::FiftyMoves, finding: None });
    }

    fn results(&mut self, one: GameId, other: GameId) {
        let variation = self.game(one).variation(self.event.settings.game).unwrap();
        let table = self.event.settings.points;
        for possible in possible_results(variation, &table).into_iter().flat_map(|group| group.results) {
            let mut result = possible.entry;
            if !self.give(ResultCommand::EnterResult { game: one, result, seen: u64::MAX }) {
                result.awarded = Some([GamePoints::whole(2), GamePoints::whole(1)]);
                self.give(ResultCommand::EnterResult { game: one, result, seen: u64::MAX });
            }
        }
        let reason = history::reason;
        self.give(ResultCommand::ClearResult { game: one, reason: reason(), seen: u64::MAX });
        self.give(ResultCommand::Adjourn { game: one, reason: Some(reason()) });
        self.give(ResultCommand::Adjourn { game: one, reason: None });
        let endings = possible_results(variation, &table)
            .into_iter()
            .flat_map(|group| group.results)
            .filter(|possible| possible.points.is_some());
        let results: Vec<_> = endings.map(|possible| possible.entry).take(2).collect();
        for (player, result) in [(Seat::First, 0), (Seat::Second, 1), (Seat::Second, 0)] {
            let hand = self.hand(other, player);
            let result = results[result];
            self.give_as(&hand, ResultCommand::ReportResult { game: other, player, result });
        }
        let hand = self.hand(other, Seat::Second);
        self.give_as(
            &hand,
            ResultCommand::DisputeResult { game: other, player: Seat::Second, words: reason() },
        );
        self.records(one);
        for (awarded, article) in
            [(None, None), (Some([GamePoints::ZERO, GamePoints::whole(3)]), Some("rule 4"))]
        {
            self.give(ResultCommand::Overrule {
                ruling: new_id(),
                game: other,
                result: tiger_event::result::ResultEntry { awarded, ..results[1] },
                reason: reason(),
                article: article.map(|article| Article::parse(article).unwrap()),
                seen: u64::MAX,
            });
        }
    }

    /// How a text lies beside the records of other hands.
    fn beside(&self, game: GameId, player: Option<Seat>, text: &str) -> Vec<Beside> {
        let others = self.game(game).newest_of_others(player).into_iter();
        let text_of = |digest| self.texts.iter().find(|text| text.digest() == digest);
        let others: Vec<_> =
            others.filter_map(|other| Some((other.id, text_of(other.digest)?.text.clone()))).collect();
        with_others(&self.event.settings.dance_board(), text, &others)
    }

    /// Hands in what the rules accept as a record of this game, and what they refuse.
    fn records(&mut self, game: GameId) {
        let kind = self.event.settings.game;
        let tags = format!("[Game \"{kind}\"]\n\n");
        let mut texts = vec![
            (None, format!("{tags}*\n")),
            (Some(Seat::First), format!("{tags}1. e9-e1 Draw\n")),
            (Some(Seat::Second), format!("{tags}Draw\n")),
        ];
        if kind == GameKind::LancerChess {
            // Two that are the same, and one that differs from them in a move.
            let names = "[Game \"LancerChess\"]\n[Bengal \"One\"]\n[Siberian \"Two\"]\n[Result \"Draw\"]\n\n";
            let moves = [(Seat::First, "E2-E4"), (Seat::Second, "E2-E4"), (Seat::Second, "D2-D4")];
            texts.extend(moves.map(|(player, one)| (Some(player), format!("{names}1. {one} E7-E5 Draw\n"))));
        }
        for (player, text) in texts {
            let Ok(mut findings) = examine(&self.event, self.game(game), &text) else { continue };
            findings.beside = self.beside(game, player, &text);
            let hand = player.map_or_else(|| self.chief.clone(), |player| self.hand(game, player));
            let text = RecordText::salted(text, SECRET);
            let digest = text.digest();
            let (record, findings) = (new_id(), Box::new(findings));
            assert!(
                self.give_as(&hand, RecordCommand::HandInRecord { game, record, player, digest, findings })
            );
            self.give(RecordCommand::UseRecord { game, record, seen: u64::MAX });
            self.texts.push(text);
        }
    }
}

fn all_offers() -> Vec<Offer> {
    let ways = [None, Some(InLieu::LockingUp), Some(InLieu::DirectCapture), Some(InLieu::Planting)];
    let concessions = ways.map(|in_lieu| Offer::Concession { in_lieu, bearer_captured: false });
    let mut offers = vec![Offer::Draw, Offer::Concession { in_lieu: None, bearer_captured: true }];
    offers.extend([true, false].map(|against_himself| Offer::InevitableCheckmate { against_himself }));
    offers.extend(concessions);
    offers
}
