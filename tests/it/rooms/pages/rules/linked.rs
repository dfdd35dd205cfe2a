use tiger_arbiter::pages::rules::linked::linked;
use tiger_rules::GameKind;

#[test]
fn a_named_ruling_leads_to_its_place_and_what_was_typed_stays_text() {
    assert_eq!(
        linked("By ruling 16 & rulings 8 and 9, <b>", Some(GameKind::Dance)),
        "By <a href=\"/rules/dance#ruling-16\">ruling 16</a> &#38; <a href=\"/rules/dance#ruling-8\">rulings 8</a> \
         and <a href=\"/rules/dance#ruling-9\">9</a>, &#60;b&#62;"
    );
    assert_eq!(linked("`<b>` & `-`", None), "<code>&#60;b&#62;</code> &#38; <code>-</code>");
    assert_eq!(linked("a `single one", None), "a `single one");
    assert_eq!(linked("<ruling 4>", None), "&#60;ruling 4&#62;");
    assert_eq!(linked("ruling 40, rule 27b", Some(GameKind::Dragon)), "ruling 40, rule 27b");
}
