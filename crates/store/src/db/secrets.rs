//! Secrets of casts whose commitment is in the ledger; the ledger reveals them with the cast.

use diesel::prelude::*;
use serde::{Deserialize, Serialize};
use tiger_event::{Bytes32, CastId, EventId};

use super::schema::dice_secrets;
use super::{Change, Db, DbError};

/// The secret of a cast of dice. It is a line of an archive too, so that its fields keep their names and their order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Queryable, Selectable)]
#[diesel(table_name = dice_secrets)]
pub struct KeptSecret {
    #[diesel(column_name = cast_id)]
    pub cast: CastId,
    pub secret: Bytes32,
}

pub fn insert(connection: &mut Db, event: EventId, cast: CastId, secret: Bytes32) -> Result<(), DbError> {
    diesel::insert_into(dice_secrets::table)
        .values((
            dice_secrets::cast_id.eq(cast.to_string()),
            dice_secrets::event_id.eq(event.to_string()),
            dice_secrets::secret.eq(secret.to_string()),
        ))
        .run(connection)
}

/// All secrets of an event, in the order of their casts.
pub fn list_of(connection: &mut Db, event: EventId) -> Result<Vec<KeptSecret>, DbError> {
    let mut secrets: Vec<KeptSecret> = dice_secrets::table
        .filter(dice_secrets::event_id.eq(event.to_string()))
        .select(KeptSecret::as_select())
        .load(connection)?;
    secrets.sort_by_key(|kept| kept.cast);
    Ok(secrets)
}

/// The digests of the secrets of an event that the ledger has not revealed yet.
pub fn commitments_that_wait(connection: &mut Db, event: EventId) -> Result<Vec<(CastId, Bytes32)>, DbError> {
    let mut all = list_of(connection, event)?;
    if !all.is_empty() {
        let over = ["cast_dice", "void_cast"];
        let over = super::entries::commands_of(connection, event, &over)?;
        all.retain(|kept| {
            let id = kept.cast.to_string();
            !over.iter().any(|command| command.contains(&id))
        });
    }
    Ok(all.into_iter().map(|kept| (kept.cast, Bytes32::digest(&kept.secret.0))).collect())
}

pub fn find(connection: &mut Db, event: EventId, cast: CastId) -> Result<Option<Bytes32>, DbError> {
    Ok(dice_secrets::table
        .find(cast.to_string())
        .filter(dice_secrets::event_id.eq(event.to_string()))
        .select(dice_secrets::secret)
        .first(connection)
        .optional()?)
}
