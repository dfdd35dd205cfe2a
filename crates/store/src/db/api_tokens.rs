//! What other programs prove themselves with.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use tiger_event::{Bytes32, UserId};
use uuid::Uuid;

use super::schema::api_tokens as tokens;
use super::{Change, Db, DbError};
use crate::clock::to_stored;

/// A token of a person, without its secret.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = tokens)]
pub struct ApiToken {
    /// Its name in addresses.
    pub id: Uuid,
    #[diesel(column_name = user_id)]
    pub user: UserId,
    /// What the person calls it.
    pub name: String,
    /// What it may do, as keys with blanks between them.
    pub scopes: String,
    pub created_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
}

/// How the security journal calls a program that acts for somebody.
pub fn called(person: &str, token: &str) -> String {
    format!("{person}, program “{token}”")
}

/// Whether the journal speaks of a program of this person.
pub fn is_of(called: &str, person: &str) -> bool {
    called.strip_prefix(person).is_some_and(|rest| rest.starts_with(", program “"))
}

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
        .run(connection)
}

/// Finds a token by its secret's hash, expired or not.
pub fn find(connection: &mut Db, token_hash: Bytes32) -> Result<Option<ApiToken>, DbError> {
    Ok(tokens::table
        .filter(tokens::token_hash.eq(token_hash.to_string()))
        .select(ApiToken::as_select())
        .first(connection)
        .optional()?)
}

/// A person's tokens, the newest first.
pub fn list_of(connection: &mut Db, user: UserId) -> Result<Vec<ApiToken>, DbError> {
    Ok(tokens::table
        .filter(tokens::user_id.eq(user.to_string()))
        .order((tokens::created_at.desc(), tokens::id.desc()))
        .select(ApiToken::as_select())
        .load(connection)?)
}

/// Takes one of a person's tokens away; which it was.
pub fn delete(connection: &mut Db, user: UserId, id: Uuid) -> Result<Option<ApiToken>, DbError> {
    let token = list_of(connection, user)?.into_iter().find(|token| token.id == id);
    diesel::delete(tokens::table.find(id.to_string()).filter(tokens::user_id.eq(user.to_string())))
        .execute(connection)?;
    Ok(token)
}

pub fn delete_of(connection: &mut Db, user: UserId) -> Result<(), DbError> {
    diesel::delete(tokens::table.filter(tokens::user_id.eq(user.to_string()))).run(connection)
}
