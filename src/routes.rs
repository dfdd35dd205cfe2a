//! Every address of the app in one table, an area a function.
//!
//! To add an area: a function here, its call in [`configure`], its handlers under `handlers/<area>`.

use actix_web::http::Method;
use actix_web::web::{self, Path, ServiceConfig, resource};
use actix_web::{HttpRequest, Resource};

use crate::handlers::{
    about, accounts, alerts, api, appearance, assets, clocks, entries, festivals, health, help, ledger,
    papers, precedents, programs, public, registrations, room, rounds, rules, setup, take_back, what_if,
};
use crate::publish::{HallShow, View};

/// Mounts every area.
pub fn configure(app: &mut ServiceConfig) {
    // First what two thousand phones ask for: the table is searched from its head, at half a microsecond a line.
    app.configure(public_pages);
    app.configure(machine);
    app.configure(interface);
    app.configure(arbiters_programs);
    app.configure(lists);
    app.configure(festival);
    app.configure(everybody);
    app.configure(program);
    app.configure(people);
    app.configure(event_setup);
    app.configure(entry_list);
    app.configure(registration);
    app.configure(game_room);
    app.configure(game_clocks);
    app.configure(game_steps);
    app.configure(event_ledger);
    app.configure(arbiters_day);
    // Last, because `/events/{slug}` would take `/events/new` too.
    app.service(view("/events/{slug}", View::Overview));
}

/// What browsers and monitors ask for by themselves.
fn machine(app: &mut ServiceConfig) {
    app.service(resource("/health").get(health::show))
        .service(resource("/ready").get(health::ready))
        .service(resource("/static/{path:.*}").get(assets::show));
}

/// What other programs read.
fn interface(app: &mut ServiceConfig) {
    // A page of another site asks first what it may ask.
    let asked_first = || web::method(Method::OPTIONS).to(api::may_ask);
    let part = |path: &str| resource(path).route(asked_first());
    app.service(part("/api/v1").get(api::root))
        .service(part("/api/v1/openapi.json").get(api::description))
        .service(part("/api/v1/events").get(api::events))
        .service(part("/api/v1/events/{slug}").get(api::event))
        .service(part("/api/v1/events/{slug}/entries").get(api::entries))
        .service(part("/api/v1/events/{slug}/rounds").get(api::rounds))
        .service(part("/api/v1/events/{slug}/rounds/{round}").get(api::round))
        .service(part("/api/v1/events/{slug}/standings").get(api::standings))
        .service(part("/api/v1/events/{slug}/games").get(api::games))
        .service(part("/api/v1/events/{slug}/games/{game}").get(api::game))
        .service(part("/api/v1/events/{slug}/rulings").get(api::rulings))
        .service(part("/api/v1/ratings/{kind}").get(api::ratings));
}

/// What other programs do for arbiters; pages of other sites may not.
fn arbiters_programs(app: &mut ServiceConfig) {
    app.service(resource("/api/v1/events/{slug}/desk").get(programs::desk))
        .service(resource("/api/v1/events/{slug}/commands").post(programs::command))
        .service(resource("/api/v1/events/{slug}/draft").post(programs::draft))
        .service(resource("/api/v1/events/{slug}/games/{game}/records").post(programs::record));
}

/// What the program says of itself, and how it looks.
fn program(app: &mut ServiceConfig) {
    app.service(resource("/about").get(about::show))
        .service(resource("/help").get(help::index))
        .service(resource("/help/{chapter}").get(help::chapter))
        .service(resource("/rules").get(rules::index))
        .service(resource("/rules/{game}").get(rules::rulings))
        .service(resource("/rules/{game}/forces").get(rules::forces))
        .service(resource("/precedents").get(precedents::show))
        .service(resource("/appearance").get(appearance::show).post(appearance::choose));
}

/// The front page and the list of all events.
fn lists(app: &mut ServiceConfig) {
    app.service(resource("/").get(public::home::front)).service(resource("/events").get(public::home::list));
}

