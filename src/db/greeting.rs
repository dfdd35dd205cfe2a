//! What a PostgreSQL server and libpq say to each other before the password, where TLS is spoken for libpq by a tunnel.
//!
//! Through TLS a server offers SCRAM with channel binding beside SCRAM without. A libpq that has no TLS itself takes that
//! offer for a sign that somebody stands between, and gives up: the tunnel, which is meant to stand there and has checked
//! the server's certificate, takes it out.

use std::io::{Error, Result as IoResult};

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};

/// The most bytes of a message before the password; PostgreSQL's own limit of a first message is lower.
const LONGEST: usize = 64 * 1024;

/// What the server's messages about passwords begin with.
const AUTHENTICATION: u8 = b'R';

/// Which of them offers ways of SASL.
const SASL: [u8; 4] = 10_u32.to_be_bytes();

/// Carries the first message of libpq to the server, and the server's to libpq, up to the one that it has to answer.
///
/// # Errors
/// When either side ends, or says what is no message.
pub(super) async fn carry<N, F>(near: &mut N, far: &mut F) -> IoResult<()>
where
    N: AsyncRead + AsyncWrite + Unpin,
    F: AsyncRead + AsyncWrite + Unpin,
{
    let first = body(near).await?;
    write(far, None, &first).await?;
    loop {
        let kind = far.read_u8().await?;
        let told = body(far).await?;
        let told = if kind == AUTHENTICATION { without_binding(told) } else { told };
        write(near, Some(kind), &told).await?;
        // Before it, servers may note something, or say which protocol they speak.
        if !matches!(kind, b'N' | b'v') {
            return Ok(());
        }
    }
}

/// What follows the length of a message, which counts itself.
async fn body(from: &mut (impl AsyncRead + Unpin)) -> IoResult<Vec<u8>> {
    let length = usize::try_from(from.read_u32().await?).unwrap_or(usize::MAX);
    let rest = length.checked_sub(4).filter(|rest| *rest <= LONGEST);
    let mut body = vec![0; rest.ok_or_else(|| Error::other("this is no PostgreSQL server"))?];
    from.read_exact(&mut body).await?;
    Ok(body)
}

async fn write(to: &mut (impl AsyncWrite + Unpin), kind: Option<u8>, body: &[u8]) -> IoResult<()> {
    let length = u32::try_from(body.len() + 4).map_err(Error::other)?;
    let mut message: Vec<u8> = kind.into_iter().chain(length.to_be_bytes()).collect();
    message.extend(body);
    to.write_all(&message).await?;
    to.flush().await
}

/// A message about passwords without ways that bind to the channel; one that offers no others stays as it is.
fn without_binding(told: Vec<u8>) -> Vec<u8> {
    let Some(ways) = told.strip_prefix(&SASL) else { return told };
    let ways = ways.split(|byte| *byte == 0).filter(|way| !way.is_empty());
    let kept: Vec<&[u8]> = ways.filter(|way| !way.ends_with(b"-PLUS")).collect();
    if kept.is_empty() {
        return told;
    }
    let mut message = SASL.to_vec();
    for way in kept {
        message.extend(way);
        message.push(0);
    }
    message.push(0);
    message
}

#[cfg(test)]
mod tests {
    #![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

    use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};

    use super::{carry, without_binding};

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
        for other in [0_u32.to_be_bytes().to_vec(), [&5_u32.to_be_bytes()[..], b"salt"].concat(), Vec::new()]
        {
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
}
