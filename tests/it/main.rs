//! Integration tests: the whole app behind a real port, on both databases. Files mirror the addresses; those below `rooms`
//! mirror `src/`, and look at one room without the app around it.
//!
//! A test of the app is a plain function that is named in one of two lists: [`on_both_databases!`](rig::on_both_databases) runs
//! it on a SQLite file and on a PostgreSQL database of its own, [`on_sqlite!`](rig::on_sqlite) on the file alone.

#![expect(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

mod rig;

mod account_news;
mod accounts;
mod alerts;
mod api;
mod archive;
mod arrows;
mod backups;
mod beginning;
mod board;
mod check_in;
mod cli;
mod clocks;
mod copies;
mod dance_board;
mod deletion;
mod demo;
mod dice;
mod drafts;
mod encryption;
mod entries;
mod erased_accounts;
mod erased_appeals;
mod erased_namesakes;
mod erasure;
mod explorer;
mod faults;
mod festivals;
mod flood;
mod from_paper;
mod gallery;
mod gate;
mod hall;
mod help;
mod house;
mod import;
mod kill;
mod laws;
mod leaving;
mod ledger;
mod ledger_page;
mod machine;
mod migrations;
mod morning;
mod office;
mod own_data;
mod package;
mod past;
mod people;
mod pictures;
mod points_seen_first;
mod prizes;
mod public;
mod publish;
mod registered_for_categories;
mod registrations;
mod report_commands;
mod room;
mod rooms;
mod rounds;
mod rules_commands;
mod rules_pages;
mod scoresheet;
mod second_factor;
mod servers;
mod settled_ties;
mod setup;
mod shares;
mod speakers;
mod steps;
mod take_back;
mod tampering;
mod time;
mod timetable;
mod unseen;
mod webhooks;
mod what_if;
mod wishes;