/// The people of all events and their ratings; arbiters say who is who.
fn everybody(app: &mut ServiceConfig) {
    use public::{explorer, people};
    app.service(resource("/players").get(people::list))
        .service(resource("/players/proposals").get(people::proposals))
        .service(resource("/players/merge").post(people::merged))
        .service(resource("/players/split").post(people::split))
        .service(resource("/players/different").post(people::different))
        .service(resource("/players/{person}").get(people::person))
        .service(resource("/players/{person}/merge").get(people::merge))
        .service(resource("/players/{person}/ratings/{kind}").get(people::working))
        .service(resource("/explorer").get(explorer::index))
        .service(resource("/explorer/{kind}").get(explorer::game))
        .service(resource("/explorer/games/{game}/{ply}").get(explorer::position))
        .service(resource("/ratings").get(people::ratings_index))
        .service(resource("/ratings/{kind}").get(people::ratings));
}

/// Several events under one roof.
fn festival(app: &mut ServiceConfig) {
    app.service(resource("/festivals").get(festivals::list))
        .service(resource("/festivals/new").get(festivals::new).post(festivals::make))
        .service(resource("/festivals/{slug}").get(festivals::show))
        .service(resource("/festivals/{slug}/players").get(festivals::players))
        .service(resource("/festivals/{slug}/desk").get(festivals::desk))
        .service(resource("/festivals/{slug}/name").post(festivals::rename))
        .service(resource("/festivals/{slug}/delete").post(festivals::delete))
        .service(resource("/festivals/{slug}/sections").post(festivals::add))
        .service(resource("/festivals/{slug}/sections/take").post(festivals::take))
        .service(resource("/festivals/{slug}/hall/{number}").get(festivals::hall))
        .service(resource("/festivals/{slug}/copy").get(festivals::choose).post(festivals::copy))
        .service(resource("/festivals/{slug}/number").post(festivals::number));
}

/// A page or file of an event that everybody may read.
fn view(path: &str, view: View) -> Resource {
    resource(path).get(move |request: HttpRequest| async move { public::show(&request, view).await })
}

/// The same of a round, a player or a category, by the number in the address.
fn numbered(path: &str, view: fn(u16) -> View) -> Resource {
    resource(path).get(move |request: HttpRequest, path: Path<(String, u16)>| async move {
        public::show(&request, view(path.1)).await
    })
}

/// What everybody may read of an event beside its front page.
fn public_pages(app: &mut ServiceConfig) {
    use public::{analysis, event, game, live, moves};
    // The front page stands last of all, and the cross table asks for more than its address.
    let is_here = |(path, view): &(&str, View)| !path.is_empty() && !matches!(view, View::CrossTable(_));
    for (path, of) in View::PLAIN.into_iter().filter(is_here) {
        app.service(view(&format!("/events/{{slug}}{path}"), of));
    }
    app.service(resource("/events/{slug}/live").get(live::watch))
        .service(numbered("/events/{slug}/rounds/{round}", View::Round))
        .service(resource("/events/{slug}/rounds/{round}/print/{sheet}").get(event::sheet))
        .service(numbered("/events/{slug}/standings/{round}", |round| View::Standings(Some(round))))
        .service(numbered("/events/{slug}/categories/{place}", View::Category))
        .service(resource("/events/{slug}/crosstable").get(event::crosstable))
        .service(numbered("/events/{slug}/players/{number}.ics", View::PlayerIcs))
        .service(numbered("/events/{slug}/players/{number}", View::Player))
        .service(resource("/events/{slug}/games/{game}").get(game::show))
        .service(resource("/events/{slug}/games/{game}/embed").get(game::embed))
        .service(resource("/events/{slug}/games/{game}/analysis").get(analysis::show))
        .service(resource("/events/{slug}/games/{game}/board.svg").get(game::picture))
        .service(resource("/events/{slug}/games/{game}/moves").get(moves::follow))
        .service(view("/events/{slug}/hall", View::Hall(HallShow::ALL, 1)))
        .service(resource("/events/{slug}/hall/choose").get(event::choose_screen))
        .service(resource("/events/{slug}/hall/{show}/{page}").get(event::hall_screen));
}

