mod allowance;
mod pieces;

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::time::Duration;

use tiger_arbiter::clock;
use tiger_arbiter::shares::{BYTES_EACH, EACH, Shares, Turn, Who};

const HERE: Who = Who::Stranger(IpAddr::V4(Ipv4Addr::LOCALHOST));

async fn try_turn(shares: &Shares, who: Who) -> Option<Turn> {
    tokio::time::timeout(Duration::from_millis(30), shares.turn(who)).await.ok()
}

#[actix_web::test]
async fn who_has_their_share_waits_and_others_do_not() {
    let shares = Shares::default();
    let mut held = Vec::new();
    for _ in 0..EACH {
        held.extend(try_turn(&shares, HERE).await);
    }
    assert_eq!(held.len(), EACH);
    assert!(try_turn(&shares, HERE).await.is_none());
    assert!(try_turn(&shares, Who::Person(clock::new_id())).await.is_some());
    held.pop();
    assert!(try_turn(&shares, HERE).await.is_some());
}

#[actix_web::test]
async fn work_with_a_bound_of_its_own_takes_no_place_of_all_strangers() {
    let shares = Shares::default();
    let addresses = (0..64).map(|last| Who::Stranger(IpAddr::V4(Ipv4Addr::new(192, 0, 2, last))));
    let mut held = Vec::new();
    for who in addresses {
        held.push(shares.own_turn(who).await);
    }
    assert!(try_turn(&shares, HERE).await.is_some());
}

#[test]
fn bytes_are_given_back() {
    let shares = Arc::new(Shares::default());
    let mut one = shares.hold(HERE);
    assert!(one.take(BYTES_EACH));
    let mut other = shares.hold(HERE);
    assert!(!other.take(1));
    assert!(shares.hold(Who::Person(clock::new_id())).take(BYTES_EACH));
    drop(one);
    assert!(other.take(1));
    drop(other);
    assert_eq!(shares.held(), (0, 0));
}

#[test]
fn who_gets_nothing_leaves_nothing_behind() {
    let shares = Arc::new(Shares::default());
    assert!(!shares.hold(HERE).take(BYTES_EACH + 1));
    assert!(shares.hold(HERE).take(0));
    assert_eq!(shares.held(), (0, 0));
}
