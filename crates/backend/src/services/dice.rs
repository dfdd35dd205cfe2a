//! Casting dice so that anybody can check them: draw and commit, later reveal and cast.

use tiger_event::{Actor, Bytes32, CastId, CastPurpose, ChoiceCommand, EventId, GameId};

use crate::error::{AppError, Result};
use crate::ledger::{Attachment, Committed, Ledger, OnceKey, Order};
use crate::{clock, db};

/// Draws a secret from the operating system; the order commits the program to it. The secret is kept apart until the
/// dice are cast.
pub fn commitment(actor: Actor, (event, game): (EventId, GameId), purpose: CastPurpose) -> Result<Order> {
    let mut secret = Bytes32([0; 32]);
    getrandom::fill(&mut secret.0)?;
    let cast = clock::new_id();
    let command = ChoiceCommand::CommitDice { game, cast, purpose, commitment: Bytes32::digest(&secret.0) };
    Ok(Order::new(actor, event, command).with(Attachment::Secret { cast, secret }))
}

/// Casts the dice that the program is committed to, which reveals the secret.
pub async fn cast(
    ledger: &Ledger,
    actor: Actor,
    (event, game): (EventId, GameId),
    cast: CastId,
    once: OnceKey,
) -> Result<Committed> {
    let secret = secret(ledger, event, cast).await?.ok_or(AppError::not_found("cast"))?;
    let order = Order::new(actor, event, ChoiceCommand::CastDice { game, cast, secret }).once(once);
    super::carry_out(ledger, order).await
}

/// The secrets that the program keeps of these casts, each beside its cast.
pub async fn secrets<T: Send + 'static>(
    ledger: &Ledger,
    event: EventId,
    casts: Vec<(T, CastId)>,
) -> Result<Vec<(T, CastId, Bytes32)>> {
    let database = ledger.database().clone();
    db::block(move || {
        database.read(|db| {
            let secret = |(of, cast): (T, CastId)| {
                let secret = db::secrets::find(db, event, cast)?.ok_or(AppError::not_found("cast"))?;
                Ok::<_, AppError>((of, cast, secret))
            };
            casts.into_iter().map(secret).collect()
        })
    })
    .await
}

/// The secret that the program keeps of a cast.
pub async fn secret(ledger: &Ledger, event: EventId, cast: CastId) -> Result<Option<Bytes32>> {
    let database = ledger.database().clone();
    db::block(move || database.read(|db| db::secrets::find(db, event, cast))).await
}
