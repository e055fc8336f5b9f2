//! Unguessable names, seeds and secrets, from the entropy of the context.

use wire::SeatSecret;

use crate::context::Context;
use crate::error::Error;

/// Bound of seeds: short enough to type, and exact as a number in JavaScript.
pub(crate) const SEED_BOUND: u64 = 1_000_000;

/// A name for a match.
pub fn match_id(context: &impl Context) -> Result<String, Error> {
    Ok(room::match_id(context.random()? as u64))
}

/// A seed for a random board; never 0, which stands for "draw one".
pub fn seed(context: &impl Context) -> Result<u64, Error> {
    Ok(1 + context.random()? as u64 % (SEED_BOUND - 1))
}

/// A secret of 128 bits.
pub fn secret(context: &impl Context) -> Result<SeatSecret, Error> {
    Ok(SeatSecret::new(context.random()?))
}
