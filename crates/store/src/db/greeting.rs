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
pub async fn carry<N, F>(near: &mut N, far: &mut F) -> IoResult<()>
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
pub fn without_binding(told: Vec<u8>) -> Vec<u8> {
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
