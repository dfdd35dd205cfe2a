mod csv;
mod ics;