/// Making an event, its settings, its arbiters.
fn event_setup(app: &mut ServiceConfig) {
    use setup::{
        appeals, categories, copy, delete, forbidden, from_paper, import, new, prizes, settings, staff, ties,
        timetable, webhooks,
    };
    app.service(resource("/events/new").get(new::show).post(new::create))
        .service(resource("/events/new/import").get(import::show).post(import::import))
        .service(resource("/events/new/import/preview").post(import::preview))
        .service(resource("/events/new/paper").get(from_paper::show).post(from_paper::read))
        .service(resource("/events/new/paper/take-up").post(from_paper::take_up))
        .service(resource("/events/{slug}/settings").get(settings::show).post(settings::save))
        .service(resource("/events/{slug}/settings/forbidden").get(forbidden::show).post(forbidden::forbid))
        .service(resource("/events/{slug}/settings/forbidden/together").post(forbidden::forbid_together))
        .service(resource("/events/{slug}/settings/forbidden/lift").post(forbidden::lift))
        .service(resource("/events/{slug}/settings/timetable").get(timetable::show).post(timetable::save))
        .service(resource("/events/{slug}/settings/categories").get(categories::show).post(categories::save))
        .service(resource("/events/{slug}/settings/ties").get(ties::show).post(ties::save))
        .service(resource("/events/{slug}/settings/prizes").get(prizes::show).post(prizes::save))
        .service(resource("/events/{slug}/settings/prizes/list").get(prizes::list))
        .service(resource("/events/{slug}/settings/prizes/publish").post(prizes::publish))
        .service(resource("/events/{slug}/settings/prizes/receipts").get(prizes::receipts))
        .service(resource("/events/{slug}/settings/webhooks").get(webhooks::show).post(webhooks::make))
        .service(resource("/events/{slug}/settings/webhooks/{hook}/send").post(webhooks::send))
        .service(resource("/events/{slug}/settings/webhooks/{hook}/end").post(webhooks::end))
        .service(resource("/events/{slug}/settings/appeals").get(appeals::show).post(appeals::save))
        .service(resource("/events/{slug}/settings/delete").get(delete::show).post(delete::delete))
        .service(resource("/events/{slug}/copy").get(copy::show).post(copy::make))
        .service(resource("/events/{slug}/staff").get(staff::show).post(staff::appoint))
        .service(resource("/events/{slug}/staff/dismiss").post(staff::dismiss));
}

/// The players of an event, for its arbiters.
fn entry_list(app: &mut ServiceConfig) {
    use entries::{add, entry, fees, file, list, speaker};
    app.service(resource("/events/{slug}/entries").get(list::show))
        .service(resource("/events/{slug}/entries/report.trf").get(file::report))
        .service(resource("/events/{slug}/entries/fees").get(fees::show).post(fees::pay))
        .service(resource("/events/{slug}/entries/check-in").post(list::check_in))
        .service(resource("/events/{slug}/entries/leave-out").post(list::leave_out))
        .service(resource("/events/{slug}/entries/number").post(list::number))
        .service(resource("/events/{slug}/entries/ratings").post(list::ratings))
        .service(resource("/events/{slug}/entries/add").get(add::show).post(add::add))
        .service(resource("/events/{slug}/entries/preview").post(add::preview))
        .service(resource("/events/{slug}/entries/upload").post(add::upload))
        .service(resource("/events/{slug}/entries/import").post(add::import))
        .service(resource("/events/{slug}/entries/links").post(speaker::offer_all))
        .service(resource("/events/{slug}/entries/{entry}").get(entry::show).post(entry::save))
        .service(resource("/events/{slug}/entries/{entry}/here").get(entry::at_the_door))
        .service(resource("/events/{slug}/entries/{entry}/bye").post(entry::bye))
        .service(resource("/events/{slug}/entries/{entry}/seer").post(entry::seer))
        .service(resource("/events/{slug}/entries/{entry}/withdraw").post(entry::withdraw))
        .service(resource("/events/{slug}/entries/{entry}/reinstate").post(entry::reinstate))
        .service(resource("/events/{slug}/entries/{entry}/remove").post(entry::remove))
        .service(resource("/events/{slug}/entries/{entry}/erase").post(entry::erase))
        .service(resource("/events/{slug}/entries/{entry}/claim").post(speaker::offer))
        .service(resource("/events/{slug}/entries/{entry}/release").post(speaker::release));
}

