use tiger_arbiter::error::AppError;
use tiger_arbiter::error::problem::{Problem, sign_in_path};

#[test]
fn the_way_back_is_escaped() {
    assert_eq!(sign_in_path("/a b?x=1&y"), "/sign-in?next=/a%20b%3Fx%3D1%26y");
}

#[test]
fn who_is_not_signed_in_is_led_there_and_back() {
    let problem = Problem::of(&AppError::SignIn, "/account");
    assert_eq!(problem.ways_out.first().map(|l| l.href.as_str()), Some("/sign-in?next=/account"));
}

#[test]
fn what_an_event_lacks_leads_back_to_it() {
    let first = |what, path| Problem::of(&AppError::not_found(what), path).ways_out[0].href.clone();
    assert_eq!(first("game", "/events/open/games/17"), "/events/open");
    assert_eq!(first("event", "/events/open/standings"), "/");
    assert_eq!(first("game", "/events"), "/");
}
