use std::path::Path;

use tiger_arbiter::pages::help::{CHAPTERS, DOCUMENTS, PLACES};

/// The targets of `](target)`.
fn targets(text: &str) -> impl Iterator<Item = &str> {
    text.split("](").skip(1).filter_map(|rest| rest.split_once(')')).map(|(target, _)| target)
}

#[test]
fn every_link_of_the_handbook_names_a_file_that_is_there() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs");
    let mut links = 0;
    for chapter in &CHAPTERS {
        for target in
            targets(chapter.text).filter(|target| !target.contains("://") && !target.starts_with('#'))
        {
            let (file, _) = chapter.file_of(target);
            assert!(docs.join(&file).exists(), "{} names {target}", chapter.file);
            links += 1;
        }
    }
    assert!(links > 10, "only {links} links");
}

#[test]
fn every_picture_knows_its_size() {
    let html: String = DOCUMENTS.iter().map(|document| document.html.as_str()).collect();
    let pictures: Vec<_> = html.split("<img ").skip(1).collect();
    assert!(pictures.len() > 5, "only {} pictures", pictures.len());
    for picture in pictures {
        let size = picture.split('"').collect::<Vec<_>>();
        let number = |at: usize| size.get(at).and_then(|text| text.parse::<u32>().ok());
        assert!(number(1).is_some_and(|wide| (300..2000).contains(&wide)), "{picture:.80}");
        assert!(number(3).is_some_and(|high| (300..2000).contains(&high)), "{picture:.80}");
    }
}

#[test]
fn every_page_is_led_to_a_part_that_is_there() {
    for (page, place) in PLACES {
        let (chapter, part) = place.split_once('#').unwrap_or((place, ""));
        let led_to = CHAPTERS.iter().zip(&*DOCUMENTS).find(|(it, _)| it.href() == chapter);
        let has_it = |parts: &[tiger_arbiter::pages::document::Heading]| {
            part.is_empty() || parts.iter().any(|it| it.id == part)
        };
        assert!(led_to.is_some_and(|(_, document)| has_it(&document.contents)), "{page} is led to {place}");
    }
}
