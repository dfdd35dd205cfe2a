mod encoding;
mod round_trip;
