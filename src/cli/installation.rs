//! What an installation keeps, as subcommands name it: the database, and the witness of its ledgers.

use std::path::PathBuf;

use crate::config::{StoreConfig, WitnessConfig};
use crate::ledger::witness::{Witness, WitnessError};

#[derive(Debug, clap::Args)]
pub(super) struct Installation {
    #[command(flatten)]
    pub(super) store: StoreConfig,
    #[command(flatten)]
    witness: WitnessConfig,
}

impl Installation {
    /// The folder of the witness, if there is to be one.
    pub(super) fn witness_folder(&self) -> Option<PathBuf> {
        self.witness.folder_for(&self.store.database)
    }

    /// The witness, made anew if it is not there; none if there is to be none.
    pub(super) fn witness(&self) -> Result<Option<Witness>, WitnessError> {
        self.witness_folder().map(|folder| Witness::open(&folder)).transpose()
    }

    /// The witness, if it is there.
    pub(super) fn known_witness(&self) -> Result<Option<Witness>, WitnessError> {
        Ok(self.witness_folder().map(|folder| Witness::find(&folder)).transpose()?.flatten())
    }
}
