//! What other programs prove themselves with.

use chrono::{DateTime, NaiveDateTime, Utc};
use diesel::prelude::*;
use uuid::Uuid;

use super::schema::api_tokens as tokens;
use super::{Db, DbError};
use crate::clock::{from_stored, to_stored};
use crate::domain::dice::Bytes32;
use crate::domain::ids::UserId;

/// A token of a person, without its secret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApiToken {
    /// Its name in addresses.
    pub id: Uuid,
    pub user: UserId,
    /// What the person calls it.
    pub name: String,
    /// What it may do, as keys with blanks between them.
    pub scopes: String,
    pub created_at: DateTime<Utc>,
    /// Until when it works.
    pub expires_at: DateTime<Utc>,
}

/// How the security journal calls a program that acts for somebody.
#[must_use]
pub fn called(person: &str, token: &str) -> String {
    format!("{person}, program “{token}”")
}

/// Whether the journal speaks of a program of this person.
#[must_use]
pub fn is_of(called: &str, person: &str) -> bool {
    called.strip_prefix(person).is_some_and(|rest| rest.starts_with(", program “"))
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = tokens)]
struct TokenRow {
    id: String,
    user_id: String,
    name: String,
    scopes: String,
    created_at: NaiveDateTime,
    expires_at: NaiveDateTime,
}

impl TokenRow {
    fn into_token(self) -> Result<ApiToken, DbError> {
        let unreadable = |_| DbError::corrupt("token of a program", "its identifiers");
        Ok(ApiToken {
            id: self.id.parse().map_err(|error| DbError::corrupt("token of a program", error))?,
            user: self.user_id.parse().map_err(unreadable)?,
            name: self.name,
            scopes: self.scopes,
            created_at: from_stored(self.created_at),
            expires_at: from_stored(self.expires_at),
        })
    }
}

/// Keeps a token.
pub fn insert(connection: &mut Db, token: &ApiToken, token_hash: Bytes32) -> Result<(), DbError> {
    diesel::insert_into(tokens::table)
        .values((
            tokens::id.eq(token.id.to_string()),
            tokens::user_id.eq(token.user.to_string()),
            tokens::token_hash.eq(token_hash.to_string()),
            tokens::name.eq(&token.name),
            tokens::scopes.eq(&token.scopes),
            tokens::created_at.eq(to_stored(token.created_at)),
            tokens::expires_at.eq(to_stored(token.expires_at)),
        ))
        .execute(connection)?;
    Ok(())
}

/// Finds a token by its secret's hash, expired or not.
pub fn find(connection: &mut Db, token_hash: Bytes32) -> Result<Option<ApiToken>, DbError> {
    let row: Option<TokenRow> = tokens::table
        .filter(tokens::token_hash.eq(token_hash.to_string()))
        .select(TokenRow::as_select())
        .first(connection)
        .optional()?;
    row.map(TokenRow::into_token).transpose()
}

/// A person's tokens, the newest first.
pub fn list_of(connection: &mut Db, user: UserId) -> Result<Vec<ApiToken>, DbError> {
    let rows: Vec<TokenRow> = tokens::table
        .filter(tokens::user_id.eq(user.to_string()))
        .order((tokens::created_at.desc(), tokens::id.desc()))
        .select(TokenRow::as_select())
        .load(connection)?;
    rows.into_iter().map(TokenRow::into_token).collect()
}

/// Takes one of a person's tokens away; which it was.
pub fn delete(connection: &mut Db, user: UserId, id: Uuid) -> Result<Option<ApiToken>, DbError> {
    let token = list_of(connection, user)?.into_iter().find(|token| token.id == id);
    diesel::delete(tokens::table.find(id.to_string()).filter(tokens::user_id.eq(user.to_string())))
        .execute(connection)?;
    Ok(token)
}

/// Takes all of a person's tokens away.
pub fn delete_of(connection: &mut Db, user: UserId) -> Result<(), DbError> {
    diesel::delete(tokens::table.filter(tokens::user_id.eq(user.to_string()))).execute(connection)?;
    Ok(())
}
