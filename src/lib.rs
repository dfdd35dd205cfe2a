//! Tiger Arbiter: a web app that runs over-the-board events.
