use tiger_arbiter::publish::printed::Turns;

#[test]
fn screens_turn_at_the_same_moment_to_the_same_page_whenever_they_began() {
    let turns = Turns { seconds: 15, pages: ["one", "two", "three"].map(str::to_owned).to_vec() };
    let said = |now: i64| {
        let told = turns.told(now).unwrap_or_default();
        let (seconds, page) = told.split_once("; url=").unwrap_or_default();
        (seconds.parse::<i64>().unwrap_or_default(), page.to_owned())
    };
    for turn in 1..7_i64 {
        let page = ["one", "two", "three"][usize::try_from(turn % 3).unwrap_or_default()];
        for began in (-400..14_500).step_by(100) {
            let now = (turn - 1) * 15_000 + began;
            let (seconds, next) = said(now);
            assert_eq!(next, page, "after {now}");
            assert!((now + 1000 * seconds - turn * 15_000).abs() <= 500, "{now}: {seconds}");
        }
    }
    // From then on it stays so.
    let mut now = 7_300_i64;
    for _ in 0..20 {
        now += 1000 * said(now).0 + 40;
        assert!(now.rem_euclid(15_000) <= 550 || now.rem_euclid(15_000) >= 14_450, "{now}");
    }
}
