//! Secrets of casts whose commitment is in the ledger; the ledger reveals them with the cast.

use diesel::prelude::*;

use super::schema::dice_secrets;
use super::{Db, DbError};
use crate::domain::dice::Bytes32;
use crate::domain::ids::{CastId, EventId};

/// Keeps a secret.
pub fn insert(connection: &mut Db, event: EventId, cast: CastId, secret: Bytes32) -> Result<(), DbError> {
    diesel::insert_into(dice_secrets::table)
        .values((
            dice_secrets::cast_id.eq(cast.to_string()),
            dice_secrets::event_id.eq(event.to_string()),
            dice_secrets::secret.eq(secret.to_string()),
        ))
        .execute(connection)?;
    Ok(())
}

/// All secrets of an event, in the order of their casts.
pub fn list_of(connection: &mut Db, event: EventId) -> Result<Vec<(CastId, Bytes32)>, DbError> {
    let mut rows: Vec<(String, String)> = dice_secrets::table
        .filter(dice_secrets::event_id.eq(event.to_string()))
        .select((dice_secrets::cast_id, dice_secrets::secret))
        .load(connection)?;
    rows.sort();
    let read = |(cast, secret): (String, String)| {
        let cast = cast.parse().map_err(|error| DbError::corrupt("cast of a secret", error))?;
        Ok((cast, secret.parse().map_err(|error| DbError::corrupt("secret of a cast", error))?))
    };
    rows.into_iter().map(read).collect()
}

/// The digests of the secrets of an event that the ledger has not revealed yet.
pub fn commitments_that_wait(connection: &mut Db, event: EventId) -> Result<Vec<(CastId, Bytes32)>, DbError> {
    let mut all = list_of(connection, event)?;
    if !all.is_empty() {
        let over = ["cast_dice", "void_cast"];
        let over = super::entries::commands_of(connection, event, &over)?;
        all.retain(|(cast, _)| {
            let id = cast.to_string();
            !over.iter().any(|command| command.contains(&id))
        });
    }
    Ok(all.into_iter().map(|(cast, secret)| (cast, Bytes32::digest(&secret.0))).collect())
}

/// Finds the secret of a cast.
pub fn find(connection: &mut Db, event: EventId, cast: CastId) -> Result<Option<Bytes32>, DbError> {
    let secret: Option<String> = dice_secrets::table
        .find(cast.to_string())
        .filter(dice_secrets::event_id.eq(event.to_string()))
        .select(dice_secrets::secret)
        .first(connection)
        .optional()?;
    secret.map(|text| text.parse().map_err(|error| DbError::corrupt("secret of a cast", error))).transpose()
}
