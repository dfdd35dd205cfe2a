//! Pairing systems, standings, tie-breaks and tournament report files: pure values in, values out.
