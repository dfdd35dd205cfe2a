//! `/events/{slug}/settings/ties`: ties of the final standings that a play-off or lots settle.

use tiger_arbiter::services::standings::EventStandings;
use tiger_event::awards::Sharing;
use tiger_event::prizes::Currency;
use tiger_event::{
    AwardCommand, Cents, EntryId, Event, EventCommand, EventId, Format, PrizeList, Prizes, ResultCommand,
    ResultEntry, RoundCommand, Settling,
};
use tiger_rules::Ending;

use crate::rig::{Answer, Browser, TestApp, on_both_databases, on_sqlite};

const TIES: &str = "/events/open/settings/ties";

on_both_databases!(a_play_off_orders_whom_nothing_parts_and_everybody_reads_why);
on_sqlite!(
    what_is_no_tie_is_refused_with_what_was_typed,
    prizes_that_everybody_sees_change_after_a_look,
    prizes_are_seen_before_what_settled_them_is_taken_back,
    how_a_tie_was_settled_names_nobody_who_is_erased
);

/// Two games, both drawn: nothing parts the four players.
struct Hall<'a> {
    app: &'a TestApp,
    event: EventId,
    players: Vec<EntryId>,
    tessa: Browser,
}

impl<'a> Hall<'a> {
    fn new(app: &'a TestApp) -> Self {
        let (chief, tessa) = app.sign_in("tessa");
        let event = app.add_event_with("open", chief, |settings| {
            (settings.format, settings.rounds) = (Format::Free, 1);
        });
        let players = app.add_entries(event, &["Ash, Rowan", "Birch, Silver", "Elm, Wych", "Oak, Holm"]);
        app.commit(event, EventCommand::ShowEvent { is_public: true });
        for game in app.publish_pairs(event, &players) {
            let result = ResultEntry::plain(None, Ending::Agreement);
            app.commit(event, ResultCommand::EnterResult { game, result, seen: 0 });
        }
        Self { app, event, players, tessa }
    }

    fn close(&self) {
        self.app.commit(self.event, RoundCommand::CloseRound { round: 1 });
    }

    /// Sends the form with what it has to say of itself.
    fn send(&self, fields: &[(&str, &str)]) -> Answer {
        let page = self.tessa.get(TIES).expect_status(200);
        let hidden = ["idempotency_key", "version"].map(|name| (name, page.hidden(name).unwrap()));
        let hidden = hidden.iter().map(|(name, value)| (*name, value.as_str()));
        self.tessa.post_form(TIES, &hidden.chain(fields.iter().copied()).collect::<Vec<_>>())
    }

    /// Publishes a list of one prize.
    fn publish(&self) {
        let lists = vec![PrizeList { category: None, amounts: vec![Cents(5000)], sharing: Sharing::ByPlace }];
        let prizes = Prizes {
            currency: Currency::parse("EUR").unwrap(),
            entry_fee: Cents::NONE,
            fund: None,
            is_one_each: true,
            takes_withdrawn: false,
            lists,
        };
        self.app.commit(self.event, AwardCommand::SetPrizes { prizes: Some(prizes), seen: 0 });
        self.app.commit(self.event, AwardCommand::PublishPrizes { is_public: true });
    }

    fn event(&self) -> Event {
        Event::clone(&self.app.state().ledger.event(self.event).unwrap())
    }

    /// Number and place of each, the first one first.
    fn places(&self) -> Vec<(u16, u32)> {
        let standings = EventStandings::of(&self.event(), None).unwrap();
        standings.lines.iter().map(|line| (line.number, line.row.rank)).collect()
    }
}

fn a_play_off_orders_whom_nothing_parts_and_everybody_reads_why(app: &TestApp) {
    let hall = Hall::new(app);
    hall.tessa.get(TIES).expect_text("Round 1 is not closed yet.").expect_no_text("Save ties");
    hall.close();
    assert_eq!(hall.places(), [(1, 1), (2, 1), (3, 1), (4, 1)]);
    hall.tessa.get(TIES).expect_text("Save ties").expect_text("Wych");
    let first =
        [("tie_0_players", "3, 1 4 2"), ("tie_0_by", "play_off"), ("tie_0_reason", "2 : 0 in rapid games")];
    hall.send(&first).expect_redirect(TIES);
    assert_eq!(hall.places(), [(3, 1), (1, 2), (4, 3), (2, 4)]);
    assert_eq!(hall.event().settled_ties[0].by, Settling::PlayOff);
    let told = "by play-off (2 : 0 in rapid games): Elm, Wych, then Ash, Rowan";
    app.visitor().get("/events/open/standings").expect_text(&format!("Settled {told}"));
    hall.tessa.get("/events/open/ledger").expect_text(told);
    hall.tessa.get(TIES).expect_text("value=\"3, 1, 4, 2\"");
    let report = app.visitor().get("/events/open/event.trf").expect_status(200).body;
    assert!(report.contains(&format!("### Tie settled {told}")), "{report}");
    let ranks: Vec<_> =
        report.lines().filter(|line| line.starts_with("001")).map(|line| line[84..89].trim()).collect();
    assert_eq!(ranks, ["2", "4", "1", "3"]);
    // Each cell of the cross-table still leads to whom it names.
    let standings = EventStandings::of(&hall.event(), None).unwrap();
    for line in &standings.lines {
        for cell in &line.row.results {
            let row = &standings.lines[cell.opponent_row.unwrap()];
            assert_eq!(Some(row.row.player), cell.opponent);
        }
    }
    // Opened again, nothing is settled until it is closed; who is level no more is ordered by points.
    let reason = tiger_event::Reason::parse("a wrong result").unwrap();
    app.commit(hall.event, RoundCommand::ReopenRound { round: 1, reason });
    assert_eq!(hall.places()[0], (1, 1));
    hall.close();
    assert_eq!(hall.places()[0], (3, 1));
    assert!(app.state().ledger.verify(hall.event).unwrap().faults.is_empty());
    // It is taken out by emptying it.
    hall.send(&[("tie_0_players", ""), ("tie_0_by", "lots"), ("tie_0_reason", "")]).expect_redirect(TIES);
    assert_eq!(hall.places(), [(1, 1), (2, 1), (3, 1), (4, 1)]);
}

