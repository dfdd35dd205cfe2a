use tiger_arbiter::db::greeting::{carry, without_binding};
use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};

/// A message with its length.
fn message(kind: &str, body: &[u8]) -> Vec<u8> {
    let length = u32::try_from(body.len() + 4).unwrap().to_be_bytes();
    [kind.as_bytes(), &length, body].concat()
}

fn offer(ways: &str) -> Vec<u8> {
    [&10_u32.to_be_bytes(), ways.as_bytes()].concat()
}

#[test]
fn channel_binding_is_not_offered_and_all_else_is() {
    for (told, kept) in [
        ("SCRAM-SHA-256-PLUS\0SCRAM-SHA-256\0\0", "SCRAM-SHA-256\0\0"),
        ("SCRAM-SHA-256\0OTHER\0\0", "SCRAM-SHA-256\0OTHER\0\0"),
        ("SCRAM-SHA-256-PLUS\0\0", "SCRAM-SHA-256-PLUS\0\0"),
    ] {
        assert_eq!(without_binding(offer(told)), offer(kept), "{told:?}");
    }
    for other in [0_u32.to_be_bytes().to_vec(), [&5_u32.to_be_bytes()[..], b"salt"].concat(), Vec::new()] {
        assert_eq!(without_binding(other.clone()), other);
    }
}

#[tokio::test]
async fn messages_come_whole_however_they_arrive() {
    let startup = message("", b"\0\x03\0\0user\0tiger\0\0");
    let said =
        [message("N", b"note"), message("R", &offer("SCRAM-SHA-256-PLUS\0SCRAM-SHA-256\0\0"))].concat();
    let heard = [message("N", b"note"), message("R", &offer("SCRAM-SHA-256\0\0"))].concat();
    for cut in 0..said.len() {
        let ((mut libpq, mut near), (mut server, mut far)) = (duplex(4096), duplex(4096));
        libpq.write_all(&startup).await.unwrap();
        let (first, rest) = said.split_at(cut);
        let says = async {
            server.write_all(first).await.unwrap();
            tokio::task::yield_now().await;
            server.write_all(rest).await.unwrap();
            server
        };
        let (carried, mut server) = tokio::join!(carry(&mut near, &mut far), says);
        carried.unwrap();
        let (mut to_server, mut to_libpq) = (vec![0; startup.len()], vec![0; heard.len()]);
        server.read_exact(&mut to_server).await.unwrap();
        libpq.read_exact(&mut to_libpq).await.unwrap();
        assert_eq!((to_server, to_libpq), (startup.clone(), heard.clone()), "cut at {cut}");
    }
}

#[tokio::test]
async fn what_is_no_message_ends_the_connection() {
    for wrong in [&b"\0\0\0\x03"[..], b"\xff\xff\xff\xff", b"\0\0"] {
        let ((mut libpq, mut near), (_server, mut far)) = (duplex(64), duplex(64));
        libpq.write_all(wrong).await.unwrap();
        drop(libpq);
        assert!(carry(&mut near, &mut far).await.is_err(), "{wrong:?}");
    }
}
