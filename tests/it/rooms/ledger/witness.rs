mod deletion;
mod seal;
mod statement;
