use std::net::{Ipv4Addr, TcpListener};
use std::time::Duration;

use tiger_arbiter::gate::listen::set_options;

#[test]
fn a_crowd_that_comes_at_once_waits_and_is_not_sent_to_knock_again() {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    set_options(&listener).unwrap();
    let address = listener.local_addr().unwrap();
    // Nobody takes them; whoever finds no room is asked to come again after a second.
    let come = |_| std::net::TcpStream::connect_timeout(&address, Duration::from_millis(700)).unwrap();
    let crowd: Vec<_> = (0..400).map(come).collect();
    assert_eq!(crowd.len(), 400);
}