/// Players who register by themselves.
fn registration(app: &mut ServiceConfig) {
    use registrations::{decide, form, list, own, terms};
    app.service(resource("/events/{slug}/register").get(form::show).post(form::submit))
        .service(resource("/registrations/{token}").get(own::show))
        .service(resource("/registrations/{token}/withdraw").post(own::withdraw))
        .service(resource("/registrations/{token}/alerts").post(alerts::ask_by_link))
        .service(resource("/registrations/{token}/alerts/push").post(alerts::subscribe_by_link))
        .service(resource("/registrations/{token}/alerts/{alert}/end").post(alerts::end_by_link))
        .service(resource("/alerts/{token}").get(alerts::show).post(alerts::stop))
        .service(resource("/alerts/{token}/confirm").post(alerts::confirm))
        .service(resource("/events/{slug}/registrations").get(list::show))
        .service(resource("/events/{slug}/registrations/terms").post(terms::save))
        .service(resource("/events/{slug}/registrations/close").post(terms::close))
        .service(resource("/events/{slug}/registrations/accept").post(decide::accept))
        .service(resource("/events/{slug}/registrations/refuse").post(decide::refuse))
        .service(resource("/events/{slug}/registrations/delete").post(decide::delete))
        .service(resource("/events/{slug}/registrations/clear").post(decide::clear))
        .service(
            resource("/events/{slug}/registrations/{registration}").get(list::one).post(decide::accept_one),
        );
}

/// Signing in, the own account, everybody's accounts, one-time links.
fn people(app: &mut ServiceConfig) {
    use accounts::{
        account, code, confirm, journal, password, second_factor, setup, sign_in, speaker, tokens, users,
    };
    app.service(resource("/sign-in").get(sign_in::show).post(sign_in::submit))
        .service(resource("/sign-in/code").get(code::show).post(code::submit))
        .service(resource("/sign-out").post(sign_in::sign_out))
        .service(resource("/setup/{token}").get(setup::show).post(setup::submit))
        .service(resource("/password/{token}").get(password::show).post(password::submit))
        .service(resource("/claim/{token}").get(speaker::show).post(speaker::submit))
        .service(resource("/account").get(account::show))
        .service(resource("/account/data.json").get(account::data))
        .service(resource("/account/tokens").get(tokens::show).post(tokens::make))
        .service(resource("/account/tokens/{id}/end").post(tokens::end))
        .service(resource("/account/password").post(account::change_password))
        .service(resource("/account/sessions/end-others").post(account::end_others))
        .service(resource("/account/sessions/{id}/end").post(account::end_session))
        .service(resource("/account/second-factor").get(second_factor::show).post(second_factor::change))
        .service(resource("/account/news").post(account::heard))
        .service(resource("/account/second-factor/begin").post(second_factor::begin))
        .service(resource("/account/confirm").get(confirm::show).post(confirm::submit))
        .service(resource("/journal").get(journal::show))
        .service(resource("/account/password/judge").post(password::judge))
        .service(resource("/users").get(users::show).post(users::submit))
        .service(resource("/users/second-factor").post(users::demand_factor))
        .service(resource("/users/{id}/second-factor").post(users::reset_factor))
        .service(resource("/users/{id}/erase").get(users::ask_to_erase).post(users::erase))
        .service(resource("/users/{id}/link").post(users::issue_link))
        .service(resource("/users/{id}/arbiter").post(users::name_arbiter))
        .service(resource("/users/{id}/disable").post(users::disable))
        .service(resource("/users/{id}/enable").post(users::enable));
}

/// What happened to an event, for its arbiters.
fn event_ledger(app: &mut ServiceConfig) {
    app.service(resource("/events/{slug}/ledger").get(ledger::show))
        .service(resource("/events/{slug}/ledger/changes").get(ledger::changes))
        .service(
            resource("/events/{slug}/ledger/{entry}/take-back")
                .get(take_back::show)
                .post(take_back::take_back),
        )
        .service(resource("/events/{slug}/what-if").get(what_if::list).post(what_if::make))
        .service(resource("/events/{slug}/what-if/{sandbox}").get(what_if::show))
        .service(resource("/events/{slug}/what-if/{sandbox}/step").post(what_if::step))
        .service(resource("/events/{slug}/what-if/{sandbox}/throw-away").post(what_if::throw_away))
        .service(
            resource("/events/{slug}/what-if/{sandbox}/steps/{step}")
                .get(what_if::offer)
                .post(what_if::do_it),
        )
        .service(resource("/events/{slug}/what-if/{sandbox}/steps/{step}/take-out").post(what_if::take_out));
}

