mod hall;
mod words;
