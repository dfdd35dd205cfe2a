mod chain;
mod clocks;
mod erase;
mod memory;
mod order;
mod snapshot;
mod witness;
