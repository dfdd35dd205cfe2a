use std::time::{Duration, Instant};

use tiger_arbiter::clock;
use tiger_arbiter::live::{Full, LiveHub, PER_PERSON, Seats, Watcher};
use tiger_arbiter::shares::Who;
use tokio_stream::StreamExt;

/// Somebody at an address that ends so.
fn at(last: u8) -> Who {
    Who::Stranger([192, 0, 2, last].into())
}

const fn seats(most: usize) -> Seats {
    Seats { most, strangers: most, per_address: most }
}

async fn next(watcher: &mut Watcher) -> String {
    let bytes = watcher.next().await.unwrap().unwrap();
    String::from_utf8(bytes.to_vec()).unwrap()
}

const SHORT: Duration = Duration::from_millis(80);

#[actix_web::test]
async fn a_watcher_hears_of_new_versions_and_else_of_nothing_but_heartbeats() {
    let hub = LiveHub::with_heartbeat(seats(10), SHORT);
    let (event, other) = (clock::new_id(), clock::new_id());
    let mut watcher = hub.join(event, at(1), Some(4), || 4).unwrap();
    assert_eq!(next(&mut watcher).await, "retry: 5000\n\n");
    hub.tell(other, 9);
    hub.tell(event, 5);
    // The silence begins with the last word; from before it, it cannot be measured too short.
    let before = Instant::now();
    assert_eq!(next(&mut watcher).await, "id: 5\nevent: version\ndata: 5\n\n");
    assert_eq!(next(&mut watcher).await, ":\n\n");
    assert!(before.elapsed() >= SHORT, "{:?}", before.elapsed());
}

#[actix_web::test]
async fn a_page_that_is_behind_hears_so_at_once_and_a_slow_one_skips() {
    let hub = LiveHub::new(seats(10));
    let event = clock::new_id();
    let mut watcher = hub.join(event, at(1), Some(3), || 4).unwrap();
    assert!(next(&mut watcher).await.ends_with("id: 4\nevent: version\ndata: 4\n\n"));
    for version in 5..500 {
        hub.tell(event, version);
    }
    assert_eq!(next(&mut watcher).await, "id: 499\nevent: version\ndata: 499\n\n");
    let silence = tokio::time::timeout(SHORT, watcher.next()).await;
    assert!(silence.is_err(), "nothing had piled up");
}

#[actix_web::test]
async fn a_version_that_comes_while_somebody_joins_is_not_lost() {
    let hub = LiveHub::new(seats(10));
    let event = clock::new_id();
    let mut watcher = hub
        .join(event, at(1), Some(4), || {
            hub.tell(event, 5);
            4
        })
        .unwrap();
    assert_eq!(next(&mut watcher).await, "retry: 5000\n\n");
    assert!(next(&mut watcher).await.ends_with("data: 5\n\n"));
}

#[actix_web::test]
async fn there_is_room_for_so_many_and_a_seat_is_given_back() {
    let hub = LiveHub::new(seats(2));
    let event = clock::new_id();
    let first = hub.join(event, at(1), None, || 1).unwrap();
    let _second = hub.join(event, at(1), None, || 1).unwrap();
    assert_eq!(hub.join(event, at(1), None, || 1).unwrap_err(), Full);
    drop(first);
    assert_eq!(hub.watching(), 1);
    let _third = hub.join(event, at(1), None, || 1).unwrap();
}

#[actix_web::test]
async fn an_address_has_its_share_and_people_who_are_signed_in_have_theirs() {
    let hub = LiveHub::new(Seats { most: 60, strangers: 5, per_address: 3 });
    let event = clock::new_id();
    let take = |who, count| -> Vec<Watcher> {
        (0..count).map_while(|_| hub.join(event, who, None, || 1).ok()).collect()
    };
    let first = take(at(1), 9);
    let second = take(at(2), 9);
    assert_eq!((first.len(), second.len()), (3, 2));
    let person = Who::Person(clock::new_id());
    assert_eq!(take(person, PER_PERSON + 1).len(), PER_PERSON);
    drop(first);
    assert_eq!(take(at(2), 9).len(), 1, "its share is three");
    assert_eq!(hub.watching(), second.len());
}

#[actix_web::test]
async fn an_event_that_nobody_watches_takes_no_memory() {
    let hub = LiveHub::new(seats(5));
    let watchers: Vec<_> = (0..5).map(|_| hub.join(clock::new_id(), at(1), None, || 1).unwrap()).collect();
    assert_eq!(hub.events().len(), 5);
    drop(watchers);
    assert_eq!((hub.events().len(), hub.watching()), (0, 0));
}
