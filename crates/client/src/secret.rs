//! Secrets of seats.

use std::io;

use wire::SeatSecret;

/// A secret that nobody guesses, from the random numbers of the system.
pub fn new_secret() -> io::Result<SeatSecret> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|error| io::Error::other(error.to_string()))?;
    Ok(SeatSecret::new(u128::from_ne_bytes(bytes)))
}
