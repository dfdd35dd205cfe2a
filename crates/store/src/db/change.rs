//! What comes of a statement that changes rows.

use diesel::query_dsl::methods::ExecuteDsl;

use super::{Db, DbError};

/// A statement that changes rows.
pub(super) trait Change: ExecuteDsl<Db> {
    /// Changes whatever rows there are.
    fn run(self, connection: &mut Db) -> Result<(), DbError> {
        Self::execute(self, connection)?;
        Ok(())
    }

    /// Changes one row; whether it was there.
    fn changes_one(self, connection: &mut Db) -> Result<bool, DbError> {
        Ok(Self::execute(self, connection)? == 1)
    }

    /// Changes one row, which has to be there.
    fn must_change(self, connection: &mut Db) -> Result<(), DbError> {
        if self.changes_one(connection)? { Ok(()) } else { Err(DbError::Missing) }
    }
}

impl<T: ExecuteDsl<Db>> Change for T {}
