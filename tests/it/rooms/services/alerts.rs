mod mail;
mod push;
