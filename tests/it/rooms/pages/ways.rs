use tiger_arbiter::pages::ways::led;

#[test]
fn what_a_sentence_names_leads_to_its_page() {
    assert_eq!(
        led("Discard the draft of round 12 first; the results of round one, results of round 3.", "/e"),
        "Discard the <a href=\"/e/draft\">draft of round 12</a> first; the results of round one, \
         <a href=\"/e/rounds/3/results#reopen\">results of round 3</a>."
    );
    assert_eq!(led("draft of round ", ""), "draft of round ");
    assert_eq!(led("Take back entry 7.", "/e"), "<a href=\"/e/ledger/7/take-back\">Take back entry 7</a>.");
}
