//! What the rooms of the house promise one another: a module for each that is looked at without the app around it.

mod access;
mod assets;
mod auth;
mod board;
mod cli;
mod clock;
mod config;
mod db;
mod demo;
mod disk;
mod error;
mod exports;
mod gate;
mod handlers;
mod ledger;
mod live;
mod metrics;
mod pages;
mod publish;
mod services;
mod shares;
mod startup;
