use tiger_arbiter::pages::document::Document;

#[test]
fn links_are_put_and_those_that_lead_nowhere_become_words() {
    let text = "# Day\n\n[Go](day.md#end) and [stay](elsewhere.md), <b>.\n\n## Files: `.tgr`\n\n1. one\n";
    let document =
        Document::of(text, &|target| target.strip_prefix("day.md").map(|rest| format!("/help/day{rest}")));
    assert_eq!(document.title, "Day");
    assert_eq!(document.contents[0].id, "files-tgr");
    let html = &document.html;
    assert!(html.contains("<a href=\"/help/day#end\">Go</a> and stay, "), "{html}");
    assert!(
        html.contains("<li>one</li>") && html.contains("<h2 id=\"files-tgr\">Files: .tgr</h2>"),
        "{html}"
    );
}