/// The game room, and the player's own page.
fn game_room(app: &mut ServiceConfig) {
    use public::analysis;
    use room::{
        accord, beginning, choice, compare, dice, me, record, report, scoresheet, show, transcript, wishes,
    };
    app.service(resource("/events/{slug}/me").get(me::show))
        .service(resource("/events/{slug}/me/alerts").post(alerts::ask))
        .service(resource("/events/{slug}/me/alerts/push").post(alerts::subscribe))
        .service(resource("/events/{slug}/me/alerts/{alert}/end").post(alerts::end))
        .service(resource("/events/{slug}/me/here").post(wishes::say_here))
        .service(resource("/events/{slug}/me/wishes").post(wishes::ask))
        .service(resource("/events/{slug}/me/wishes/{wish}/take-back").post(wishes::take_back))
        .service(resource("/events/{slug}/entries/{entry}/wishes/{wish}").post(wishes::decide))
        .service(resource("/events/{slug}/games/{game}/room").get(show::show))
        .service(
            resource("/events/{slug}/games/{game}/beginning").get(beginning::show).post(beginning::begin),
        )
        .service(resource("/events/{slug}/games/{game}/lines").post(analysis::keep))
        .service(resource("/events/{slug}/games/{game}/lines/{line}/drop").post(analysis::drop))
        .service(resource("/events/{slug}/games/{game}/choice").post(choice::answer))
        .service(resource("/events/{slug}/games/{game}/choice/say").post(choice::say))
        .service(resource("/events/{slug}/games/{game}/choice/clear").post(choice::clear))
        .service(resource("/events/{slug}/games/{game}/dice").post(dice::commit))
        .service(resource("/events/{slug}/games/{game}/dice/cup").post(dice::enter))
        .service(resource("/events/{slug}/games/{game}/dice/{cast}").get(transcript::show))
        .service(resource("/events/{slug}/games/{game}/dice/{cast}/word").post(dice::add_word))
        .service(resource("/events/{slug}/games/{game}/dice/{cast}/cast").post(dice::cast))
        .service(resource("/events/{slug}/games/{game}/dice/{cast}/confirm").post(dice::confirm))
        .service(resource("/events/{slug}/games/{game}/dice/{cast}/void").post(dice::void))
        .service(resource("/events/{slug}/games/{game}/report").post(report::report))
        .service(
            resource("/events/{slug}/games/{game}/scoresheet").get(scoresheet::show).post(scoresheet::write),
        )
        .service(resource("/events/{slug}/games/{game}/scoresheet/back").post(scoresheet::take_back))
        .service(resource("/events/{slug}/games/{game}/scoresheet/hand-in").post(scoresheet::hand_in))
        .service(resource("/events/{slug}/games/{game}/records").post(record::hand_in))
        .service(resource("/events/{slug}/games/{game}/dispute").post(accord::dispute))
        .service(resource("/events/{slug}/games/{game}/records/compare").get(compare::show))
        .service(resource("/events/{slug}/games/{game}/records/{record}/use").post(compare::let_stand))
        .service(resource("/events/{slug}/games/{game}/records/{record}").get(record::show));
}

/// The clocks of the games: their faces, their books, the devices at the boards, all of a round.
fn game_clocks(app: &mut ServiceConfig) {
    use clocks::{book, correct, face, hall, press, send, tablet};
    app.service(resource("/events/{slug}/games/{game}/clock").get(face::show))
        .service(resource("/events/{slug}/games/{game}/clock.json").get(face::state))
        .service(resource("/events/{slug}/games/{game}/clock/press").post(press::press))
        .service(resource("/events/{slug}/games/{game}/clock/presses").post(send::send))
        .service(resource("/events/{slug}/games/{game}/clock/book").get(book::show))
        .service(resource("/events/{slug}/games/{game}/clock/correct").post(correct::correct))
        .service(resource("/events/{slug}/games/{game}/clock/stop").post(correct::stop))
        .service(resource("/events/{slug}/games/{game}/clock/tablet").post(tablet::offer))
        .service(resource("/events/{slug}/games/{game}/clock/tablet/end").post(tablet::end))
        .service(resource("/events/{slug}/clocks").get(hall::show))
        .service(resource("/events/{slug}/clocks.json").get(hall::states))
        .service(resource("/events/{slug}/clocks/all").post(hall::all))
        .service(resource("/clock/{token}").get(tablet::show).post(tablet::join))
        .service(resource("/offline-worker.js").get(assets::show_worker));
}

