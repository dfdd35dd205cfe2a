use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use futures_util::future::join_all;
use tiger_arbiter::clock;
use tiger_arbiter::error::AppError;
use tiger_arbiter::publish::printed::Printed;
use tiger_arbiter::publish::shelf::{Key, Shelf};
use tiger_arbiter::publish::view::View;
use tiger_arbiter::theme::Theme;
use tiger_event::EventId;

fn key(event: EventId, version: u64, view: View) -> Key {
    Key::Event { event, version, view, is_open: false, theme: Theme::Device }
}

fn page(text: &str, length: usize) -> Result<Arc<Printed>, AppError> {
    // Bytes that do not compress would be no page; what matters is the plain size.
    Printed::new("text/plain", format!("{text}{}", "x".repeat(length))).map(Arc::new)
}

#[actix_web::test]
async fn a_page_is_made_once_for_all_who_wait() {
    let shelf = Shelf::new(1 << 20);
    let made = AtomicUsize::new(0);
    let key = key(clock::new_id(), 1, View::Players);
    let ask = || {
        shelf.find_or_print(key, async {
            made.fetch_add(1, Ordering::Relaxed);
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
            page("one", 10)
        })
    };
    let answers = join_all((0..50).map(|_| ask())).await;
    assert!(answers.into_iter().all(|answer| answer.unwrap().body().starts_with(b"one")));
    assert_eq!(made.load(Ordering::Relaxed), 1);
}

#[actix_web::test]
async fn a_failure_is_not_kept() {
    let shelf = Shelf::new(1 << 20);
    let key = key(clock::new_id(), 1, View::Players);
    let failed = shelf.find_or_print(key, async { Err(AppError::not_found("page")) }).await;
    assert!(failed.is_err());
    assert!(shelf.slots().by_key.is_empty());
    assert!(shelf.find_or_print(key, async { page("later", 1) }).await.is_ok());
}

#[actix_web::test]
async fn memory_stays_within_its_bound_and_what_is_asked_for_stays() {
    let shelf = Shelf::new(10_000);
    let event = clock::new_id();
    for number in 1..=100 {
        let print = async { page("player", 900) };
        shelf.find_or_print(key(event, 1, View::Player(number)), print).await.unwrap();
        let print = async { page("again", 900) };
        shelf.find_or_print(key(event, 1, View::Players), print).await.unwrap();
    }
    let slots = shelf.slots();
    assert!(slots.bytes <= 10_000, "{} bytes", slots.bytes);
    assert!(slots.by_key.contains_key(&key(event, 1, View::Players)));
    assert_eq!(slots.bytes, slots.by_key.values().map(|slot| slot.bytes).sum::<usize>());
}

#[actix_web::test]
async fn a_new_version_drops_the_old_one() {
    let shelf = Shelf::new(1 << 20);
    let (event, other) = (clock::new_id(), clock::new_id());
    for key in [key(event, 1, View::Players), key(other, 1, View::Players), key(event, 2, View::Players)] {
        shelf.find_or_print(key, async { page("page", 1) }).await.unwrap();
    }
    let slots = shelf.slots();
    assert!(!slots.by_key.contains_key(&key(event, 1, View::Players)));
    assert_eq!(slots.by_key.len(), 2);
}
