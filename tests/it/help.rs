//! `/help`: the handbook, and the ways to it.

use std::collections::BTreeSet;

use crate::rig::{TestApp, on_sqlite};

on_sqlite!(no_link_of_the_handbook_leads_nowhere, a_page_leads_to_the_part_that_fits_it);

fn no_link_of_the_handbook_leads_nowhere(app: &TestApp) {
    let mut known = BTreeSet::from(["/help".to_owned()]);
    let mut next = vec!["/help".to_owned()];
    let mut anchors = Vec::new();
    while let Some(path) = next.pop() {
        let page = app.visitor().get(&path).expect_status(200);
        let (_, text) = page.body.split_once("class=\"rules-text\"").unwrap_or(("", ""));
        for link in
            page.body.split("href=\"").skip(1).filter_map(|rest| rest.split_once('"')).map(|(link, _)| link)
        {
            let (target, part) = link.split_once('#').unwrap_or((link, ""));
            let target = if target.is_empty() { path.as_str() } else { target };
            if !part.is_empty() && target.starts_with("/help") {
                anchors.push((path.clone(), target.to_owned(), part.to_owned()));
            }
            if target.starts_with("/help") && known.insert(target.to_owned()) {
                next.push(target.to_owned());
            } else if text.contains(link) && target.starts_with('/') {
                app.visitor().get(target).expect_status(200);
            }
        }
    }
    assert!(known.len() >= 7, "{known:?}");
    for (from, target, part) in anchors {
        let page = app.visitor().get(&target);
        assert!(page.body.contains(&format!("id=\"{part}\"")), "{from} leads to {target}#{part}");
    }
    app.visitor().get("/help/nothing").expect_status(404);
}

fn a_page_leads_to_the_part_that_fits_it(app: &TestApp) {
    app.visitor().get("/rules").expect_status(200).expect_text("href=\"/help\"");
    let (_, tessa) = app.sign_in_arbiter("tessa");
    tessa.get("/events/new").expect_status(200).expect_text("href=\"/help/day#make-the-event\"");
}
