//! Keys by which the program knows again what it has said.

use diesel::prelude::*;

use super::schema::keys;
use super::{Db, DbError};
use crate::domain::dice::Bytes32;

/// The key of a name; the proposed one, from now on, if there was none.
pub fn find_or_insert(connection: &mut Db, name: &str, proposed: Bytes32) -> Result<Bytes32, DbError> {
    let found: Option<String> = keys::table.find(name).select(keys::secret).first(connection).optional()?;
    if let Some(found) = found {
        return found.parse().map_err(|error| DbError::corrupt("key", error));
    }
    diesel::insert_into(keys::table)
        .values((keys::name.eq(name), keys::secret.eq(proposed.to_string())))
        .execute(connection)?;
    Ok(proposed)
}
