//! Chromium's DevTools protocol over a pair of pipes: a command goes out under a number, its answer comes back under it.
//!
//! Only a handful of commands is needed, so they are written as they stand in the protocol's reference; a typed copy of
//! the whole protocol takes longer to compile than everything else here.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::process::{ChildStdin, ChildStdout};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Context, anyhow};
use serde_json::{Value, json};
use tokio::sync::oneshot;

/// How long the browser may take for a command on a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// The line to a running browser.
#[derive(Debug)]
pub(crate) struct Wire {
    sending: Mutex<Sending>,
    waiting: Arc<Mutex<Waiting>>,
}

#[derive(Debug)]
struct Sending {
    pipe: ChildStdin,
    last: u64,
}

/// Who waits for the answer to which command; nobody once the browser has gone.
type Waiting = Option<BTreeMap<u64, oneshot::Sender<Value>>>;

impl Wire {
    /// Speaks through these pipes.
    pub(crate) fn new(pipe: ChildStdin, answers: ChildStdout) -> Self {
        let waiting = Arc::new(Mutex::new(Some(BTreeMap::new())));
        let heard = Arc::clone(&waiting);
        std::thread::spawn(move || hear(answers, &heard));
        Self { sending: Mutex::new(Sending { pipe, last: 0 }), waiting }
    }

    /// Gives a command to the browser, or to one tab of it, and waits for the answer.
    ///
    /// # Errors
    /// When the browser refuses it, says nothing, or has gone.
    pub(crate) async fn command(
        &self,
        session: Option<&str>,
        method: &str,
        params: &Value,
    ) -> anyhow::Result<Value> {
        let answer = self.send(session, method, params).with_context(|| format!("{method}: not sent"))?;
        let answer = tokio::time::timeout(PATIENCE, answer);
        let answer = answer.await.with_context(|| format!("{method}: no answer"))?;
        let mut answer = answer.with_context(|| format!("{method}: the browser has gone"))?;
        match answer.get("error") {
            Some(error) => Err(anyhow!("{method}: {error}")),
            None => Ok(answer["result"].take()),
        }
    }

    fn send(
        &self,
        session: Option<&str>,
        method: &str,
        params: &Value,
    ) -> anyhow::Result<oneshot::Receiver<Value>> {
        let mut sending = self.sending.lock().unwrap_or_else(PoisonError::into_inner);
        sending.last += 1;
        let mut message = json!({ "id": sending.last, "method": method, "params": params });
        if let Some(session) = session {
            message["sessionId"] = session.into();
        }
        let (sender, receiver) = oneshot::channel();
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.as_mut().context("the browser has gone")?.insert(sending.last, sender);
        drop(waiting);
        let mut bytes = serde_json::to_vec(&message)?;
        bytes.push(0);
        sending.pipe.write_all(&bytes)?;
        Ok(receiver)
    }
}

/// Hands answers out until the browser ends; what it tells unasked is of no interest.
fn hear(answers: ChildStdout, waiting: &Mutex<Waiting>) {
    for message in BufReader::new(answers).split(0).map_while(Result::ok) {
        let Ok(message) = serde_json::from_slice::<Value>(&message) else { continue };
        let Some(id) = message["id"].as_u64() else { continue };
        let mut waiting = waiting.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(sender) = waiting.as_mut().and_then(|waiting| waiting.remove(&id)) {
            // Whoever has lost patience hears nothing more.
            let _ = sender.send(message);
        }
    }
    *waiting.lock().unwrap_or_else(PoisonError::into_inner) = None;
}
