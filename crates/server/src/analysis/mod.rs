//! Analysis: positions and whole games that somebody asks about, and the time that is spent on them.
//!
//! Everybody has a socket of their own (`socket`). A question is studied in slices (`study`, `pursuit`),
//! so that the computers of matches and everybody else have their turns; `quota` bounds how many
//! questions are open at the same time.

mod document;
mod pursuit;
mod quota;
mod reviews;
mod socket;
mod study;

pub(crate) use document::{add_played, is_of_match, read_document, set_match, set_moves, shown};
pub(crate) use quota::Quota;
pub(crate) use reviews::Reviews;
pub(crate) use socket::router;
