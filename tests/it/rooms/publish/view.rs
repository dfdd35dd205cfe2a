use tiger_arbiter::publish::view::{HallPart, HallShow, View};

#[test]
fn an_address_that_says_what_it_is_leads_back_to_it() {
    let show = HallShow::of([HallPart::Boards, HallPart::Standings]);
    let numbered = [
        View::Round(7),
        View::Standings(Some(3)),
        View::Category(2),
        View::Player(12),
        View::PlayerIcs(12),
        View::Hall(show, 2),
    ];
    let plain = View::PLAIN.map(|(_, view)| view);
    for view in numbered.into_iter().chain(plain) {
        assert_eq!(View::at(&view.path()), Some(view), "{}", view.path());
    }
}

#[test]
fn another_spelling_and_another_page_are_left_to_the_table_of_routes() {
    for path in
        ["/", "/rounds/07", "/rounds/+7", "/rounds/", "/players/1/notes", "/hall/1", "/hall", "/settings"]
    {
        assert_eq!(View::at(path), None, "{path}");
    }
}
