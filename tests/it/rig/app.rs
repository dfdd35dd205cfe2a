//! The app on a free port, in a thread of its own.

use std::sync::mpsc;
use std::thread::JoinHandle;

use actix_web::dev::ServerHandle;
use actix_web::rt::System;
use actix_web::web::Data;
use tiger_arbiter::config::Config;
use tiger_arbiter::startup::Application;
use tiger_arbiter::state::AppState;

use super::browser::Browser;
use super::database::{Backend, TestDatabase};

/// A running app with a database of its own; both go when it is dropped.
pub(crate) struct TestApp {
    base: String,
    state: Data<AppState>,
    handle: ServerHandle,
    thread: Option<JoinHandle<()>>,
    /// Last, so that it outlives the server.
    database: Option<TestDatabase>,
}

impl TestApp {
    /// The app with the settings for tests.
    pub(crate) fn start(backend: Backend) -> Self {
        Self::start_with(backend, |_| ())
    }

    /// The app with other settings.
    pub(crate) fn start_with(backend: Backend, change: impl FnOnce(&mut Config)) -> Self {
        Self::start_on(TestDatabase::new(backend), change)
    }

    /// Stops the app and starts it again on the same database.
    pub(crate) fn again(mut self, change: impl FnOnce(&mut Config)) -> Self {
        let database = self.database.take().unwrap();
        drop(self);
        Self::start_on(database, change)
    }

    fn start_on(database: TestDatabase, change: impl FnOnce(&mut Config)) -> Self {
        let mut config = Config::for_test(database.url.clone());
        change(&mut config);
        let (sender, receiver) = mpsc::channel();
        let thread = std::thread::spawn(move || {
            System::new().block_on(async move {
                let application = Application::build(config).await.unwrap();
                let facts = (application.address(), application.state(), application.handle());
                sender.send(facts).unwrap();
                application.run_until_stopped().await.unwrap();
            });
        });
        let (address, state, handle) = receiver.recv().expect("the app starts");
        Self {
            base: format!("http://{address}"),
            state,
            handle,
            thread: Some(thread),
            database: Some(database),
        }
    }

    /// What the app's requests share: database, ledger, settings.
    pub(crate) fn state(&self) -> &AppState {
        &self.state
    }

    /// A browser without cookies.
    pub(crate) fn visitor(&self) -> Browser {
        Browser::new(&self.base)
    }
}

impl Drop for TestApp {
    fn drop(&mut self) {
        let stopping = self.handle.stop(false);
        System::new().block_on(stopping);
        if let Some(thread) = self.thread.take() {
            let outcome = thread.join();
            assert!(outcome.is_ok() || std::thread::panicking(), "the server panicked");
        }
    }
}