/// The steps at a board.
fn game_steps(app: &mut ServiceConfig) {
    use room::steps::{claims, notes, offers, undo};
    app.service(resource("/events/{slug}/games/{game}/steps/offer").post(offers::make))
        .service(resource("/events/{slug}/games/{game}/steps/answer").post(offers::answer))
        .service(resource("/events/{slug}/games/{game}/steps/claim").post(claims::make))
        .service(resource("/events/{slug}/games/{game}/steps/judge").post(claims::judge))
        .service(resource("/events/{slug}/games/{game}/steps/engage").post(notes::engage))
        .service(resource("/events/{slug}/games/{game}/steps/seer").post(notes::consult))
        .service(resource("/events/{slug}/games/{game}/steps/appoint").post(notes::appoint))
        .service(resource("/events/{slug}/games/{game}/steps/incident").post(notes::incident))
        .service(resource("/events/{slug}/games/{game}/steps/flag").post(notes::flag))
        .service(resource("/events/{slug}/games/{game}/steps/disqualify").post(notes::disqualify))
        .service(resource("/events/{slug}/games/{game}/steps/undo").post(undo::undo));
}

/// The arbiter's day: drafts, results, closing, what waits, rulings.
fn arbiters_day(app: &mut ServiceConfig) {
    use rounds::{
        absent, appeals, boards, choices, desk, draft, game, list, queue, results, round, rulings, second,
        ties, why,
    };
    app.service(resource("/events/{slug}/desk").get(desk::show))
        .service(resource("/events/{slug}/desk/show").post(desk::publish))
        .service(resource("/events/{slug}/desk/announce").post(desk::announce))
        .service(resource("/events/{slug}/desk/finish").post(desk::finish))
        .service(resource("/events/{slug}/papers").get(papers::choose))
        .service(resource("/events/{slug}/papers/job").get(papers::job))
        .service(resource("/events/{slug}/rounds").get(list::show))
        .service(resource("/events/{slug}/draft").get(draft::show).post(draft::make))
        .service(resource("/events/{slug}/draft/change").post(draft::change))
        .service(resource("/events/{slug}/draft/why").get(why::show))
        .service(resource("/events/{slug}/draft/publish").post(draft::publish))
        .service(resource("/events/{slug}/draft/discard").post(draft::discard))
        .service(resource("/events/{slug}/rounds/{round}/results").get(results::show).post(results::save))
        .service(resource("/events/{slug}/rounds/{round}/second").get(second::show).post(second::compare))
        .service(resource("/events/{slug}/rounds/{round}/choices").get(choices::show).post(choices::save))
        .service(resource("/events/{slug}/rounds/{round}/choices/commit").post(choices::commit))
        .service(resource("/events/{slug}/rounds/{round}/choices/cast").post(choices::cast))
        .service(resource("/events/{slug}/rounds/{round}/boards").get(boards::show).post(boards::change))
        .service(resource("/events/{slug}/rounds/{round}/close").post(round::close))
        .service(resource("/events/{slug}/rounds/{round}/reopen").post(round::reopen))
        .service(resource("/events/{slug}/rounds/{round}/unpublish").post(round::unpublish))
        .service(resource("/events/{slug}/games/{game}/result").get(game::show).post(game::enter))
        .service(resource("/events/{slug}/games/{game}/overrule").post(game::overrule))
        .service(resource("/events/{slug}/games/{game}/clear").post(game::clear))
        .service(resource("/events/{slug}/games/{game}/adjourn").post(game::adjourn))
        .service(resource("/events/{slug}/games/{game}/resume").post(game::resume))
        .service(resource("/events/{slug}/games/{game}/appeals").get(appeals::show).post(appeals::note))
        .service(resource("/events/{slug}/games/{game}/appeals/{step}/decide").post(appeals::decide))
        .service(resource("/events/{slug}/games/{game}/appeals/{step}/withdraw").post(appeals::withdraw))
        .service(resource("/events/{slug}/rounds/{round}/absent").get(absent::show))
        .service(resource("/events/{slug}/queue").get(queue::show))
        .service(resource("/events/{slug}/rulings").get(rulings::show))
        .service(resource("/events/{slug}/ties").get(ties::list))
        .service(resource("/events/{slug}/ties/{stage}/{slot}").get(ties::show).post(ties::decide));
}