fn what_is_no_tie_is_refused_with_what_was_typed(app: &TestApp) {
    let hall = Hall::new(app);
    let game = hall.event().games_of(1)[0].id;
    let (result, seen) = (ResultEntry::plain(Some(tiger_event::Seat::First), Ending::Checkmate), u64::MAX);
    app.commit(hall.event, ResultCommand::EnterResult { game, result, seen });
    hall.close();
    assert_eq!(hall.players.len(), 4);
    let send = |players: &str, reason: &str| {
        hall.send(&[("tie_0_players", players), ("tie_0_by", "lots"), ("tie_0_reason", reason)])
    };
    let level = "level on points and stand together";
    send("1, 3", "drawn").expect_status(422).expect_text(level).expect_text("value=\"1, 3\"");
    send("3", "drawn").expect_status(422);
    send("3, 9", "drawn").expect_status(422).expect_text("There is no player with the number 9.");
    send("4, 3", "").expect_status(422).expect_text("value=\"4, 3\"");
    send("4, 3", "drawn from a hat").expect_redirect(TIES);
    assert_eq!(hall.places(), [(1, 1), (4, 2), (3, 3), (2, 4)]);
    app.visitor().get(TIES).expect_status(303);
    app.visitor().get("/events/open").expect_no_text("settings/ties");
}

fn how_a_tie_was_settled_names_nobody_who_is_erased(app: &TestApp) {
    let hall = Hall::new(app);
    hall.close();
    let why = ("tie_0_reason", "Ash beat Birch, who came late");
    hall.send(&[("tie_0_players", "1 2 3 4"), ("tie_0_by", "play_off"), why]).expect_redirect(TIES);
    let reason = tiger_event::Reason::parse("She asked for it.").unwrap();
    app.state().ledger.erase(&tiger_event::Actor::Program, (hall.event, hall.players[1]), &reason).unwrap();
    for page in ["standings", "event.trf", "ledger"] {
        let shown = hall.tessa.get(&format!("/events/open/{page}")).expect_status(200);
        shown.expect_no_text("Birch").expect_text("Ash, Rowan");
    }
    assert_eq!(hall.event().settled_ties[0].reason.to_string(), "(erased)");
}

fn prizes_are_seen_before_what_settled_them_is_taken_back(app: &TestApp) {
    let hall = Hall::new(app);
    hall.close();
    let tie = [("tie_0_players", "3 1 4 2"), ("tie_0_by", "lots"), ("tie_0_reason", "drawn from a hat")];
    hall.send(&tie).expect_redirect(TIES);
    let entry = hall.event().version;
    hall.publish();
    let path = format!("/events/open/ledger/{entry}/take-back");
    let once = tiger_arbiter::ledger::OnceKey::new().to_string();
    let form = [("reason", "The wrong hat."), ("idempotency_key", &*once)];
    let asked = hall.tessa.post_form(&path, &form).expect_status(200).expect_text("Confirm the prizes");
    assert_eq!(hall.places()[0], (3, 1));
    let confirmed = asked.confirmation().unwrap();
    hall.tessa
        .post_form(&path, &[&form[..], &[("confirmed", &confirmed)]].concat())
        .expect_redirect("/events/open/ledger");
    assert_eq!(hall.places()[0], (1, 1));
}

fn prizes_that_everybody_sees_change_after_a_look(app: &TestApp) {
    let hall = Hall::new(app);
    hall.close();
    hall.publish();
    app.visitor().get("/events/open/prizes").expect_text("12.50");
    let tie = [("tie_0_players", "3 1 4 2"), ("tie_0_by", "lots"), ("tie_0_reason", "drawn from a hat")];
    let asked = hall.send(&tie).expect_status(200).expect_text("Elm, Wych 50.00 EUR");
    app.visitor().get("/events/open/prizes").expect_text("12.50");
    let confirmed = asked.confirmation().unwrap();
    hall.send(&[&tie[..], &[("confirmed", &confirmed)]].concat()).expect_redirect(TIES);
    app.visitor().get("/events/open/prizes").expect_text("50.00").expect_no_text("12.50");
}
