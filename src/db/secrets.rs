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
